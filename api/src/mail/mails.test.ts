import { subtract } from '@ingot/money/amount'
import { parseAmount } from '@ingot/money/amount-text'
import { describe, expect, it } from 'vitest'
import { alertFired } from './alert-mails.ts'
import { bankAccountAdded, bankAccountRejected, bankAccountSuspended, bankAccountVerified } from './bank-mails.ts'
import * as consultants from './consultant-mails.ts'
import { invitation } from './invitation-mails.ts'
import { identityVerified, verificationAgain, verificationDeclined } from './kyc-mails.ts'
import {
  accountLocked,
  alreadyRegistered,
  type CredentialChange,
  credentialChanged,
  newDevice,
  recoveryDone,
  recoveryRequested,
  resetPassword,
  verifyEmail,
  verifyEmailCode,
} from './mails.ts'
import * as payments from './payment-mails.ts'
import { type PlanTold, planFirst, planPaused, planSkipped } from './plan-mails.ts'
import { feeRises } from './policy-mails.ts'
import * as staking from './staking-mails.ts'
import { statementReady } from './statement-mails.ts'
import { type MailContent, renderMail } from './template.ts'
import { transferLeft } from './wallet-mails.ts'

const brand = { name: 'Ingot', accent: '#b8892b', legalLine: '', origin: 'https://gold.example' }
const link = 'https://gold.example/do?token=secret-of-the-link'
const signInLink = 'https://gold.example/signin'
const resetLink = 'https://gold.example/reset'
const heldUntil = new Date('2026-11-17T04:02:11Z')
// Said in another zone, to see that mails do not.
const happened = { at: new Date('2026-11-15T05:02:11+01:00'), device: 'Firefox 145 on Windows', address: '203.0.113.7' }

const usdt = (text: string) => parseAmount('USDT', text)
const outgoing = { total: usdt('11'), amount: usdt('10'), fee: usdt('1'), to: '0xab' }

const registered = { ...happened, username: 'mia' }

const changed = (what: CredentialChange, held: Date | null = heldUntil) =>
  credentialChanged({ ...happened, what, lockLink: link, heldUntil: held })

const ofPlan: PlanTold = { product: 'GAE', amount: usdt('20'), every: 'week', on: '2026-11-04', link }

