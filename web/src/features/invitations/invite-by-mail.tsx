import '@mantine/core/styles/Input.css'
import { inviteByMail } from '@ingot/endpoints/invitations'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useContractForm } from '../../lib/contract-form.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { Said } from '../../ui/said.tsx'
import classes from './invitations.module.css'
import { useInvitations, useInvite } from './queries.ts'

const longestName = 40
const nothing = { email: '', name: '' }

const InviteForm = () => {
  const invite = useInvite()
  const [said, setSaid] = useState<{ text: string; isFailure: boolean } | null>(null)
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: inviteByMail.body,
    initialValues: nothing,
  })
  const send = async ({ email, name }: typeof nothing) => {
    setSaid(null)
    const { data } = await invite.mutateAsync({ email, ...(name.trim() !== '' && { name }) })
    form.setValues(nothing)
    setSaid({ text: `Thank you. If ${data.address} may be invited, the e-mail goes out shortly.`, isFailure: false })
  }
  return (
    <Form aria-labelledby="invite-by-mail-title" onSubmit={onSubmit(send)}>
      <TextInput
        label="E-mail"
        type="email"
        size="md"
        autoComplete="off"
        spellCheck={false}
        autoCapitalize="none"
        {...field('email')}
      />
      <TextInput
        label="Name (optional)"
        description="How the e-mail greets them."
        size="md"
        maxLength={longestName}
        autoComplete="off"
        {...field('name')}
      />
      <FormProblem failure={problem} />
      <Button type="submit" size="md" variant="default" loading={isSending}>
        Send the invitation
      </Button>
      <Said said={said} />
    </Form>
  )
}

/** Invites somebody by mail, and lists who was. Whether they registered, or want no such mail, nobody is told. */
export const InviteByMail = () => (
  <Card as="section" className={classes.card} aria-labelledby="invite-by-mail-title">
    <h2 id="invite-by-mail-title" className={classes.title}>
      Invite by e-mail
    </h2>
    <p className={classes.quiet}>
      The e-mail says your first name and initial, and has your link. Everybody gets one invitation a year at most, from
      you or anyone else, and can stop further ones.
    </p>
    <div className={classes.form}>
      <InviteForm />
    </div>
    <PagedList
      what="invitations"
      label="Invitations"
      query={useInvitations()}
      empty={<p className={classes.quiet}>You have not invited anyone in the past year.</p>}
    >
      {({ id, address, at }) => <Row key={id} title={address} note={<Moment at={at} />} figure="Invited" />}
    </PagedList>
  </Card>
)
