import type { Consultant } from '@ingot/endpoints/consultant-fields'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { signInAddress } from '../../lib/return-address.ts'
import { useSession } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { FormText, TextLink } from '../../ui/form.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { consultantAddress } from './consultant-words.ts'
import classes from './consultants.module.css'
import { MessageForm } from './contact-form.tsx'
import { useContact } from './queries.ts'
import { ReportForm } from './report-form.tsx'

type Open = 'message' | 'report'
type Sent = { what: 'report' } | { what: 'message'; thread: string }

const SentNote = ({ sent }: { sent: Sent }) => (
  <div role="status">
    {sent.what === 'report' ? (
      <FormText>Thank you. We look at what you told us.</FormText>
    ) : (
      <FormText>
        Your message is sent. You get the answer by e-mail, and find it in{' '}
        <TextLink to={`/Consultant-Messages/${sent.thread}`}>your messages</TextLink>.
      </FormText>
    )}
  </div>
)

/** Writing to a consultant and reporting one; a form takes the place of the buttons while it is filled in. */
const SignedInWays = ({ consultant: { id, name } }: { consultant: Consultant }) => {
  const [open, setOpen] = useState<Open>()
  const [sent, setSent] = useState<Sent>()
  const contact = useContact()
  const writing = useReturnFocus(open === 'message')
  const reporting = useReturnFocus(open === 'report')
  const close = () => setOpen(undefined)
  const isSent = (what: Sent) => {
    setSent(what)
    close()
  }
  const send = async (text: string) => {
    const { data } = await contact.mutateAsync({ id, text })
    isSent({ what: 'message', thread: data.id })
  }
  if (open === 'message') return <MessageForm label={`Write to ${name}`} name={name} send={send} onCancel={close} />
  if (open === 'report') return <ReportForm id={id} onSent={() => isSent({ what: 'report' })} onCancel={close} />
  return (
    <>
      {sent && <SentNote sent={sent} />}
      <div className={classes.ways}>
        <Button ref={writing} variant="default" onClick={() => setOpen('message')}>
          Write a message
        </Button>
        <Button ref={reporting} variant="default" onClick={() => setOpen('report')}>
          Report
        </Button>
      </div>
    </>
  )
}

const VisitorWays = ({ consultant }: { consultant: Consultant }) => {
  const address = { pathname: consultantAddress(consultant), search: '', hash: '' }
  return (
    <FormText>
      Please <TextLink to={signInAddress(address)}>log in</TextLink> to write a message or to report something. Your
      address stays hidden.
    </FormText>
  )
}

export const ConsultantWays = ({ consultant }: { consultant: Consultant }) => {
  const isAuthenticated = useSession((session) => session.isAuthenticated)
  const isOwn = useSession(({ info }) => info?.refCode === consultant.refCode)
  const isOperator = useSession(({ info }) => info?.role === 'operator')
  if (isOperator) return null
  return (
    <Card as="section" className={classes.card} aria-labelledby="ways-title">
      <h2 id="ways-title" className={classes.title}>
        {isOwn ? 'Your own profile' : 'Contact'}
      </h2>
      {isOwn ? (
        <FormText>
          This is how others see you. <TextLink to="/My-Profile/Consultant">Change your profile</TextLink>
        </FormText>
      ) : isAuthenticated ? (
        <SignedInWays consultant={consultant} />
      ) : (
        <VisitorWays consultant={consultant} />
      )}
    </Card>
  )
}
