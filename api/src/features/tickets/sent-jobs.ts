import { job } from '@ingot/db/jobs'

/** What is told of a ticket. What it says is read by the worker, and stands in no job. */
export const ticketMail = job<
  { ticket: string } & ({ kind: 'received' | 'closed' } | { kind: 'answered'; message: string; waits: boolean })
>({
  name: 'ticket-mail',
  attempts: 12,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 3600,
})
