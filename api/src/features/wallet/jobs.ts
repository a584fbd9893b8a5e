import type { Db } from '@ingot/db/connect'
import { handler, job, type Outbox } from '@ingot/db/jobs'
import { advance } from '@ingot/db/states'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { SendableAsset } from '@ingot/endpoints/wallet-fields'
import { recordMovements } from '@ingot/ledger/movement'
import { sendHold } from '@ingot/ledger/send'
import type { Mailer } from '@ingot/providers/mail/mail'
import type { Logger } from 'pino'
import { type Config, siteOf } from '../../config.ts'
import { createMailing } from '../../mail/mailing.ts'
import type { Happened } from '../../mail/mails.ts'
import type { MailContent } from '../../mail/template.ts'
import * as mails from '../../mail/wallet-mails.ts'
import { policy } from '../../policy.ts'
import { owedBy } from '../debts/debts.ts'
import { outgoingHeldUntil, record } from '../identity/identity.ts'
import { deviceOf } from '../identity/rules.ts'
import { readCustomer } from '../identity/store.ts'
import { lockBook, noteDeparture } from '../trade/book-store.ts'
import { deleteExpiredLinks } from './link-store.ts'
import { newLink } from './links.ts'
import { releaseOf, transferStates } from './rules.ts'
import { walletMail } from './sent-jobs.ts'
import * as store from './store.ts'
import { amountsOf, callOff, receiverOf } from './transfers.ts'
import { ownerOf } from './wallet.ts'

const day = 24 * 3600_000

const release = job({
  name: 'release-transfers',
  attempts: 1,
  retryDelaySeconds: 30,
  retryDelayMaxSeconds: 60,
  schedule: '* * * * *',
})
const purge = job({
  name: 'purge-wallet',
  attempts: 3,
  retryDelaySeconds: 60,
  retryDelayMaxSeconds: 600,
  schedule: '53 4 * * *',
})

type JobDeps = { db: Db; config: Config; mailer: Mailer; outbox: Outbox; log: Logger; now?: () => Date }

/** Lets a transfer go whose waiting time is over, or does what has to be done instead. Looks first, so it may run twice. */
const releaseOne = (
  { db, outbox }: Pick<JobDeps, 'db' | 'outbox'>,
  now: Date,
  { id, customer }: { id: string; customer: string },
) =>
  inTransaction(db, async (tx) => {
    const sender = await store.lockSender(tx, customer)
    const row = await store.readTransfer(tx, id)
    if (row?.state !== 'waiting' || row.address === null || row.waits_until === null) return
    const saved = await store.findAddress(tx, customer, row.address)
    const what = releaseOf({
      now,
      frozen: sender.frozenAt !== null,
      verified: sender.kycStatus === 'Verified',
      declined: sender.declined,
      owes: (await owedBy(tx, customer)) > 0n,
      heldUntil: outgoingHeldUntil(sender.credentialsChangedAt, now),
      usableFrom: saved?.usable_from ?? null,
      waitsUntil: row.waits_until,
    })
    if (what instanceof Date) return store.postpone(tx, id, what)
    const byClock = { at: now.toISOString(), address: '', agent: '' }
    if (what !== 'send') {
      await callOff(tx, row, { ...what, causedBy: 'clock', at: now })
      await record(tx, { now: () => now }, { customer, kind: 'transfer-ended', from: byClock })
      // Who froze his account, or took the address off, knows.
      if (what.reason !== 'frozen' && what.reason !== 'address-removed')
        await outbox.send(tx, walletMail, { customer, kind: 'transfer-ended', subject: id, ...byClock })
      return
    }
    const { amount, fee } = amountsOf(row)
    const book = await lockBook(tx, customer, amount.asset)
    const { entry } = await sendHold<SendableAsset>(tx, BigInt(row.hold ?? 0), {
      amount,
      fee,
      to: row.address,
      reference: `transfer-released:${id}`,
      causedBy: ownerOf(customer),
    })
    await noteDeparture(tx, customer, book, now)
    await recordMovements(tx, [{ owner: ownerOf(customer), type: 'send', entry }])
    const data = { customer, kind: 'transfer-left', subject: id, ...byClock } as const
    const message = { outbox, job: walletMail, data }
    await advance(tx, transferStates, id, {
      to: 'posted',
      by: 'clock',
      at: now,
      set: { entry: String(entry) },
      message,
    })
  })

