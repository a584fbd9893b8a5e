import type { activityKinds } from '@ingot/endpoints/account'
import { Moment } from '../../../ui/moment.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import classes from './activity-section.module.css'
import { useActivity } from './queries.ts'

const words: Record<(typeof activityKinds)[number], string> = {
  registered: 'Account registered',
  'email-verified': 'E-mail address verified',
  'signed-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  'signed-out': 'Signed out',
  'session-ended': 'Session ended',
  'password-changed': 'Password changed',
  'password-reset': 'Password set anew by mail',
  'pin-set': 'PIN set',
  'pin-changed': 'PIN changed',
  'pin-refused': 'Wrong PIN entered',
  '2fa-enabled': 'Two-factor authentication turned on',
  '2fa-disabled': 'Two-factor authentication turned off',
  '2fa-refused': 'Wrong 2FA code entered',
  'backup-codes-replaced': 'Backup codes replaced',
  'backup-code-used': 'Backup code used',
  'recovery-requested': 'Recovery of two-factor authentication asked for',
  'recovery-vetoed': 'Recovery of two-factor authentication stopped',
  'recovery-done': 'Two-factor authentication taken off by recovery',
  'account-locked': 'Account locked',
  'picture-changed': 'Profile picture changed',
  'preferences-changed': 'Preferences changed',
  'transfer-requested': 'Transfer requested',
  'transfer-cancelled': 'Transfer cancelled',
  'transfer-ended': 'Transfer ended: it did not leave',
  'address-added': 'Address added to the address book',
  'address-removed': 'Address removed from the address book',
  'outgoing-frozen': 'Account frozen: nothing can leave it',
  'outgoing-unfrozen': 'Account can send again',
  'price-confirmed': 'Gold price confirmed',
}

/** Sign-ins and sensitive actions, newest first. */
export const ActivitySection = () => (
  <PagedList
    what="activity"
    query={useActivity()}
    empty={<EmptyState title="Nothing yet">Sign-ins and changes of your account are listed here.</EmptyState>}
  >
    {({ id, kind, device, address, at }) => (
      <li key={id} className={classes.row}>
        <span className={classes.kind}>{words[kind]}</span>
        <span className={classes.detail}>
          {device || '—'}
          <span className={classes.address}>{address || '—'}</span>
        </span>
        <span className={classes.when}>
          <Moment at={at} />
        </span>
      </li>
    )}
  </PagedList>
)
