import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { subtract } from '@ingot/money/amount'
import { describe, expect, it } from 'vitest'
import {
  type CredentialChange,
  credentialChanged,
  newDevice,
  recoveryDone,
  resetPassword,
  verifyEmail,
  verifyEmailCode,
} from './mails.ts'
import { happened, heldUntil, link, makers, samples, usdt } from './sample-mails.ts'
import { type MailContent, renderMail } from './template.ts'
import { transferLeft } from './wallet-mails.ts'

const brand = { name: 'Ingot', accent: '#b8892b', legalLine: '', origin: 'https://gold.example' }

const registered = { ...happened, username: 'mia' }
const outgoing = { total: usdt('11'), amount: usdt('10'), fee: usdt('1'), to: '0xab' }

const changed = (what: CredentialChange, held: Date | null = heldUntil) =>
  credentialChanged({ ...happened, what, lockLink: link, heldUntil: held })

const all = Object.assign({}, ...Object.values(samples).map(({ mails }) => mails)) as Record<string, MailContent>

it('every mail that can be made is among the samples', () => {
  const known = Object.keys(makers).filter((name) => !['timeText', 'factsOf', 'percentText'].includes(name))
  expect(Object.keys(all).toSorted()).toEqual(known.toSorted())
})

/** Words that are no number of the policy: what two-factor authentication is called, and codes of states. */
const typed = /(?:'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)/g
const numberWords =
  /\d|\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand)\b/i

it('no number of the rules is typed in a mail: each comes from the policy, or with what the mail is about', () => {
  const files = readdirSync(import.meta.dirname).filter(
    (name) => /^(?:.*-)?mails\.ts$/.test(name) && name !== 'sample-mails.ts',
  )
  expect(files.length).toBeGreaterThan(20)
  const found = files.flatMap((name) =>
    (readFileSync(join(import.meta.dirname, name), 'utf8').match(typed) ?? [])
      .map((text) => text.replaceAll(/\$\{[^}]*\}/g, '').replaceAll(/'2fa-\w+'|2FA|en-GB|T00:00:00Z/g, ''))
      .filter((text) => / /.test(text) && numberWords.test(text))
      .map((text) => `${name}: ${text}`),
  )
  expect(found).toEqual([])
})

describe.each(Object.entries(all))('%s', (_name, mail) => {
  const { subject, html, text } = renderMail(mail, brand)

  it('carries the same links in both parts, and no other than ours', () => {
    const links = [mail.button?.url, mail.otherWay?.url, mail.stop].filter((url) => url !== undefined)
    const inHtml = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
    expect(new Set(inHtml)).toEqual(new Set([...links, brand.origin]))
    expect(text.match(/https:\S+/g) ?? []).toEqual([...links, brand.origin])
    expect(links.filter((url) => !url.startsWith(`${brand.origin}/`))).toEqual([])
  })

  it('shows no secret where a locked screen would', () => {
    expect(`${subject} ${mail.preview}`).not.toMatch(/402917|token/)
  })

  it('speaks calmly: sentence case, short, nothing exclaimed', () => {
    expect(text).not.toContain('!')
    expect(subject.length).toBeLessThanOrEqual(60)
    expect(subject).toMatch(/^[A-Z][^.]*[^.!?]$/)
    // A month, a place, an asset and a reference have capitals wherever they stand.
    expect(
      subject
        .replace(/October|Singapore|Account|Open a|Ingot/g, '')
        .split(' ')
        .slice(1)
        .join(' '),
    ).not.toMatch(/\b[A-Z][a-z]/)
    expect(mail.paragraphs.length).toBeLessThanOrEqual(3)
  })
})

it('what can be turned off says how, in both parts', () => {
  const stop = 'https://gold.example/no-more-mail/alerts.x.y'
  const { html, text } = renderMail({ ...(all.alertFired as MailContent), stop }, brand)
  for (const part of [html, text]) expect(part.replaceAll(/\s+/g, ' ')).toContain('turned on in your preferences')
  expect(html).toContain(`href="${stop}"`)
  expect(text).toContain(`\n${stop}\n`)
})

/** What somebody did, or asked for, who may not have been the owner. The house's own doings, and how a check ends, are no such acts. */
const acts = [
  ...['verifyEmail', 'verifyEmailCode', 'alreadyRegistered', 'resetPassword', 'credentialChanged', 'newDevice'],
  ...['recoveryRequested', 'recoveryDone', 'transferSent', 'transferLeft', 'transferWaits', 'addressAdded'],
  ...['outgoingUnfrozen', 'bankAccountAdded', 'bankAccountVerified', 'payoutRequested', 'withdrawalRequested'],
  ...['deliveryAddressAdded', 'paymentBooked', 'paymentRefunded', 'paymentDisputed', 'paymentLost', 'planFirst'],
  ...['nomineesConfirmed', 'nomineesInForce', 'nomineesWithdrawn', 'nomineesReminder', 'estateVetoed'],
  ...['inheritanceReceived', 'rewardPaid', 'remittanceReturned', 'ticketReceived', 'packReady', 'accountClosed'],
  'operatorInvitation',
]
it.each(acts)('%s says what to do if it was not you', (name) => {
  expect(renderMail(all[name] as MailContent, brand).text).toMatch(/If (it was|this was|you did) not/)
})

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
  expect(renderMail(recoveryDone({ signInLink: link, heldUntil: null }), brand).text).not.toContain('nothing can leave')
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
  expect(renderMail(all.alreadyRegistered as MailContent, brand).text.replaceAll('\n', ' ')).toContain(
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
