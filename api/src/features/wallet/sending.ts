import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import type { BodyOf, ReplyOf } from '@ingot/endpoints/endpoint'
import type { quoteTransfer, transferUsdt } from '@ingot/endpoints/wallet'
import type { Party, SendableAsset } from '@ingot/endpoints/wallet-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { placeHold } from '@ingot/ledger/hold'
import { LedgerError } from '@ingot/ledger/ledger-error'
import { recordMovements } from '@ingot/ledger/movement'
import { type Move, post, settledMove } from '@ingot/ledger/post'
import { sendMoves } from '@ingot/ledger/send'
import { type Amount, add, compare, isZero } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { record } from '../identity/identity.ts'
import { lockBook, noteDeparture } from '../trade/book-store.ts'
import { openBook } from './addresses.ts'
import { findReceiver, type Receiver } from './receivers.ts'
import { dayBefore, feeOf, isWithinLimits, leftOf, refuseOutsideLimits, usableFromOf, waitsUntilOf } from './rules.ts'
import { openSender } from './senders.ts'
import { walletMail } from './sent-jobs.ts'
import * as store from './store.ts'
import { transferOf } from './transfers.ts'
import { ownerOf, type Wallet } from './wallet.ts'

/** To another customer: final when it is posted. */
const innerMoves = <A extends SendableAsset>(amount: Amount<A>, fee: Amount<A>, from: string, to: string): Move[] => {
  const { asset } = amount
  const source = customerAccount(from, asset, 'available')
  return [
    settledMove<SendableAsset>(amount, { from: source, to: customerAccount(to, asset, 'available') }),
    ...(isZero(fee) ? [] : [settledMove<SendableAsset>(fee, { from: source, to: houseAccount(asset, 'fees') })]),
  ]
}

type Wanted = {
  id: string
  customer: string
  amount: Amount<SendableAsset>
  fee: Amount<SendableAsset>
  requestedAt: Date
}

type InnerReceiver = Exclude<Receiver, { kind: 'address' }>

const sendToCustomer = async (tx: Tx, wanted: Wanted, given: InnerReceiver): Promise<store.NewTransfer> => {
  const { id, customer, amount, fee, requestedAt } = wanted
  const { id: receiver } = given
  const book = await lockBook(tx, customer, amount.asset)
  const { entry } = await post(tx, {
    reference: `transfer:${id}`,
    kind: 'transfer',
    causedBy: ownerOf(customer),
    moves: innerMoves(amount, fee, customer, receiver),
  })
  await noteDeparture(tx, customer, book, requestedAt)
  await recordMovements(tx, [
    { owner: ownerOf(customer), type: 'transfer-out', entry },
    { owner: ownerOf(receiver), type: 'transfer-in', entry },
  ])
  return { ...wanted, receiver, wallet: given.kind === 'wallet' ? given.address : null, entry }
}

const sendToAddress = async (tx: Tx, wanted: Wanted, address: string): Promise<store.NewTransfer> => {
  const { id, customer, amount, fee, requestedAt } = wanted
  const book = await lockBook(tx, customer, amount.asset)
  const { entry } = await post(tx, {
    reference: `transfer:${id}`,
    kind: 'send',
    causedBy: ownerOf(customer),
    moves: sendMoves<SendableAsset>(amount, customerAccount(customer, amount.asset, 'available'), fee),
    details: { to: address },
  })
  await noteDeparture(tx, customer, book, requestedAt)
  await recordMovements(tx, [{ owner: ownerOf(customer), type: 'send', entry }])
  return { ...wanted, address, entry }
}

const setAside = async (tx: Tx, wanted: Wanted, address: string, leavesAt: Date): Promise<store.NewTransfer> => {
  const { id, customer, amount, fee } = wanted
  const hold = await placeHold<SendableAsset>(tx, {
    customer,
    amount: add<SendableAsset>(amount, fee),
    // It ends with the transfer and never by itself, so that nothing counts as waiting without it.
    expiresAt: null,
    reference: `transfer:${id}`,
    causedBy: ownerOf(customer),
  })
  return { ...wanted, address, hold: hold.id, leavesAt, waitsUntil: waitsUntilOf(leavesAt) }
}

