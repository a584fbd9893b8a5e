import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { createSweep } from '@ingot/db/sweep'
import { inTransaction } from '@ingot/db/transaction'
import type { readDebts, settleDebt } from '@ingot/endpoints/debts'
import type { BodyOf, ReplyOf } from '@ingot/endpoints/endpoint'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { LedgerError } from '@ingot/ledger/ledger-error'
import { recordMovements } from '@ingot/ledger/movement'
import { post, settledMove } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { assetTable } from '@ingot/money/assets'
import type { Logger } from 'pino'
import type { Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { beginSettling, type Debts, dollarTokens, endSettling } from './debts.ts'
import * as store from './store.ts'

/** Of one customer so many are told. */
const mostDebts = 100

const dollars = (cents: string | bigint): string => formatAmount(amountOf('USD', BigInt(cents)))

/** Base units of a dollar token for a cent: they count at par. */
export const perCent = 10n ** BigInt(assetTable.USDT.decimals - assetTable.USD.decimals)

/** What is owed, and what each debt came from and was settled with. */
export const debtsOfCustomer = async (db: Debts['db'] | Tx, customer: string): Promise<ReplyOf<typeof readDebts>> => {
  const rows = await store.readDebts(db, customer, mostDebts)
  return {
    data: {
      owed: dollars(await store.sumOwed(db, customer)),
      debts: rows.map((row) => ({
        id: row.id,
        cause: row.cause,
        subject: row.subject,
        at: row.at.toISOString(),
        grams: formatAmount(amountOf('GCA', BigInt(row.units))),
        price: row.price,
        owed: dollars(row.owed_cents),
        left: dollars(row.left_cents),
        settledAt: row.settled_at?.toISOString() ?? null,
        settlements: row.settlements.map(({ at, cents, by, asset, units }) => ({
          at: new Date(at).toISOString(),
          amount: dollars(cents),
          by,
          paid: { asset, amount: formatAmount(amountOf(asset, BigInt(units))) },
        })),
      })),
    },
  }
}

type Tokens = {
  asset: store.DollarToken
  cents: bigint
  by: 'customer' | 'credit'
  causedBy: string
  reference: string
}

/** Pays debts out of dollar tokens, at par: the token becomes the house's, and so much less is owed, in one entry. */
const settleWith = async (
  tx: Tx,
  debts: Debts,
  customer: string,
  { asset, cents, by, causedBy, reference }: Tokens,
): Promise<bigint> => {
  const settling = await beginSettling(tx, customer, cents)
  if (!settling) return 0n
  const owner = `customer:${customer}` as const
  const paid = amountOf<store.DollarToken>(asset, settling.cents * perCent)
  const { entry } = await post(tx, {
    ...{ reference, kind: 'debt-settled', causedBy },
    moves: [
      settledMove<store.DollarToken>(paid, {
        from: customerAccount(customer, asset, 'available'),
        to: houseAccount(asset, 'treasury'),
      }),
      ...settling.moves,
    ],
    details: { settled: dollars(settling.cents) },
  })
  await recordMovements(tx, [{ owner, type: 'debt-settled', entry }])
  await endSettling(tx, debts, settling, { customer, by, asset, perCent, entry, at: debts.now() })
  return settling.cents
}

/** What lies free of a dollar token. */
export const freeOf = async (db: Debts['db'] | Tx, customer: string, asset: store.DollarToken): Promise<bigint> =>
  (await balanceOf(db, customerAccount<store.DollarToken>(customer, asset, 'available'))).units

/** Pays what is owed out of all dollar tokens that lie free, as far as they reach: whoever has died decides about none of them. */
export const settleFromFree = async (tx: Tx, debts: Debts, customer: string, causedBy: string): Promise<void> => {
  if ((await store.lockOpenDebts(tx, customer)).length === 0) return
  for (const asset of dollarTokens) {
    const cents = (await freeOf(tx, customer, asset)) / perCent
    const reference = `debt-estate:${randomUUID()}`
    if (cents > 0n) await settleWith(tx, debts, customer, { asset, cents, by: 'credit', causedBy, reference })
  }
}

type Asked = { person: Pick<Person, 'id'>; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

/** The customer pays what is owed, or a part of it. More than that is not taken. */
export const settleNow = (
  debts: Debts,
  { person: { id }, operation, useGrants }: Asked,
  { asset, amount }: BodyOf<typeof settleDebt>,
): Promise<ReplyOf<typeof settleDebt>> =>
  runOperation(debts.db, operation, async (tx) => {
    await useGrants(tx)
    const wanted = {
      ...{ asset, cents: parseAmount('USD', amount).units, by: 'customer' as const, causedBy: `customer:${id}` },
      reference: `debt-settled:${id}:${operation.key}`,
    }
    const settled = await settleWith(tx, debts, id, wanted).catch((error) => {
      const isTooLow = error instanceof LedgerError && error.refusal === 'BalanceTooLow'
      throw isTooLow ? new Failure('BalanceTooLow') : error
    })
    if (settled === 0n) throw new Failure('NothingOwed')
    return debtsOfCustomer(tx, id)
  })

/**
 * Takes what has come on top of what lay there when the debt began. What was there stays; where less lies there by now, that is
 * what stays from then on. Looks first, so it may run twice.
 */
const settleFromCredits = (debts: Debts, customer: string) =>
  inTransaction(debts.db, async (tx) => {
    const open = await store.lockOpenDebts(tx, customer)
    if (open.length === 0) return
    for (const { asset, units: floor } of await store.readFloors(tx, customer)) {
      const units = await freeOf(tx, customer, asset)
      if (units < floor) await store.saveFloor(tx, customer, asset, units)
      const cents = units > floor ? (units - floor) / perCent : 0n
      if (cents === 0n) continue
      const reference = `debt-credit:${randomUUID()}`
      await settleWith(tx, debts, customer, { asset, cents, by: 'credit', causedBy: 'clock', reference })
    }
  })

/** Everybody who owes something, one by one: who fails stops nobody else. */
export const createCreditSweep = (debts: Debts, log: Logger) =>
  createSweep({
    name: 'settling a debt',
    due: (after, most) => store.readDebtors(debts.db, after, most),
    work: ({ id }) => settleFromCredits(debts, id),
    log,
  })
