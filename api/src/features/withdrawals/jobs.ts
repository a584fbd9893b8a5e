import type { Db } from '@ingot/db/connect'
import { handler, job } from '@ingot/db/jobs'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf, sum, zero } from '@ingot/money/amount'
import type { Mailer } from '@ingot/providers/mail/mail'
import type { Logger } from 'pino'
import { type Config, siteOf } from '../../config.ts'
import { createMailing } from '../../mail/mailing.ts'
import * as mails from '../../mail/withdrawal-mails.ts'
import { policy } from '../../policy.ts'
import { deviceOf } from '../identity/rules.ts'
import { readCustomer } from '../identity/store.ts'
import { newLink } from '../wallet/links.ts'
import { callOffWithdrawals } from '../wallet/sent-jobs.ts'
import { findAddress, removeWaiting } from './address-store.ts'
import { callOffAll, dueToStop, type Ending, stopOne } from './ending.ts'
import { totalOf } from './fees.ts'
import { withdrawalMail } from './sent-jobs.ts'
import { readOrder } from './stopping-store.ts'
import { findWithdrawal, type StoredWithdrawal } from './store.ts'
import { counterOf } from './withdrawals.ts'

const eachMinute = { attempts: 1, retryDelaySeconds: 30, retryDelayMaxSeconds: 60, schedule: '* * * * *' }
const stop = job({ ...eachMinute, name: 'stop-withdrawals' })

type JobDeps = Ending & { config: Config; mailer: Mailer; log: Logger }

const dayMs = 24 * 3600_000
const daysAfter = (at: Date, days: number) => new Date(at.getTime() + days * dayMs)

/** 2 × 100 g, 1 × 10 g. */
const barsText = (bars: StoredWithdrawal['bars']): string => {
  const counts = new Map<string, number>()
  for (const { grossGrams } of bars) counts.set(grossGrams, (counts.get(grossGrams) ?? 0) + 1)
  return [...counts].map(([size, count]) => `${count} × ${size} g`).join(', ')
}

/** What a mail says of one, or of all that were asked for together. */
const aboutOf = (parcels: readonly StoredWithdrawal[], first: StoredWithdrawal, at: Date, origin: string) => ({
  numbers: parcels.map(({ number }) => number).join(', '),
  bars: barsText(parcels.flatMap(({ bars }) => bars)),
  grams: amountOf(
    first.grams.asset,
    parcels.reduce((units, { grams }) => units + grams.units, 0n),
  ),
  fees: sum(
    'USD',
    parcels.map(({ fees }) => totalOf(fees)),
  ),
  at,
  link: `${origin}/Physical-Withdrawal/${first.id}`,
})

/** What changed may have changed again before it was told of: then there is nothing to tell, or something else. */
const mailOf = (kind: string, withdrawal: StoredWithdrawal, about: ReturnType<typeof aboutOf>, config: Config) => {
  const { withdrawalDates } = policy
  const { at } = about
  if (kind === 'ended') return withdrawal.reason && mails.withdrawalEnded({ ...about, why: withdrawal.reason })
  if (kind === 'sent')
    return mails.withdrawalSent({ ...about, carrier: withdrawal.carrier, tracking: withdrawal.tracking })
  if (kind === 'ready')
    return mails.withdrawalReady({
      ...about,
      counter: counterOf({ config }) ?? '',
      until: daysAfter(at, withdrawalDates.collectDays),
    })
  if (kind === 'delivered')
    return mails.withdrawalDelivered({ ...about, until: daysAfter(at, withdrawalDates.disputeDays) })
  if (kind === 'late') return withdrawal.state === 'Late' && mails.withdrawalLate(about)
  if (kind === 'lost') return mails.withdrawalLost(about)
  if (kind === 'returned') return mails.withdrawalReturned({ ...about, why: withdrawal.reason })
  if (kind === 'replaced') return mails.withdrawalReplaced(about)
  const isLost = withdrawal.history.some(({ state }) => state === 'Lost')
  const backFees = isLost ? totalOf(withdrawal.fees) : zero('USD')
  return mails.withdrawalCredited({ ...about, backGrams: amountOf('QMGT', withdrawal.grams.units), backFees })
}

const linkMaker = (db: Db, now: () => Date, origin: string) => {
  return async (customer: string, to: { purpose: 'freeze' } | { purpose: 'cancel-withdrawal'; subject: string }) => {
    const expiresAt = daysAfter(now(), policy.wallet.freezeLinkDays)
    const page = to.purpose === 'freeze' ? 'freeze-outgoing' : 'cancel-withdrawal'
    return `${origin}/${page}/${await newLink(db, { customer, expiresAt, ...to })}`
  }
}

/** What is done later: withdrawals that may not leave are called off, and mails are written. */
export const withdrawalJobs = ({ db, config, mailer, outbox, log, now }: JobDeps) => {
  const origin = siteOf(config)
  const send = createMailing(config, mailer)
  const ending = { db, outbox, now }
  const linkTo = linkMaker(db, now, origin)

  const stopAll = createSweep({
    name: 'calling a withdrawal off',
    due: (after, most) => dueToStop(ending, after, most),
    work: (due) => stopOne(ending, due),
    log,
  })

  const addressMail = async (customer: string, id: string, when: { at: Date; device: string; address: string }) => {
    const address = await findAddress(db, customer, id)
    // What was removed before it was told of needs no link.
    if (!address) return
    const link = `${origin}/Physical-Withdrawal`
    const freezeLink = await linkTo(customer, { purpose: 'freeze' })
    return mails.deliveryAddressAdded({ ...when, usableFrom: address.usable_from, link, freezeLink })
  }
  const requestedMail = async (withdrawal: StoredWithdrawal, when: { at: Date; device: string; address: string }) => {
    const { id, customer, order } = withdrawal
    const parcels = await readOrder(db, order)
    // What was called off before it was told of needs no link.
    if (parcels.every(({ state }) => state !== 'Requested')) return
    const about = aboutOf(parcels, withdrawal, when.at, origin)
    const freezeLink = await linkTo(customer, { purpose: 'freeze' })
    const cancelLink = await linkTo(customer, { purpose: 'cancel-withdrawal', subject: id })
    return mails.withdrawalRequested({ ...about, ...when, freezeLink, cancelLink })
  }

  const mail = handler(withdrawalMail, async ({ customer, kind, withdrawal: id, at, address, agent }, task) => {
    const when = { at: new Date(at), device: deviceOf(agent), address }
    const content = async () => {
      if (kind === 'address-added') return addressMail(customer, id, when)
      const withdrawal = await findWithdrawal(db, id)
      if (!withdrawal) return
      if (kind === 'requested') return requestedMail(withdrawal, when)
      return mailOf(kind, withdrawal, aboutOf([withdrawal], withdrawal, when.at, origin), config)
    }
    const written = await content()
    if (written) await send(task, (await readCustomer(db, customer)).email, written)
  })

  const callOff = handler(callOffWithdrawals, async ({ customer, at }) => {
    const until = new Date(at)
    // Where a parcel could soon go, and could not yet: it may be whoever the account is frozen against that added it.
    await inTransaction(db, (tx) => removeWaiting(tx, customer, until))
    await callOffAll(ending, customer, until)
  })

  return [handler(stop, stopAll), callOff, mail]
}
