import type { EstateDetails } from '@ingot/endpoints/estate-desk'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { FormText, LinkButton, TextLink } from '../../ui/form.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './estate-desk.module.css'
import { nameOf } from './estate-words.ts'
import { FindCustomer, type Named } from './find-customer.tsx'
import { useCandidates, useCheck } from './queries.ts'

type Shown = { estate: EstateDetails }

const matchWords = { name: 'name', birthday: 'day of birth', email: 'e-mail' } as const

type Match = keyof typeof matchWords

const alike = (matches: readonly Match[]) => `The same ${matches.map((match) => matchWords[match]).join(', ')}`

const CheckDialog = ({ estate, customer, onClose }: Shown & { customer: Named; onClose: () => void }) => {
  const check = useCheck(estate.id)
  return (
    <DecisionDialog
      title={`Check the account of ${customer.username}`}
      button="Freeze and check"
      takesProof
      send={({ reason, password, inputCode }) =>
        check.mutateAsync({ customer: customer.id, reason, password, inputCode })
      }
      onClose={onClose}
    >
      <FormText>
        You say that {nameOf(estate.deceased)} is {customer.username}. Nothing leaves the account from now on, open
        withdrawals and payouts are called off, plans pause, and the owner is asked by mail and can say that it is
        wrong.
      </FormText>
    </DecisionDialog>
  )
}

const Candidate = ({ customer, matches, onChoose }: { customer: Named; matches: Match[]; onChoose: () => void }) => (
  <li>
    <div className={classes.head}>
      <span>
        <TextLink to={`/operator/customers/${customer.id}`}>{customer.username}</TextLink>
        <span className={classes.quiet}>{alike(matches)}</span>
      </span>
      <Button variant="default" size="xs" aria-label={`Check this account: ${customer.username}`} onClick={onChoose}>
        Check this account
      </Button>
    </div>
  </li>
)

/** Who it may be, and saying who it is. */
export const Candidates = ({ estate }: Shown) => {
  const query = useCandidates(estate.id)
  const [chosen, setChosen] = useState<Named | null>(null)
  const [isFinding, setIsFinding] = useState(false)
  return (
    <section className={classes.part} aria-labelledby="candidates">
      <h3 id="candidates" className={classes.subtitle}>
        Who it may be
      </h3>
      {query.data ? (
        query.data.length === 0 ? (
          <FormText isQuiet>No customer has this name and day of birth, or this e-mail address.</FormText>
        ) : (
          <ul className={classes.list} aria-label="Who it may be">
            {query.data.map(({ customer, matches }) => (
              <Candidate key={customer.id} customer={customer} matches={matches} onChoose={() => setChosen(customer)} />
            ))}
          </ul>
        )
      ) : (
        <Unread what="candidates" query={query} />
      )}
      {isFinding ? (
        <FindCustomer onChoose={setChosen} />
      ) : (
        <div>
          <LinkButton onClick={() => setIsFinding(true)}>Find another customer</LinkButton>
        </div>
      )}
      {chosen && <CheckDialog estate={estate} customer={chosen} onClose={() => setChosen(null)} />}
    </section>
  )
}
