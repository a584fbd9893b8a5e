import { thing } from '@ingot/db/states'
import type { ComplaintState, TicketState } from '@ingot/endpoints/ticket-fields'
import { policy } from '../../policy.ts'

export const ticketMoves = thing<TicketState>({
  name: 'ticket',
  table: 'tickets',
  moves: {
    New: ['Open', 'Waiting', 'Answered', 'Closed'],
    Open: ['Waiting', 'Answered', 'Closed'],
    Waiting: ['Open', 'Answered', 'Closed'],
    Answered: ['Open', 'Waiting', 'Closed'],
    Closed: ['Open'],
  },
})

/** By which people call a ticket. */
export const referenceOf = ({ number, created_at }: { number: string; created_at: Date }): string =>
  `T-${created_at.getUTCFullYear()}-${number.padStart(6, '0')}`

/** The number in a reference, in whatever case a mail server left it. */
export const numberIn = (reference: string): string | undefined => /^t-\d{4}-0*([1-9]\d{0,17})$/i.exec(reference)?.[1]

const dayMs = 24 * 3600_000

export const daysBefore = (at: Date, days: number): Date => new Date(at.getTime() - days * dayMs)

const isWeekend = (at: Date) => at.getUTCDay() % 6 === 0

/** So many days on that are neither Saturdays nor Sundays, by UTC. What comes in at a weekend comes in on Monday. */
export const workingDaysAfter = (at: Date, days: number): Date => {
  let day = at
  while (isWeekend(day)) day = new Date(Math.floor(day.getTime() / dayMs + 1) * dayMs)
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + dayMs)
    if (!isWeekend(day)) left -= 1
  }
  return day
}

/** Whether a reply reopens it. */
export const mayGoOn = ({ closed_at }: { closed_at: Date | null }, now: Date): boolean =>
  closed_at === null || closed_at > daysBefore(now, policy.tickets.reopenDays)

export type Clock = {
  complaint_at: Date | null
  acknowledge_by: Date | null
  acknowledged_at: Date | null
  answer_by: Date | null
  answered_at: Date | null
}

export const complaintStateOf = (clock: Clock, now: Date): ComplaintState | null => {
  if (clock.complaint_at === null) return null
  if (clock.answered_at) return 'Answered'
  const next = clock.acknowledged_at ? clock.answer_by : clock.acknowledge_by
  if (next !== null && next < now) return 'Late'
  return clock.acknowledged_at ? 'Answer' : 'Acknowledge'
}

/** What a complaint's clock shows once something was written, and once it was settled. */
export const clockAfter = (
  { complaint_at, acknowledged_at, answered_at }: Pick<Clock, 'complaint_at' | 'acknowledged_at' | 'answered_at'>,
  at: Date,
  isSettled: boolean,
) =>
  complaint_at === null
    ? {}
    : { acknowledged_at: acknowledged_at ?? at, answered_at: answered_at ?? (isSettled ? at : null) }

/** What starts when something is found to be a complaint. */
export const clockFrom = (at: Date) => ({
  complaint_at: at,
  acknowledge_by: workingDaysAfter(at, policy.tickets.acknowledgeDays),
  answer_by: workingDaysAfter(at, policy.tickets.answerDays),
})
