import type { Tx } from '@ingot/db/connect'
import { sql } from 'kysely'
import { rowsOf } from './exporting.ts'
import type { AllPersonal, Desk, Hindrance, Left } from './feature.ts'
import type { Customer } from './features/identity/store.ts'

/** Takes away what need not be kept of a customer. The files are removed once the transaction has ended. */
export const eraseIn = async (
  tx: Tx,
  desk: Desk,
  customer: Customer,
  { tables }: AllPersonal,
): Promise<Required<Left>> => {
  const all: Left[] = []
  for (const { table, by, erased } of tables)
    if (typeof erased === 'function') all.push(await erased(tx, customer, desk))
    else if (erased === 'deleted') await sql`delete ${rowsOf(table, by, customer)}`.execute(tx)
  const { keptUntil = null, applicant = null }: Left = Object.assign({}, ...all)
  return { keptUntil, applicant, files: all.flatMap(({ files }) => files ?? []) }
}

/** All that keeps a customer from leaving. With everything held still, what is found stays so to the end of the transaction. */
export const hindrancesOf = async (
  tx: Tx,
  customer: Customer,
  { holdStill, hindrances }: AllPersonal,
  how: { holdStill: boolean },
): Promise<Hindrance[]> => {
  if (how.holdStill) for (const hold of holdStill) await hold(tx, customer)
  const found: Hindrance[] = []
  for (const each of hindrances) found.push(...(await each(tx, customer)))
  return found
}
