import type * as calls from '@ingot/endpoints/bank'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import type { Figure, HealthPart } from '../feature.ts'
import { policy } from '../policy.ts'
import type { Bank } from './bank.ts'
import { listRefused } from './inbox.ts'
import * as store from './overview-store.ts'
import { ownNumber } from './reading.ts'
import { dollarsOf, textOf, workingDaysBefore } from './rules.ts'

type Shown = ReplyOf<typeof calls.readBank>['data']

const accountOf = ({ house }: Bank): string => (house ? ownNumber(house) : '')

const sumText = ({ count, cents }: store.CountAndSum) => ({ count, sum: textOf(cents) })

export const readBank = async (bank: Bank): Promise<Shown> => {
  const { db, house, inbox } = bank
  const { books, last, difference } = await store.compareBooks(db, accountOf(bank))
  return {
    account: house
      ? { holder: house.holder, bank: house.bank, number: house.iban ?? house.number ?? '', bic: house.bic }
      : null,
    books: textOf(books),
    statement: last ? { sequence: last.last_sequence, closing: textOf(last.closing), until: last.until_on } : null,
    difference: difference === null ? null : textOf(difference),
    suspense: textOf((await balanceOf(db, houseAccount('USD', 'suspense'))).units),
    toPay: sumText(await store.sumPayments(db, 'Ready')),
    onTheWay: sumText(await store.sumPayments(db, 'Sent')),
    channel: {
      isOn: inbox !== undefined,
      lastAt: (await store.lastFromChannel(db))?.toISOString() ?? null,
    },
  }
}

const roles = ['Owner', 'Finance'] as const

export const bankFigures = ({ db }: Pick<Bank, 'db'>): Figure[] => {
  const figure = (name: string, title: string, unit: string, read: () => Promise<string>): Figure => ({
    ...{ name: `bank-${name}`, title, unit, roles, read },
  })
  return [
    figure('suspense', 'Lines in suspense', '', async () => String(await store.countLines(db, 'Suspense'))),
    figure('unexplained', 'Money that left the bank unexplained', '', async () =>
      String(await store.countLines(db, 'Unexplained')),
    ),
    figure('to-pay', 'To be paid by bank', 'USD', async () => textOf((await store.sumPayments(db, 'Ready')).cents)),
    figure('on-the-way', 'Sent to the bank and not yet paid', 'USD', async () =>
      textOf((await store.sumPayments(db, 'Sent')).cents),
    ),
  ]
}

/** Lines are worked within seconds; a day's worth within minutes. */
const stuckMs = 15 * 60_000

const alarm = (name: string, problem: string, advice: string): HealthPart => ({
  ...{ name: `bank-${name}`, ok: false, problem, advice },
})

const refusedAlarm = async ({ inbox }: Bank): Promise<HealthPart[]> => {
  const refused = inbox === undefined ? [] : await listRefused(inbox)
  if (!refused)
    return [
      {
        ...alarm('inbox', 'the folder of the bank cannot be read', 'Look whether BANK_INBOX is there and may be read.'),
        stops: 'bank',
      },
    ]
  if (refused.length === 0) return []
  const advice = `In the folder “refused” of the bank’s inbox lie ${refused.length} files, beside each what was wrong with it. Ask the bank, and take them away or move them back.`
  return [alarm('inbox', 'a statement of the bank was refused', advice)]
}

/** Anybody may ask for the health, and comparing books costs: what was found is told for so long. */
const keptMs = 5_000

export const createBankHealth = (bank: Bank) => {
  let kept: { at: number; parts: HealthPart[] } | undefined
  return async (): Promise<HealthPart[]> => {
    if (!kept || performance.now() - kept.at > keptMs) kept = { at: performance.now(), parts: await bankHealth(bank) }
    return kept.parts
  }
}

/** Named only while something is wrong. */
export const bankHealth = async (bank: Bank): Promise<HealthPart[]> => {
  const { db, house, now } = bank
  if (!house) return []
  const { last, difference } = await store.compareBooks(db, accountOf(bank))
  const overdue = workingDaysBefore(now(), policy.bank.statementDays)
  const late = await store.countLateSent(db, workingDaysBefore(now(), policy.bank.paymentDays))
  const stuck = await store.countStuck(db, new Date(now().getTime() - stuckMs))
  const unexplained = await store.countLines(db, 'Unexplained')
  return [
    ...(await refusedAlarm(bank)),
    ...(last && last.accepted_at < overdue
      ? [
          {
            ...alarm(
              'statements',
              'no statement of the bank came',
              'The last one is more than three working days old. Ask the bank.',
            ),
            stops: 'bank' as const,
          },
        ]
      : []),
    ...(late > 0
      ? [
          alarm(
            'payments',
            'payments were sent and no statement shows them',
            `${late} are on their way for more than five working days. Ask the bank; what it refused is taken back by two operators.`,
          ),
        ]
      : []),
    ...(stuck > 0
      ? [
          alarm(
            'lines',
            'lines of a statement wait',
            'The log of the worker names those that cannot be worked, and why.',
          ),
        ]
      : []),
    ...(unexplained > 0
      ? [alarm('unexplained', 'money left the bank unexplained', `${unexplained} lines wait in the queue of Finance.`)]
      : []),
    ...(difference
      ? [
          alarm(
            'books',
            'the books and the bank disagree',
            `They differ by ${dollarsOf(difference)}. Look at /operator/bank.`,
          ),
        ]
      : []),
  ]
}
