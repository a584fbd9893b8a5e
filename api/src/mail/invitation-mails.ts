import { riskLine } from '@ingot/endpoints/materials'
import type { MailContent } from './template.ts'

/** Who invites whom. The invited may have no name that we know. */
export type Invited = { brand: string; from: string; name: string; link: string; stop: string }

/** The only mail to somebody who never asked us for one. It comes once, and says how to get no other. */
export const invitation = ({ brand, from, name, link, stop }: Invited): MailContent => ({
  subject: 'You are invited to save in gold',
  preview: `${from} invites you to ${brand}: gold by the gram, in a vault and in your own name.`,
  heading: name === '' ? `${from} invites you` : `${name}, ${from} invites you`,
  paragraphs: [
    `${from} is a customer of ${brand} and entered your e-mail address to invite you. With us people save in gold, by the gram: it lies in a vault, in their own name.`,
    'Nothing happens unless you register yourself. Please take your time, and read what we say about risks and fees first.',
    riskLine,
  ],
  button: { label: 'Look at it', url: link },
  otherWay: {
    words: 'If you want no more invitations, from anyone, open this address and confirm it there:',
    url: stop,
  },
  after: [`If you do not know ${from}, please ignore this e-mail. We keep your address encrypted, for a year at most.`],
})
