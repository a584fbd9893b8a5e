import type { Db, Tx } from '@ingot/db/connect'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type * as endpoints from '@ingot/endpoints/vault'
import { readNamesakes } from '@ingot/ledger/vault'
import { amountOf, sum } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { formatDecimal, parseDecimal } from '@ingot/money/decimal'
import { finenessDecimals, weightDecimals } from '@ingot/money/gold'
import type { Deps } from '../../feature.ts'
import type { Table } from '../../lists.ts'
import { type BarList, compareBars, readBarList } from './rules.ts'
import * as store from './store.ts'

export const readVault = async (db: Db): Promise<ReplyOf<typeof endpoints.readVault>['data']> => {
  const { bars, grams, free, behindTokens, behindUsdau } = await store.readSums(db)
  return {
    bars,
    grams: formatAmount(grams),
    free: formatAmount(free),
    behindTokens: formatAmount(behindTokens),
    behindUsdau: formatAmount(behindUsdau),
  }
}

/** What a list says, compared with what lies in the vault. */
export const readList = async (db: Db | Tx, csv: string, now: Date): Promise<BarList> => {
  const list = readBarList(csv, now.getUTCFullYear())
  const names = list.bars.map(({ bar }) => bar)
  return compareBars(list, names.length > 0 ? await readNamesakes(db, names) : [])
}

export const checkBars = async (
  { db, now }: Pick<Deps, 'db' | 'now'>,
  csv: string,
): Promise<ReplyOf<typeof endpoints.checkBars>['data']> => {
  const { bars, problems } = await readList(db, csv, now())
  return {
    bars: bars.map(({ line, bar, fine, note }) => ({ line, ...bar, fineGrams: formatAmount(fine), note })),
    problems,
    fineGrams: formatAmount(
      sum(
        'XAU',
        bars.map(({ fine }) => fine),
      ),
    ),
  }
}

const shown = (row: store.BarRow): endpoints.VaultBar => ({
  ...{ id: row.id, refiner: row.refiner, brand: row.brand, serial: row.serial, year: row.year, vault: row.vault },
  fineness: formatDecimal(parseDecimal(row.fineness, finenessDecimals)),
  grossGrams: formatDecimal(parseDecimal(row.gross_grams, weightDecimals)),
  fineGrams: formatAmount(amountOf('XAU', BigInt(row.fine_units))),
  ...{ round: row.round, delivery: row.delivery, takenTo: row.taken_to, reservedFor: row.kept_for },
  arrivedAt: row.arrived_at.toISOString(),
  leftAt: row.left_at?.toISOString() ?? null,
  ...{ arrivalEntry: row.arrival_entry, departureEntry: row.departure_entry },
})

export const barTable = ({
  db,
  now,
}: Pick<Deps, 'db' | 'now'>): Table<store.BarFilter, store.BarRow, endpoints.VaultBar> => ({
  name: 'bars',
  read: (filter, stretch) => store.listBars(db, filter, { ...stretch, now: now() }),
  number: ({ id }) => id,
  show: (rows) => rows.map(shown),
  columns: {
    Refiner: ({ refiner }) => refiner,
    Brand: ({ brand }) => brand,
    Serial: ({ serial }) => serial,
    Year: ({ year }) => (year === null ? '' : String(year)),
    Fineness: ({ fineness }) => fineness,
    'Gross grams': ({ grossGrams }) => grossGrams,
    'Fine grams': ({ fineGrams }) => fineGrams,
    Vault: ({ vault }) => vault,
    Round: ({ round }) => String(round),
    Delivery: ({ delivery }) => delivery ?? '',
    Arrived: ({ arrivedAt }) => arrivedAt,
    'Arrival entry': ({ arrivalEntry }) => arrivalEntry,
    Left: ({ leftAt }) => leftAt ?? '',
    'Kept for': ({ reservedFor }) => reservedFor ?? '',
    'Taken to': ({ takenTo }) => takenTo ?? '',
    'Departure entry': ({ departureEntry }) => departureEntry ?? '',
  },
})
