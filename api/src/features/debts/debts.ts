import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { type Move, move } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { type Deps, once } from '../../feature.ts'
import { least } from '../trade/rules.ts'
import { debtMail } from './sent-jobs.ts'
import * as store from './store.ts'

/** What the services of debts work with. */
export type Debts = { db: Db; now: () => Date; outbox: Outbox }

export const debtsOf = once(({ db, now, outbox }: Deps): Debts => ({ db, now, outbox }))

export const dollarTokens = ['USDT', 'USDAU'] as const satisfies readonly store.DollarToken[]

const owedAccount = (customer: string) => customerAccount(customer, 'USD', 'owed')
const receivable = houseAccount('USD', 'receivable')

/** What a customer owes, in cents. While it is above zero nothing leaves. */
export const owedBy = store.sumOwed

/**
 * Notes what a customer owes from now on, and tells him. The move belongs into the entry of what made it, so that neither is
 * there without the other. What lies in the wallet by now is left alone.
 */
export const owe = async (
  tx: Tx,
  { outbox }: Pick<Debts, 'outbox'>,
  debt: Omit<store.NewDebt, 'id'>,
): Promise<Move> => {
  const { customer, cents } = debt
  for (const asset of dollarTokens) {
    const { units } = await balanceOf(tx, customerAccount<store.DollarToken>(customer, asset, 'available'))
    await store.noteFloor(tx, customer, asset, units)
  }
  const id = randomUUID()
  await store.insertDebt(tx, { ...debt, id })
  await outbox.send(tx, debtMail, { customer, kind: 'owed', debt: id })
  return move(amountOf('USD', cents), { from: receivable, to: owedAccount(customer) })
}

/** A payment of debts that is being made: what of it counts, and what is to be posted with it. */
export type Settling = { cents: bigint; moves: Move[]; parts: { id: string; cents: bigint }[]; isLast: boolean }

/** Oldest first, as far as so many cents reach. Nobody else settles anything of this customer until the transaction ends. */
export const beginSettling = async (tx: Tx, customer: string, most: bigint): Promise<Settling | undefined> => {
  const open = await store.lockOpenDebts(tx, customer)
  const parts: Settling['parts'] = []
  let rest = most
  for (const { id, left } of open) {
    const cents = least(left, rest)
    if (cents > 0n) parts.push({ id, cents })
    rest -= cents
  }
  const cents = most - rest
  if (cents === 0n) return
  const isLast = cents === open.reduce((sum, { left }) => sum + left, 0n)
  return {
    cents,
    moves: [move(amountOf('USD', cents), { from: owedAccount(customer), to: receivable })],
    parts,
    isLast,
  }
}

type Paying = Pick<store.Settlement, 'customer' | 'by' | 'entry' | 'at'> & {
  asset: store.Settlement['paid']['asset']
  /** Base units of it for a cent. */
  perCent: bigint
}

/** Writes down what was posted. Whoever owes nothing any more is told. */
export const endSettling = async (
  tx: Tx,
  { outbox }: Pick<Debts, 'outbox'>,
  { parts, isLast }: Settling,
  { asset, perCent, ...given }: Paying,
): Promise<void> => {
  for (const { id, cents } of parts)
    await store.insertSettlement(tx, { ...given, debt: id, cents, paid: { asset, units: cents * perCent } })
  if (!isLast) return
  await store.deleteFloors(tx, given.customer)
  await outbox.send(tx, debtMail, { customer: given.customer, kind: 'settled' })
}
