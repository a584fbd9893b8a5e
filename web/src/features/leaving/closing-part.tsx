import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/PasswordInput.css'
import { Button, PasswordInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { knowsPage } from '../../lib/known-pages.ts'
import { Card } from '../../ui/card.tsx'
import { Form, FormText, TextLink } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import classes from './leaving.module.css'
import { type Standing, useCloseAccount } from './queries.ts'

const Hindrances = ({ hindrances }: Pick<Standing, 'hindrances'>) => (
  <>
    <FormText>The account can be closed once it is empty. Until then:</FormText>
    <ul className={classes.list}>
      {hindrances.map(({ words, href }) => (
        <li key={words} className={classes.entry}>
          <p>{words}</p>
          {href !== null && knowsPage(href) && <TextLink to={href}>Go there</TextLink>}
        </li>
      ))}
    </ul>
  </>
)

const Kept = ({ kept }: Pick<Standing, 'kept'>) => (
  <>
    <h3 className={classes.title}>What is kept afterwards, and why</h3>
    <ul className={classes.list}>
      {kept.map(({ what, why, until }) => (
        <li key={what} className={classes.entry}>
          <p>{what}</p>
          <p className={classes.quiet}>
            {why}{' '}
            {until === null ? (
              'Kept for as long as the books.'
            ) : (
              <>
                Kept until <Moment at={until} />, and erased then.
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  </>
)

/** There is no way back, so it takes the password, and then the PIN and 2FA. */
const Closing = ({ onCancel }: { onCancel: () => void }) => {
  const close = useCloseAccount()
  const [password, setPassword] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsAsked(true)
    if (password !== '') close.mutate(password)
  }
  return (
    <Form onSubmit={submit}>
      <FormText>
        There is no way back. Nobody can log in any more, and everything but what stands above is erased. With the same
        e-mail address you can register again, as somebody new.
      </FormText>
      <PasswordInput
        label="Your password"
        size="md"
        autoComplete="current-password"
        spellCheck={false}
        autoFocus
        visibilityToggleButtonProps={{ 'aria-label': 'Show password', tabIndex: 0 }}
        value={password}
        error={isAsked && password === '' && 'Please enter your password.'}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <FormProblem failure={close.error} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" variant="default" loading={close.isPending}>
          Close the account for good
        </Button>
      </FormActions>
    </Form>
  )
}

/** Closing the account: what hinders it, what is kept afterwards, and the last question. */
export const ClosingPart = ({ hindrances, kept }: Pick<Standing, 'hindrances' | 'kept'>) => {
  const [isClosing, setIsClosing] = useState(false)
  const opener = useReturnFocus(isClosing)
  const isEmpty = hindrances.length === 0
  return (
    <Card as="section" className={classes.card} aria-labelledby="closing">
      <h2 id="closing" className={classes.title}>
        Close the account
      </h2>
      {isEmpty ? (
        <FormText>
          Your account is empty, so it can be closed. Take your archive along first. Rewards that you have not claimed
          are given up with it, also those that are too few or too new to be claimed.
        </FormText>
      ) : (
        <Hindrances hindrances={hindrances} />
      )}
      <Kept kept={kept} />
      {isEmpty && isClosing && <Closing onCancel={() => setIsClosing(false)} />}
      {isEmpty && !isClosing && (
        <div className={classes.actions}>
          <Button ref={opener} variant="default" onClick={() => setIsClosing(true)}>
            Close the account
          </Button>
        </div>
      )}
    </Card>
  )
}
