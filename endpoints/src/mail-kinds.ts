import * as z from 'zod/mini'

/** Mails that a customer can turn off. Those about safety and about money that leaves are always sent. */
export const mailKinds = ['statements', 'alerts', 'plans', 'reminders', 'news'] as const

export const mailKind = z.enum(mailKinds)

export type MailKind = (typeof mailKinds)[number]

type Words = { label: string; description: string }

export const mailWords: Record<MailKind, Words> = {
  statements: { label: 'Monthly statements', description: 'That the statement of a month is ready.' },
  alerts: { label: 'Price alerts', description: 'That gold has reached a price you asked about.' },
  plans: { label: 'Gold plans', description: 'That a plan is about to begin, could not buy or is paused.' },
  reminders: { label: 'Reminders', description: 'Once a year, whether your nominees are still right.' },
  news: { label: 'Announcements', description: 'What we announce to everybody, on the day we do.' },
}
