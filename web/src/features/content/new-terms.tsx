import type { WantedText } from '@ingot/endpoints/consents'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { formatSharedDay } from '../../lib/local-format.ts'
import { useSession } from '../../lib/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { TextLink } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useAcceptTexts, useConsents } from './consent-queries.ts'
import classes from './new-terms.module.css'

const addresses: Record<WantedText['name'], string> = {
  'term-conditions': '/term-conditions',
  'privacy-policy': '/privacy-policy/',
}

const Changed = ({ text: { name, title, version, publishedOn, changes } }: { text: WantedText }) => (
  <section className={classes.changed}>
    <h3 className={classes.name}>{title}</h3>
    <p className={classes.quiet}>
      Version {version}, in force from <time dateTime={publishedOn}>{formatSharedDay(new Date(publishedOn))}</time>
    </p>
    {changes.length > 0 ? (
      <ul className={classes.changes}>
        {changes.map(({ version: since, words }) => (
          <li key={since}>
            {changes.length > 1 && <strong>{since}: </strong>}
            {words}
          </li>
        ))}
      </ul>
    ) : (
      <p className={classes.quiet}>You have not accepted a version of it yet.</p>
    )}
    <TextLink to={addresses[name]} target="_blank" viewTransition={false}>
      Read the whole text
    </TextLink>
  </section>
)

const NewTermsDialog = ({ wanted, onClose }: { wanted: WantedText[]; onClose: () => void }) => {
  const id = useId()
  const accept = useAcceptTexts()
  const texts = wanted.map(({ name, version }) => ({ name, version }))
  return (
    <Dialog title={id} className={classes.dialog} canClose={!accept.isPending} closesBeside={false} onClose={onClose}>
      <div className={classes.content}>
        <DialogHeader id={id} onClose={onClose}>
          What has changed
        </DialogHeader>
        {wanted.map((text) => (
          <Changed key={text.name} text={text} />
        ))}
        <p className={classes.quiet}>
          Until you accept, you can see everything, sell, send and withdraw what you have, and close your account. You
          cannot buy or begin anything new.
        </p>
        <FormProblem failure={accept.error} />
        <FormActions>
          <Button loading={accept.isPending} onClick={() => accept.mutate(texts, { onSuccess: onClose })}>
            Accept
          </Button>
          <Button variant="default" disabled={accept.isPending} onClick={onClose}>
            Not now
          </Button>
        </FormActions>
      </div>
    </Dialog>
  )
}

const isRefusal = (error: unknown) => error instanceof CallError && error.name === 'TermsNotAccepted'

/** Called each time something that a customer did was refused because of the terms. */
const useRefusals = (onRefused: () => void) => {
  const client = useQueryClient()
  useEffect(
    () =>
      client.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation?.state.status === 'error' && isRefusal(mutation.state.error)) onRefused()
      }),
    [client, onRefused],
  )
}

/** For which versions somebody said 'Not now': they are not asked for again before the next sign-in. */
const putOffKey = 'ingot-terms-put-off'
const namesOf = (wanted: WantedText[], session: string) =>
  [...wanted.map(({ name, version }) => `${name} ${version}`), session.slice(-8)].join(', ')

/** Asks a customer for texts that came into force, and says so on every page until they are accepted. */
export const NewTerms = () => {
  const { data, refetch } = useConsents()
  const wanted = data?.wanted ?? []
  const names = namesOf(
    wanted,
    useSession(({ accessToken }) => accessToken),
  )
  const [putOff, setPutOff] = useState(() => sessionStorage.getItem(putOffKey) ?? '')
  useRefusals(() => {
    setPutOff('')
    if (wanted.length === 0) void refetch()
  })
  if (wanted.length === 0) return null
  const close = () => {
    sessionStorage.setItem(putOffKey, names)
    setPutOff(names)
  }
  return putOff === names ? (
    <section className={classes.notice} aria-label="New terms">
      <p>Our terms have changed. Until you accept them, nothing new can be begun.</p>
      <Button variant="default" size="xs" onClick={() => setPutOff('')}>
        See what has changed
      </Button>
    </section>
  ) : (
    <NewTermsDialog wanted={wanted} onClose={close} />
  )
}
