import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { redeemMoves } from '@ingot/ledger/vault'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import type { HoldingAsset } from './rules.ts'

type Kind = 'delivered' | 'passed' | 'reversed'

const movesOf = (kind: Kind, customer: string, asset: HoldingAsset, units: bigint) => {
  const [amount, from] = [
    amountOf<HoldingAsset>(asset, units),
    customerAccount<HoldingAsset>(customer, asset, 'available'),
  ]
  if (kind === 'delivered') return redeemMoves<HoldingAsset>(amount, from)
  return [move<HoldingAsset>(amount, { from, to: houseAccount(asset, kind === 'passed' ? 'suspense' : 'treasury') })]
}

/**
 * For tests: grams of a holding leave without being ended, as products will make them leave: an entry, the holding, its position
 * and the departure at once, and what they had cost leaves in proportion.
 */
export const letLeave = (
  db: Db,
  { customer, holding, kind, units, at }: { customer: string; holding: string; kind: Kind; units: bigint; at: Date },
): Promise<{ entry: bigint }> =>
  inTransaction(db, async (tx) => {
    const { rows } = await sql<{ product: HoldingProduct; asset: HoldingAsset; open: string; cost: string }>`
      select product, asset, available_units as open, open_cost_units as cost from holdings
      where id = ${holding} and customer = ${customer} for update`.execute(tx)
    const [lot] = rows
    if (!lot) throw new Error('there is no such holding')
    const cost = units === BigInt(lot.open) ? BigInt(lot.cost) : (BigInt(lot.cost) * units) / BigInt(lot.open)
    const { entry } = await post(tx, {
      ...{ reference: `test:${randomUUID()}`, kind, causedBy: 'test', details: { holding } },
      moves: movesOf(kind, customer, lot.asset, units),
    })
    await sql`
      update holdings set available_units = available_units - ${String(units)}::numeric,
        ${sql.ref(`${kind}_units`)} = ${sql.ref(`${kind}_units`)} + ${String(units)}::numeric,
        open_cost_units = open_cost_units - ${String(cost)}::numeric,
        state = holding_state(units, available_units - ${String(units)}::numeric, terminated_units,
          delivered_units + ${kind === 'delivered' ? String(units) : '0'}::numeric,
          passed_units + ${kind === 'passed' ? String(units) : '0'}::numeric,
          reversed_units + ${kind === 'reversed' ? String(units) : '0'}::numeric)
      where id = ${holding}`.execute(tx)
    await sql`
      update holding_positions set holdings = holdings - ${units === BigInt(lot.open) ? 1 : 0},
        open_units = open_units - ${String(units)}::numeric, available_units = available_units - ${String(units)}::numeric,
        cost_units = cost_units - ${String(cost)}::numeric
      where customer = ${customer} and product = ${lot.product}`.execute(tx)
    await sql`
      insert into holding_departures (holding, customer, product, kind, units, cost_units, entry, at)
      values (${holding}, ${customer}, ${lot.product}, ${kind}, ${String(units)}, ${String(cost)}, ${String(entry)}, ${at})`.execute(
      tx,
    )
    return { entry }
  })
