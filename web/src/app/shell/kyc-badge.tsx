import type { ClientInfo } from '../../lib/session.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { hasPortalPage } from '../portal-table.ts'
import classes from './popover.module.css'

type Status = ClientInfo['kycVerified']

const badges: Partial<Record<Status, { text: string; tone: string }>> = {
  Rejected: { text: 'KYC Rejected', tone: 'rejected' },
  Pending: { text: 'KYC Pending', tone: 'pending' },
  'Not Verified': { text: 'Start KYC Verification', tone: 'open' },
}

const wayOn = () => (hasPortalPage('/kyc-verification') ? '/kyc-verification' : '/Registration/security')

/** How far the verification is. Whoever has something to do or to wait for is led there. */
export const KycBadge = ({ status, onFollow }: { status: Status; onFollow: () => void }) => {
  const badge = badges[status]
  if (!badge)
    return (
      <span className={classes.badge} data-tone="verified">
        Verified
      </span>
    )
  return (
    <PageLink
      className={classes.badge}
      data-tone={badge.tone}
      to={status === 'Not Verified' ? '/Registration/security' : wayOn()}
      onClick={onFollow}
    >
      {badge.text}
    </PageLink>
  )
}