const all: Record<string, { mail: MailContent; links: string[] }> = {
  verifyEmail: {
    mail: verifyEmail({ ...registered, link, hours: 24, code: '402917', minutes: 10 }),
    links: [link],
  },
  verifyEmailCode: { mail: verifyEmailCode({ ...registered, code: '402917', minutes: 10 }), links: [] },
  alreadyRegistered: { mail: alreadyRegistered({ signInLink, resetLink }), links: [signInLink, resetLink] },
  resetPassword: { mail: resetPassword({ link, minutes: 30 }), links: [link] },
  credentialChanged: { mail: changed('password-changed'), links: [link] },
  newDevice: { mail: newDevice({ ...happened, lockLink: link }), links: [link] },
  recoveryRequested: { mail: recoveryRequested({ ...happened, endsAt: heldUntil, vetoLink: link }), links: [link] },
  recoveryDone: { mail: recoveryDone({ signInLink, heldUntil }), links: [signInLink] },
  accountLocked: { mail: accountLocked({ resetLink }), links: [resetLink] },
  invitation: {
    mail: invitation({ brand: 'Ingot', from: 'Anna B.', name: 'Bea', link, stop: `${signInLink}/stop` }),
    links: [link, `${signInLink}/stop`],
  },
  identityVerified: { mail: identityVerified({ link }), links: [link] },
  verificationAgain: { mail: verificationAgain({ link }), links: [link] },
  verificationDeclined: { mail: verificationDeclined({ link }), links: [link] },
  feeRises: {
    mail: feeRises({ fee: 'the fee for trading', before: '25', after: '30', from: heldUntil, link }),
    links: [link],
  },
  planFirst: { mail: planFirst(ofPlan), links: [link] },
  planSkipped: { mail: planSkipped({ ...ofPlan, reason: 'no-money' }), links: [link] },
  planPaused: { mail: planPaused({ ...ofPlan, reason: 'skipped', missed: 'above-ceiling' }), links: [link] },
  statementReady: { mail: statementReady({ month: 'October 2026', link }), links: [link] },
  alertFired: {
    mail: alertFired({ kind: 'moves', level: '2', price: '101.25', at: happened.at, link }),
    links: [link],
  },
  ...Object.fromEntries(
    Object.entries(payments).map(([name, mail]) => [name, { mail: mail({ reason: 'no-gold', link }), links: [link] }]),
  ),
  ...Object.fromEntries(
    Object.entries(consultants).map(([name, mail]) => [
      name,
      {
        mail: mail({
          ...{ name: 'Anna B.', text: 'How does it work?', report: 'Pressure', reason: 'Please call us.' },
          ...{ hiddenUntil: heldUntil, link },
        }),
        links: [link],
      },
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(staking).map(([name, mail]) => [
      name,
      {
        mail: mail({ number: '7', isSold: true, currency: 'USDT', reason: 'Please call us.', why: 'PoolEmpty', link }),
        links: [link],
      },
    ]),
  ),
  bankAccountAdded: {
    mail: bankAccountAdded({ ...happened, country: 'DE', hours: 48, freezeLink: link, cancelLink: resetLink }),
    links: [link, resetLink],
  },
  bankAccountVerified: { mail: bankAccountVerified({ country: 'DE', payableFrom: heldUntil, link }), links: [link] },
  bankAccountRejected: { mail: bankAccountRejected({ country: 'DE', reason: 'code', link }), links: [link] },
  bankAccountSuspended: {
    mail: bankAccountSuspended({ country: 'DE', reason: 'payment-returned', link }),
    links: [link],
  },
  transferLeft: {
    mail: transferLeft({ ...outgoing, at: happened.at, freezeLink: link }),
    links: [link],
  },
}

describe.each(Object.entries(all))('%s', (_name, { mail, links }) => {
  const { subject, html, text } = renderMail(mail, brand)

  it('carries the same links in both parts, and no other', () => {
    const inHtml = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    const inText = text.match(/https:\S+/g) ?? []
    expect(new Set(inHtml)).toEqual(new Set([...links, brand.origin]))
    expect(inText).toEqual([...links, brand.origin])
  })

  it('shows no secret where a locked screen would', () => {
    expect(`${subject} ${mail.preview}`).not.toMatch(/402917|token/)
  })

  it('speaks calmly: sentence case, short, nothing exclaimed', () => {
    expect(text).not.toContain('!')
    expect(subject.length).toBeLessThanOrEqual(60)
    expect(subject).toMatch(/^[A-Z][^.]*[^.!?]$/)
    // A month has a capital wherever it stands.
    expect(subject.replace('October', '').split(' ').slice(1).join(' ')).not.toMatch(/\b[A-Z][a-z]/)
    expect(mail.paragraphs.length).toBeLessThanOrEqual(3)
  })
})

// A lock is only ever asked for by the owner, with a link from the owner's mail; how a check ends nobody asks for, nor fees nor the end of a month.
const notAnAct = [
  'bankAccountRejected',
  'bankAccountSuspended',
  'planSkipped',
  'planPaused',
  'alertFired',
  'feeRises',
  'statementReady',
  'accountLocked',
  'invitation',
  'identityVerified',
  'verificationAgain',
  'verificationDeclined',
  'paymentHeld',
  'paymentCleared',
  'paymentWon',
  'stakeEnded',
  'stakeLeft',
  'stakeRenewed',
  'stakeNotRenewed',
  'rewardRejected',
  ...Object.keys(consultants),
]
it.each(Object.entries(all).filter(([name]) => !notAnAct.includes(name)))(
  '%s says what to do if it was not you',
  (_name, { mail }) => {
    expect(renderMail(mail, brand).text).toMatch(/If (it was|you did) not/)
  },
)

it('says how long a link or a code works', () => {
  const text = (mail: MailContent) => renderMail(mail, brand).text.replaceAll('\n', ' ')
  const both = { ...registered, link, code: '402917' }
  expect(text(verifyEmail({ ...both, hours: 1, minutes: 1 }))).toContain('works once, within 1 hour.')
  expect(text(verifyEmail({ ...both, hours: 24, minutes: 10 }))).toMatch(/for 10 minutes:.*once, within 24 hours\./)
  expect(text(verifyEmailCode({ ...registered, code: '402917', minutes: 10 }))).toContain('works for 10 minutes')
  expect(text(resetPassword({ link, minutes: 30 }))).toContain('works once, within 30 minutes.')
})

it('has the code below the button where there are both, in both parts', () => {
  const { html, text } = renderMail(verifyEmail({ ...registered, link, hours: 24, code: '402917', minutes: 10 }), brand)
  for (const part of [html, text]) {
    expect(part.indexOf('402917')).toBeGreaterThan(part.indexOf(link))
    expect(part.split('402917')).toHaveLength(2)
  }
})

it('says times in UTC, and says so', () => {
  const { text } = renderMail(changed('pin-changed'), brand)
  expect(text).toContain('When: 15 November 2026 at 04:02 UTC')
  expect(text.replaceAll('\n', ' ')).toContain('until 17 November 2026 at 04:02 UTC.')
})

it('says from where, and when that is not known', () => {
  expect(renderMail(newDevice({ ...happened, lockLink: link }), brand).text).toContain(
    'Device: Firefox 145 on Windows\nIP address: 203.0.113.7',
  )
  expect(renderMail(newDevice({ ...happened, device: '', address: '', lockLink: link }), brand).text).toContain(
    'Device: Unknown\nIP address: Unknown',
  )
})

it('speaks of the hold only where there is one', () => {
  expect(renderMail(changed('2fa-disabled'), brand).text).toContain('nothing can leave your account')
  expect(renderMail(changed('pin-set', null), brand).text).not.toContain('nothing can leave')
  expect(renderMail(recoveryDone({ signInLink, heldUntil: null }), brand).text).not.toContain('nothing can leave')
})

it('tells every change of credentials apart by its subject', () => {
  const kinds: CredentialChange[] = [
    'password-changed',
    'password-reset',
    'pin-set',
    'pin-changed',
    '2fa-enabled',
    '2fa-disabled',
    'backup-codes-replaced',
    'backup-code-used',
  ]
  expect(new Set(kinds.map((kind) => changed(kind).subject)).size).toBe(kinds.length)
})

it('assures the owner that a stranger learnt nothing of the account', () => {
  expect(renderMail(all.alreadyRegistered?.mail as MailContent, brand).text.replaceAll('\n', ' ')).toContain(
    'Whoever tried was not told that you have an account.',
  )
})

it.each([
  ['11', '1', ['Total: 11.00 USDT', 'Amount: 10.00 USDT', 'Fee: 1.00 USDT']],
  ['1234.5', '0', ['Total: 1,234.50 USDT', 'Amount: 1,234.50 USDT', 'Fee: None']],
  ['10.123456', '0.001', ['Total: 10.12 USDT (exactly 10.123456)', 'Fee: <0.01 USDT (exactly 0.001)']],
])('a transfer of %s with a fee of %s in it is told as on every page, and to the last digit', (total, fee, lines) => {
  const sums = { total: usdt(total), fee: usdt(fee), amount: subtract(usdt(total), usdt(fee)) }
  const { text } = renderMail(transferLeft({ ...outgoing, ...sums, at: happened.at, freezeLink: link }), brand)
  expect(text.split('\n')).toEqual(expect.arrayContaining(lines))
})
