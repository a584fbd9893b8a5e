import { type LogOutReason, useLogOutReason } from '../../lib/log-out-reason.ts'
import { Notice } from '../../ui/form.tsx'

const notices: Record<LogOutReason, { title?: string; text: string }> = {
  idle: { title: 'Idle Logout', text: 'You have been logged out due to inactivity.' },
  ended: {
    title: 'Session ended',
    text: 'You were logged out from another device, or because your password was changed. Please log in again.',
  },
  expired: { title: 'Session expired', text: 'Sessions end after 12 hours. Please log in again.' },
  required: { text: 'Please log in to continue.' },
  chosen: { text: 'You have logged out.' },
  closed: {
    title: 'Your account is closed',
    text: 'Nobody can log in to it any more, and what we need not keep of you is erased. We have sent you one last e-mail.',
  },
}

/** Why one is asked to sign in. `isReturning`: a page that was wanted waits behind it. */
export const LogOutNotice = ({ isReturning }: { isReturning: boolean }) => {
  const reason = useLogOutReason((state) => state.reason)
  const shown = reason ?? (isReturning ? 'required' : null)
  if (!shown) return null
  const { title, text } = notices[shown]
  return <Notice title={title}>{text}</Notice>
}
