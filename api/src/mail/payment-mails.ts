import type { PaymentReason } from '@ingot/endpoints/payment-fields'
import type { MailContent } from './template.ts'

/** A card payment as a mail tells of it: no amount, and nothing of the card. */
export type PaymentTold = { reason: PaymentReason | null; link: string }

const button = (url: string) => ({ label: 'Open your payment', url })
const disputed = 'If you did not dispute it yourself, please ask the bank of your card why.'

export const paymentBooked = ({ link }: PaymentTold): MailContent => ({
  subject: 'Your card payment is booked',
  preview: 'You paid by card, and the gold is booked.',
  heading: 'Your card payment is booked',
  paragraphs: [
    'You paid by card, and the gold is booked for you. The booking note is ready.',
    'It is yours and shows among your holdings. It can be ended or converted once the payment is safe; your payment says from when on.',
    'What the gold is worth in money follows its price and can fall.',
  ],
  advice: ['If you did not pay this yourself, please contact support.'],
  button: button(link),
})

const held: Partial<Record<PaymentReason, string>> = {
  'no-gold': 'We have no gold to book it with at the moment. Our team is looking into it.',
  price: 'There was no gold price to book it at for too long. Our team is looking into it.',
  verification: 'Your identity is no longer verified. Please finish the verification first.',
  'day-limit': 'It is more than can be booked on one day. Our team is looking into it.',
}

export const paymentHeld = ({ reason, link }: PaymentTold): MailContent => ({
  subject: 'Your card payment could not be booked yet',
  preview: 'You paid, and something stands in the way.',
  heading: 'Your card payment could not be booked yet',
  paragraphs: [
    (reason && held[reason]) ?? 'Our team is looking into it.',
    'Nothing is lost: it is booked later, or goes back to your card.',
  ],
  button: button(link),
})

export const paymentCleared = ({ link }: PaymentTold): MailContent => ({
  subject: 'The gold of your card payment is free',
  preview: 'You can use it as any other.',
  heading: 'The gold of your card payment is free',
  paragraphs: ['Your card payment is safe by now. You can keep the gold, end it or convert it.'],
  button: button(link),
})

export const paymentRefunded = ({ link }: PaymentTold): MailContent => ({
  subject: 'Money of your card payment goes back to your card',
  preview: 'The gold that was booked from it is taken back.',
  heading: 'Money of your card payment goes back to your card',
  paragraphs: [
    'How long it takes until you see it is up to your bank.',
    'What was booked from that money is taken back. If some of that gold is no longer there, it is owed; we tell you so in another mail.',
  ],
  advice: ['If you did not ask for this and know of no reason, please contact support.'],
  button: button(link),
})

export const paymentDisputed = ({ link }: PaymentTold): MailContent => ({
  subject: 'Your card payment is disputed',
  preview: 'Its gold is bound until that is decided.',
  heading: 'Your card payment is disputed',
  paragraphs: [
    'The bank of your card disputes a payment to us. Until that is decided the gold of this payment is bound: it is yours and shows, and cannot be ended or converted.',
    'If that is a mistake, please tell your bank so.',
  ],
  advice: [disputed],
  button: button(link),
})

export const paymentWon = ({ link }: PaymentTold): MailContent => ({
  subject: 'The dispute about your card payment is over',
  preview: 'Its gold is free.',
  heading: 'The dispute about your card payment is over',
  paragraphs: ['It was decided that the payment counts. You can keep the gold, end it or convert it.'],
  button: button(link),
})

export const paymentLost = ({ link }: PaymentTold): MailContent => ({
  subject: 'The bank of your card took money back',
  preview: 'The gold that was booked from it is taken back.',
  heading: 'The bank of your card took money back',
  paragraphs: [
    'A card payment was disputed, and the bank of the card has taken the money back. What was booked from it goes back, too. If some of that gold is no longer there, it is owed; we tell you so in another mail.',
  ],
  advice: [disputed],
  button: button(link),
})
