import type { Db, Tx } from '@ingot/db/connect'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { Asset, GramAsset } from '@ingot/money/assets'
import { fineGramsOfBar } from '@ingot/money/gold'
import { sql } from 'kysely'
import { type Account, houseAccount } from './account.ts'
import { namingRefusals } from './ledger-error.ts'
import { type Move, move, post } from './post.ts'

const unallocated = houseAccount('XAU', 'unallocated')
const allocated = houseAccount('XAU', 'allocated')

/** A product that stands for grams in the vault. The vault's own gold is not one. */
export type IssuedGram = Exclude<GramAsset, 'XAU'>

export type Bar = {
  refiner: string
  serial: string
  /** Parts of a thousand, such as 999.9. */
  fineness: string
  /** At most six decimals. */
  grossGrams: string
}

/** Takes a bar into the vault: its fine grams may be sold from now on. */
export const takeInBar = async (
  tx: Tx,
  bar: Bar,
  causedBy: string,
): Promise<{ entry: bigint; fine: Amount<'XAU'> }> => {
  const fine = fineGramsOfBar(bar)
  const name = `${bar.refiner} ${bar.serial}`
  const reference = `vault-intake:${bar.refiner}:${bar.serial}`
  const moves = [move(fine, { from: houseAccount('XAU', 'outside'), to: unallocated })]
  const { entry, replayed } = await post(tx, { reference, kind: 'vault-intake', causedBy, moves })
  if (!replayed)
    await namingRefusals(
      name,
      sql`insert into vault_bars (refiner, serial, fineness, gross_grams, fine_units, entry)
        values (${bar.refiner}, ${bar.serial}, ${bar.fineness}, ${bar.grossGrams}, ${String(fine.units)}, ${String(entry)})`.execute(
        tx,
      ),
    )
  return { entry, fine }
}

/**
 * Issues grams to an account and sets the same grams of the vault aside, in one entry: what is not in the vault cannot
 * be sold.
 */
export const issueMoves = <A extends IssuedGram>(amount: Amount<A>, to: Account<NoInfer<A>>): Move[] => [
  move(amountOf('XAU', amount.units), { from: unallocated, to: allocated }),
  move<Asset>(amount, { from: houseAccount(amount.asset, 'issued'), to }),
]

/** Takes issued grams back, and frees the vault's. */
export const redeemMoves = <A extends IssuedGram>(amount: Amount<A>, from: Account<NoInfer<A>>): Move[] => [
  move<Asset>(amount, { from, to: houseAccount(amount.asset, 'issued') }),
  move(amountOf('XAU', amount.units), { from: allocated, to: unallocated }),
]

export const readBars = async (db: Db | Tx): Promise<(Bar & { fine: Amount<'XAU'> })[]> => {
  const { rows } = await sql<{
    refiner: string
    serial: string
    fineness: string
    gross_grams: string
    fine_units: string
  }>`
    select refiner, serial, fineness, gross_grams, fine_units from vault_bars order by id`.execute(db)
  return rows.map(({ refiner, serial, fineness, gross_grams, fine_units }) => ({
    refiner,
    serial,
    fineness,
    grossGrams: gross_grams,
    fine: amountOf('XAU', BigInt(fine_units)),
  }))
}
