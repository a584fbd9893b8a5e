import { consultantLine } from '@ingot/endpoints/consultant-fields'
import { timeText } from './mails.ts'
import type { MailContent } from './template.ts'

type Told = { link: string }
/** In the operator's words. */
type Reasoned = Told & { reason: string | null }
type Reported = Reasoned & { report: string; hiddenUntil: Date | null }
type Written = Told & { name: string; text: string }

const profileButton = (url: string) => ({ label: 'Open your profile', url })
const reasonIn = (reason: string | null): string[] => (reason === null ? [] : [`The reason: ${reason}`])
const appeal =
  'If you think that this is wrong, you can appeal once on the page of your profile. Somebody else looks at it.'

export const profileApproved = ({ link }: Told): MailContent => ({
  subject: 'Your profile as a consultant is approved',
  preview: 'Others can find you now.',
  heading: 'Your profile is approved',
  paragraphs: ['We have looked at your profile. Others see it for as long as you have a rank.', consultantLine],
  advice: ['You can change it or take it off at any time.'],
  button: profileButton(link),
})

export const profileSentBack = ({ reason, link }: Reasoned): MailContent => ({
  subject: 'Please change your profile as a consultant',
  preview: 'It was not approved as it is.',
  heading: 'Please change your profile',
  paragraphs: ['We have looked at your profile and could not approve it as it is.', ...reasonIn(reason)],
  advice: ['You can change it and hand it in again. What was public before stays so.'],
  button: profileButton(link),
})

const reported = (report: string) => `Somebody told us something about you as a consultant: ${report.toLowerCase()}.`

export const consultantWarned = ({ report, reason, link }: Reported): MailContent => ({
  subject: 'A warning about your work as a consultant',
  preview: 'Please read what was reported.',
  heading: 'This is a warning',
  paragraphs: [
    `${reported(report)} We have looked at it, and ask you not to do it again.`,
    ...reasonIn(reason),
    consultantLine,
  ],
  advice: [appeal],
  button: profileButton(link),
})

export const consultantHidden = ({ report, reason, hiddenUntil, link }: Reported): MailContent => ({
  subject: 'Your profile as a consultant is hidden',
  preview: 'Nobody sees it for a while.',
  heading: 'Your profile is hidden',
  paragraphs: [
    `${reported(report)} We have looked at it, and hidden your profile${hiddenUntil ? ` until ${timeText(hiddenUntil)}` : ''}.`,
    ...reasonIn(reason),
    consultantLine,
  ],
  advice: [appeal],
  button: profileButton(link),
})

export const consultantSuspended = ({ report, reason, link }: Reported): MailContent => ({
  subject: 'Your profile as a consultant is suspended',
  preview: 'Nobody sees it any more.',
  heading: 'Your profile is suspended',
  paragraphs: [
    `${reported(report)} We have looked at it, and suspended your profile. Rewards for bringing others are held for as long.`,
    ...reasonIn(reason),
    consultantLine,
  ],
  advice: [appeal],
  button: profileButton(link),
})

export const consultantShownAgain = ({ link }: Told): MailContent => ({
  subject: 'Your profile as a consultant is shown again',
  preview: 'Others can find you again.',
  heading: 'Your profile is shown again',
  paragraphs: ['The days for which your profile was hidden are over.', consultantLine],
  button: profileButton(link),
})

export const appealUpheld = ({ reason, link }: Reasoned): MailContent => ({
  subject: 'Your appeal was upheld',
  preview: 'What was decided is undone.',
  heading: 'Your appeal was upheld',
  paragraphs: ['Somebody else has looked at it: what was decided is undone.', ...reasonIn(reason)],
  button: profileButton(link),
})

export const appealRejected = ({ reason, link }: Reasoned): MailContent => ({
  subject: 'Your appeal was rejected',
  preview: 'What was decided stays.',
  heading: 'Your appeal was rejected',
  paragraphs: ['Somebody else has looked at it: what was decided stays.', ...reasonIn(reason)],
  button: profileButton(link),
})

const hiddenAddresses = 'Please answer on the page below, not by e-mail. Neither of you learns the other’s address.'

export const messageToConsultant = ({ name, text, link }: Written): MailContent => ({
  subject: 'Somebody wrote to you as a consultant',
  preview: 'Answer without giving your address away.',
  heading: `${name} wrote to you`,
  paragraphs: [text],
  advice: [hiddenAddresses, consultantLine],
  button: { label: 'Answer', url: link },
})

export const messageOfConsultant = ({ name, text, link }: Written): MailContent => ({
  subject: 'Your consultant has answered',
  preview: 'Answer without giving your address away.',
  heading: `${name} has answered`,
  paragraphs: [text],
  advice: [hiddenAddresses, `${consultantLine} If this one asks for any, please report it.`],
  button: { label: 'Answer', url: link },
})