/** What the wallet does later: lets transfers go whose waiting time is over, and writes mails. */
export const walletJobs = ({ db, config, mailer, outbox, log, now = () => new Date() }: JobDeps) => {
  const origin = siteOf(config)
  const send = createMailing(config, mailer)

  const letGo = createSweep({
    name: 'letting a transfer go',
    due: (after, most) => store.dueTransfers(db, now(), { after, most }),
    work: (due) => releaseOne({ db, outbox }, now(), due),
    log,
  })
  const releaseAll = handler(release, letGo)

  const freezeLink = async (customer: string) => {
    const expiresAt = new Date(now().getTime() + policy.wallet.freezeLinkDays * day)
    return `${origin}/freeze-outgoing/${await newLink(db, { customer, purpose: 'freeze', expiresAt })}`
  }

  /** What a mail about a transfer or an address says; nothing when that is gone by now. */
  const aboutTransfer = async (
    customer: string,
    { id, kind }: { id: string; kind: 'transfer-sent' | 'transfer-waits' | 'transfer-left' | 'transfer-ended' },
    when: Happened,
  ): Promise<MailContent | undefined> => {
    const row = await store.readTransfer(db, id)
    if (!row) return
    const receiver = receiverOf(row)
    const outgoing = {
      ...amountsOf(row),
      to: receiver.kind === 'address' ? receiver.address : receiver.username,
    }
    if (kind === 'transfer-ended')
      return row.end_reason === null
        ? undefined
        : mails.transferEnded({ ...when, ...outgoing, reason: row.end_reason, link: `${origin}/transactions` })
    const given = { ...when, ...outgoing, freezeLink: await freezeLink(customer) }
    if (kind === 'transfer-left') return mails.transferLeft(given)
    if (row.state === 'posted' || row.leaves_at === null || row.waits_until === null) return mails.transferSent(given)
    if (row.state !== 'waiting') return
    // As long as it may wait, should it have to wait for longer than was said.
    const token = await newLink(db, { customer, purpose: 'cancel-transfer', subject: id, expiresAt: row.waits_until })
    return mails.transferWaits({ ...given, leavesAt: row.leaves_at, cancelLink: `${origin}/cancel-transfer/${token}` })
  }

  const aboutAddress = async (customer: string, id: string, when: Happened): Promise<MailContent | undefined> => {
    const row = await store.readAddress(db, id)
    if (!row) return
    const expiresAt = row.usable_from
    const token = await newLink(db, { customer, purpose: 'cancel-address', subject: id, expiresAt })
    return mails.addressAdded({
      ...when,
      to: row.address,
      usableFrom: row.usable_from,
      freezeLink: await freezeLink(customer),
      cancelLink: `${origin}/cancel-address/${token}`,
    })
  }

  const sendMail = handler(walletMail, async ({ customer, kind, subject = '', at, address, agent }, id) => {
    const when = { at: new Date(at), device: deviceOf(agent), address }
    const content = async () => {
      if (kind === 'outgoing-frozen') return mails.outgoingFrozen({ ...when, link: origin })
      if (kind === 'outgoing-frozen-by-us') return mails.outgoingFrozenByUs(when.at)
      if (kind === 'outgoing-unfrozen' || kind === 'outgoing-unfrozen-by-us')
        return mails.outgoingUnfrozen({ ...when, freezeLink: await freezeLink(customer) })
      if (kind === 'address-added') return aboutAddress(customer, subject, when)
      return aboutTransfer(customer, { id: subject, kind }, when)
    }
    const { email } = await readCustomer(db, customer)
    const written = await content()
    if (written) await send(id, email, written)
  })

  const forget = handler(purge, () => deleteExpiredLinks(db, now()))

  return [releaseAll, sendMail, forget]
}
