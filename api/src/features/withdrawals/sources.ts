import type { Db, Tx } from '@ingot/db/connect'
import type { Amount } from '@ingot/money/amount'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { findHolding, readHoldings, readQmgt, type Source } from './source-store.ts'

const hourMs = 3600_000
/** More of them nobody looks through on a page; each can be named all the same. */
const mostHoldings = 200

const newSince = (at: Date) => new Date(at.getTime() - policy.withdrawalDates.boughtHours * hourMs)

/** What can be given for bars: QMGT first, then each holding. */
export const sourcesOf = async (db: Db, customer: string, at: Date): Promise<Source[]> => [
  await readQmgt(db, customer, newSince(at)),
  ...(await readHoldings(db, customer, newSince(at), mostHoldings)),
]

export const shownSource = ({ asset, holding, units, waiting }: Source) => ({
  asset,
  holding,
  grams: formatAmount(amountOf(asset, units - waiting)),
  waitingGrams: formatAmount(amountOf(asset, waiting)),
})

/** One of a customer's own. Somebody else's is not there. */
export const findSource = async (tx: Tx, customer: string, holding: string | undefined, at: Date): Promise<Source> => {
  const found =
    holding === undefined
      ? await readQmgt(tx, customer, newSince(at))
      : await findHolding(tx, customer, holding, newSince(at))
  if (!found) throw new Failure('NotFound')
  return found
}

/** What is not there, and what was bought too lately, cannot be given. */
export const refuseShort = ({ units, waiting }: Source, grams: Amount<'XAU'>): void => {
  if (units < grams.units) throw new Failure('BalanceTooLow')
  if (units - waiting < grams.units) throw new Failure('GoldTooNew')
}
