import { factsOf, type Happened, timeText } from './mails.ts'
import type { MailContent } from './template.ts'

// No mail names who was named: whoever reads along learns nothing of them.

const law = 'A nominee receives. Who inherits is the law’s question.'

const openButton = (url: string) => ({ label: 'Open your nominees', url })

type Named = { namesNobody: boolean }

const whatOf = ({ namesNobody }: Named) => (namesNobody ? 'that you name nobody' : 'whom you name as your nominees')

export const nomineesConfirmed = (
  given: Happened & Named & { inForceFrom: Date; freezeLink: string; takeBackLink: string },
): MailContent => ({
  subject: 'Your nominees were changed',
  preview: 'If this was not you, freeze your account.',
  heading: 'Your nominees were changed',
  paragraphs: [
    `You confirmed ${whatOf(given)}. It holds from ${timeText(given.inForceFrom)} on; until then, what held before does.`,
    law,
  ],
  facts: factsOf(given),
  advice: [
    'If this was you, there is nothing to do.',
    'If it was not, freeze your account below. The change will be taken back, and nothing will be able to leave your account.',
  ],
  button: { label: 'This was not me', url: given.freezeLink },
  otherWay: { words: 'To take back only this change, open this link:', url: given.takeBackLink },
})

export const nomineesInForce = (given: Named & { at: Date; link: string }): MailContent => ({
  subject: 'Your nominees are in force',
  preview: 'What you confirmed holds from now on.',
  heading: 'Your nominees are in force',
  paragraphs: [`What you confirmed has held since ${timeText(given.at)}: ${whatOf(given)}.`, law],
  advice: ['If you did not confirm it, change your password and PIN, and look at your nominees.'],
  button: openButton(given.link),
})

export const nomineesWithdrawn = (given: Happened & { link: string }): MailContent => ({
  subject: 'A change of your nominees was taken back',
  preview: 'What held before still holds.',
  heading: 'A change of your nominees was taken back',
  paragraphs: ['What you had confirmed will not come into force. What held before still holds.'],
  facts: factsOf(given),
  advice: ['If it was not you, change your password and PIN, and look at your nominees.'],
  button: openButton(given.link),
})

export const nomineesReminder = (given: Named & { at: Date; link: string }): MailContent => ({
  subject: 'Please look whether your nominees are still right',
  preview: 'We ask once a year.',
  heading: 'Please look whether your nominees are still right',
  paragraphs: [
    `Since ${timeText(given.at)} we have on record ${whatOf(given)}. Lives change: please look whether it is still right.`,
    'If it is, there is nothing to do. We ask once a year.',
    law,
  ],
  advice: ['If you did not confirm it, change your password and PIN, and look at your nominees.'],
  button: openButton(given.link),
})