const moveValue = async (tx: Tx, wallet: Wallet, wanted: Wanted, receiver: Receiver): Promise<store.NewTransfer> => {
  if (receiver.kind !== 'address') return sendToCustomer(tx, wanted, receiver)
  const { address } = receiver
  const saved = receiver.saved ?? (await openBook(tx, wallet, wanted.customer, { address, label: '' }))
  return saved.usable_from > wanted.requestedAt
    ? setAside(tx, wanted, address, saved.usable_from)
    : sendToAddress(tx, wanted, address)
}

/** What the ledger refuses for want of money, as its customer reads it. */
export const sayingTooLow = async <T>(customer: string, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    const own = error instanceof LedgerError && error.account?.startsWith(`${ownerOf(customer)}/`)
    throw own && error.refusal === 'BalanceTooLow' ? new Failure('BalanceTooLow') : error
  }
}

type Sent = BodyOf<typeof transferUsdt>
type Asked = { from: Origin; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

/** Sends at once, or sets aside what goes to a new address until its waiting time is over. */
export const sendTransfer = (
  wallet: Wallet,
  person: Pick<Person, 'id'>,
  asset: SendableAsset,
  sent: Sent,
  asked: Asked,
) => {
  const { identity } = wallet
  return runOperation(identity.db, asked.operation, async (tx) => {
    await asked.useGrants(tx)
    await openSender(tx, wallet, person.id)
    const requestedAt = identity.now()
    const receiver = await findReceiver(wallet, tx, { sender: person.id, text: sent.receiver })
    const amount = parseAmount<SendableAsset>(asset, sent.amount)
    const fee = feeOf(asset, receiver.kind === 'address' ? 'outside' : 'inner')
    if (sent.fee !== undefined && parseAmount(asset, sent.fee).units !== fee.units)
      throw new Failure('FeeChanged', { fee: formatAmount(fee) })
    refuseOutsideLimits(amount, await store.sentSince(tx, person.id, asset, dayBefore(requestedAt)))
    const wanted = { id: randomUUID(), customer: person.id, amount, fee, requestedAt }
    const moved = await sayingTooLow(person.id, moveValue(tx, wallet, wanted, receiver))
    const row = await store.insertTransfer(tx, moved)
    await record(tx, identity, { customer: person.id, kind: 'transfer-requested', from: asked.from })
    await identity.outbox.send(tx, walletMail, {
      customer: person.id,
      kind: row.state === 'waiting' ? 'transfer-waits' : 'transfer-sent',
      subject: row.id,
      at: requestedAt.toISOString(),
      ...asked.from,
    })
    return { data: await transferOf(tx, row) }
  })
}

const partyOf = (receiver: Receiver): Party => {
  if (receiver.kind === 'customer') return { kind: 'customer', username: receiver.username }
  const label = receiver.kind === 'address' ? receiver.saved?.label : undefined
  return { kind: 'address', address: receiver.address, label: label ?? '' }
}

type Quoted = ReplyOf<typeof quoteTransfer>['data']

/** Says what a transfer would come to, and what would be in its way. */
export const quoteFor = async (
  wallet: Wallet,
  { id }: Person,
  { asset, receiver: text, amount: typed }: { asset: SendableAsset; receiver: string; amount: string },
): Promise<Quoted> => {
  const { db, now } = wallet.identity
  const receiver = await findReceiver(wallet, db, { sender: id, text })
  const isInner = receiver.kind !== 'address'
  const amount = parseAmount<SendableAsset>(asset, typed)
  const fee = feeOf(asset, isInner ? 'inner' : 'outside')
  const total = add<SendableAsset>(amount, fee)
  const available = await balanceOf<SendableAsset>(db, customerAccount(id, asset, 'available'))
  const sentToday = await store.sentSince(db, id, asset, dayBefore(now()))
  const usableFrom = isInner ? null : (receiver.saved?.usable_from ?? usableFromOf(now()))
  return {
    asset,
    receiver: partyOf(receiver),
    inner: isInner,
    amount: formatAmount(amount),
    fee: formatAmount(fee),
    total: formatAmount(total),
    available: formatAmount(available),
    affordable: compare<SendableAsset>(available, total) >= 0,
    withinLimits: isWithinLimits(amount, sentToday),
    leftToday: formatAmount(leftOf(asset, sentToday)),
    leavesAt: usableFrom && usableFrom > now() ? usableFrom.toISOString() : null,
  }
}
