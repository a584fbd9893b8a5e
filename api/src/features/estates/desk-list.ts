import type { Db, Tx } from '@ingot/db/connect'
import type { DeskEstate } from '@ingot/endpoints/estate-desk'
import type { EstateState } from '@ingot/endpoints/estate-fields'
import type { List } from '../../lists.ts'
import { listAll, readNames } from './desk-store.ts'
import type { Estates } from './estates.ts'
import { referenceOf } from './rules.ts'
import type { EstateRow } from './store.ts'
import { openTold } from './told.ts'

const shownBy =
  (estates: Pick<Estates, 'kyc'>, names: ReadonlyMap<string, string>) =>
  (row: EstateRow): DeskEstate => {
    const { deceased } = openTold(estates, row)
    return {
      ...{ id: row.id, reference: referenceOf(row), state: row.state, source: row.source, reason: row.reason },
      reportedAt: row.reported_at.toISOString(),
      name: `${deceased.firstName} ${deceased.lastName}`,
      customer: row.customer === null ? null : { id: row.customer, username: names.get(row.customer) ?? '' },
      waitingUntil: row.waiting_until?.toISOString() ?? null,
      endedAt: row.ended_at?.toISOString() ?? null,
    }
  }

const shownAll = async (estates: Pick<Estates, 'kyc'>, db: Db | Tx, rows: readonly EstateRow[]) => {
  const names = await readNames(
    db,
    rows.flatMap(({ customer }) => customer ?? []),
  )
  return rows.map(shownBy(estates, names))
}

export const shownEstate = async (estates: Pick<Estates, 'kyc'>, db: Db | Tx, row: EstateRow): Promise<DeskEstate> => {
  const [shown] = await shownAll(estates, db, [row])
  if (!shown) throw new Error('a report was not shown')
  return shown
}

export const estateList = (
  estates: Pick<Estates, 'db' | 'kyc'>,
): List<{ state?: EstateState | undefined }, EstateRow, DeskEstate> => ({
  read: (filter, stretch) => listAll(estates.db, filter, stretch),
  number: ({ number }) => number,
  show: (rows) => shownAll(estates, estates.db, rows),
})
