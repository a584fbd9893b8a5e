import type { Tx } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import type { Fact } from '@ingot/endpoints/operator-fields'
import { assayedFineness, assayedGrams, assayNames, assayReference } from '@ingot/endpoints/withdrawal-desk'
import { LedgerError } from '@ingot/ledger/ledger-error'
import type { NewBar } from '@ingot/ledger/vault'
import { shownText } from '@ingot/money/amount-text'
import { fineGramsOfBar } from '@ingot/money/gold'
import * as z from 'zod/mini'
import { Failure } from '../../failure.ts'
import { bookAssayed } from './booking-good.ts'
import type { StoredWithdrawal } from './store.ts'

/** The assay's report, and by the names of `assayNames` what it found of each bar. */
export const assayGiven = z.record(z.string(), z.string())

const invalid = (words: string) => new Failure('InvalidInput', {}, words)

/** No bar is finer than gold. */
const finest = 1000

/** What an assay found of each bar of a withdrawal, and of no other. */
export const assayedBars = ({ bars }: StoredWithdrawal, given: Record<string, string>): NewBar[] => {
  const names = new Set(['reference', ...bars.flatMap(({ id }) => Object.values(assayNames(id)))])
  const other = Object.keys(given).find((name) => !names.has(name))
  if (other !== undefined) throw invalid(`${other}: There is no such bar in this withdrawal.`)
  if (!assayReference.safeParse(given.reference).success)
    throw invalid('Please enter the number of the assay’s report.')
  return bars.map(({ id, refiner, brand, serial, year }) => {
    const { fineness, grossGrams } = assayNames(id)
    const found = {
      fineness: assayedFineness.safeParse(given[fineness]),
      grossGrams: assayedGrams.safeParse(given[grossGrams]),
    }
    if (!found.fineness.success || !found.grossGrams.success || Number(found.fineness.data) > finest)
      throw invalid(`${serial}: Please enter the fineness and the gross grams that the assay found.`)
    const bar = { refiner, brand, serial, year, fineness: found.fineness.data, grossGrams: found.grossGrams.data }
    if (Number(bar.fineness) === 0 || Number(bar.grossGrams) === 0) throw invalid(`${serial}: This is no gold.`)
    return bar
  })
}

/** Each bar as it was found, beside what it was. */
export const assayFacts = ({ bars }: StoredWithdrawal, found: readonly NewBar[]): Fact[] =>
  found.map((bar, place) => {
    const before = bars[place]
    const fine = shownText(fineGramsOfBar(bar))
    const was = before && before.fine.units !== fineGramsOfBar(bar).units ? `, and was ${shownText(before.fine)}` : ''
    return {
      name: `Bar ${place + 1}`,
      value: `${bar.refiner} ${bar.serial}: ${bar.grossGrams} g of ${bar.fineness}, ${fine} fine${was}. In the register again.`,
    }
  })

/** What the books refuse is a reason, not a fault. */
export const takeInAssayed = (
  tx: Tx,
  withdrawal: StoredWithdrawal,
  bars: readonly NewBar[],
  how: { causedBy: string; at: Date },
) =>
  bookAssayed(tx, withdrawal, bars, how).catch((error) => {
    if (!(error instanceof LedgerError)) throw error
    throw new ProblemForPeople(
      error.refusal === 'BarKnown'
        ? 'A bar of this refiner and serial is in the register already. Nothing was changed.'
        : `The books refused it (${error.message}). Nothing was changed.`,
    )
  })
