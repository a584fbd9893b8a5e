import { useEffect, useState } from 'react'
import { LinkButton } from '../../ui/form.tsx'

const pauseSeconds = 60

/** Counted from a time, so that a sleeping tab does not lose any. */
const secondsUntil = (time: number) => Math.max(0, Math.ceil((time - Date.now()) / 1_000))

/** Sends a mail again, once a minute at most. `sentAt` is when the last one went out, or null. */
export const ResendButton = ({
  label,
  sentAt,
  isSending,
  onSend,
}: {
  label: string
  sentAt: number | null
  isSending: boolean
  onSend: () => void
}) => {
  const endsAt = sentAt === null ? 0 : sentAt + pauseSeconds * 1_000
  const [, redraw] = useState(0)
  const left = secondsUntil(endsAt)
  const isWaiting = left > 0

  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => redraw(Date.now()), 500)
    return () => clearInterval(timer)
  }, [isWaiting])

  return (
    <LinkButton disabled={isWaiting || isSending} onClick={onSend}>
      {isWaiting ? `${label} in ${left} s` : label}
    </LinkButton>
  )
}
