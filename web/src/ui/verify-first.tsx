import { Button } from '@mantine/core'
import { type ClientInfo, useSession } from '../lib/session.ts'
import { Card } from './card.tsx'
import { PageLink } from './page-link.tsx'
import classes from './verify-first.module.css'

type Status = ClientInfo['kycVerified']

const wayToVerified = '/Registration/security'
const verification = '/kyc-verification'

type Step = { title: string; text: string; action: string; to: string }

const steps: Record<Exclude<Status, 'Verified'>, Step> = {
  'Not Verified': {
    title: 'Verify your identity first',
    text: 'We sell gold only to people whose identity we have checked. Set a PIN, tell us who you are and show a document: it takes a few minutes.',
    action: 'Start verification',
    to: wayToVerified,
  },
  Pending: {
    title: 'Your verification is being checked',
    text: 'You can buy gold as soon as it is done. There is nothing you need to do in the meantime.',
    action: 'Check progress',
    to: verification,
  },
  Rejected: {
    title: 'Your verification was declined',
    text: 'Your verification page says why, and what you can do about it.',
    action: 'See the reason',
    to: verification,
  },
  Approved: {
    title: 'Your wallet is being prepared',
    text: 'Your identity is confirmed. You can buy gold as soon as your wallet is ready.',
    action: 'Check progress',
    to: verification,
  },
}

/** What a customer who cannot buy yet has to do before. */
export const VerifyFirst = () => {
  const status = useSession(({ info }) => info?.kycVerified ?? 'Not Verified')
  if (status === 'Verified') return null
  const { title, text, action, to } = steps[status]
  return (
    <Card as="section" className={classes.card} aria-labelledby="verify-first-title">
      <h2 id="verify-first-title" className={classes.title}>
        {title}
      </h2>
      <p className={classes.text}>{text}</p>
      <Button component={PageLink} to={to} size="md">
        {action}
      </Button>
    </Card>
  )
}
