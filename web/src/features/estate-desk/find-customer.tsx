import { Button } from '@mantine/core'
import { useState } from 'react'
import { FormText, TextLink } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import classes from './estate-desk.module.css'
import { useFound } from './queries.ts'

export type Named = { id: string; username: string }

const most = 8

const Found = ({ search, onChoose }: { search: string; onChoose: (customer: Named) => void }) => {
  const { data, error } = useFound(search)
  if (error) return <FormProblem failure={error} />
  if (!data) return null
  if (data.length === 0) return <FormText isQuiet>Nobody’s username or e-mail begins like this.</FormText>
  return (
    <ul className={classes.list} aria-label="Customers found">
      {data.slice(0, most).map(({ id, username, email }) => (
        <li key={id}>
          <div className={classes.head}>
            <span>
              <TextLink to={`/operator/customers/${id}`}>{username}</TextLink>
              {email !== null && <span className={classes.quiet}>{email}</span>}
            </span>
            <Button
              variant="default"
              size="xs"
              aria-label={`Choose ${username}`}
              onClick={() => onChoose({ id, username })}
            >
              Choose
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Finds a customer by username or e-mail, to be chosen. */
export const FindCustomer = ({ onChoose }: { onChoose: (customer: Named) => void }) => {
  const [search, setSearch] = useState('')
  return (
    <div className={classes.part}>
      <SearchField label="Username or e-mail" maxLength={254} value={search} onFind={setSearch} />
      <div role="status">{search !== '' && <Found search={search} onChoose={onChoose} />}</div>
    </div>
  )
}
