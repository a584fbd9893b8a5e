import type { Db } from '@ingot/db/connect'
import { sql } from 'kysely'
import type { Feature, KeyedColumn } from './feature.ts'
import { features } from './features.ts'
import { CannotOpen } from './sealing.ts'

/** How many are taken at a time; whoever writes meanwhile waits for nobody. */
const page = 200

type Using = Parameters<NonNullable<Feature['keyed']>>[0]

const keyedColumns = (using: Using) => features.flatMap(({ keyed }) => keyed?.(using) ?? [])

export type KeyUse = Pick<KeyedColumn, 'secret' | 'what'> & { newest: number; older: number }

const isNewest = (keyed: KeyedColumn) =>
  'mark' in keyed
    ? sql`substring(${sql.ref(keyed.column)} from 1 for ${keyed.mark.length}) = ${keyed.mark}`
    : sql`${sql.ref(keyed.keyColumn)} = ${keyed.newestKey}`

/** What hangs on which key. What no key has marked counts as older: it comes from before keys had ids. */
export const countKeyUse = async (db: Db, using: Using): Promise<KeyUse[]> => {
  const uses = []
  for (const keyed of keyedColumns(using)) {
    const { secret, what, table, column } = keyed
    const { rows } = await sql<{ newest: number; older: number }>`
      select count(*) filter (where ${isNewest(keyed)})::int as newest,
        count(*) filter (where (${isNewest(keyed)}) is not true)::int as older
      from ${sql.table(table)} where ${sql.ref(column)} is not null`.execute(db)
    uses.push({ secret, what, newest: rows[0]?.newest ?? 0, older: rows[0]?.older ?? 0 })
  }
  return uses
}

/** Seals anew whatever the newest key has not sealed. May be stopped and begun again at any time. */
export const resealAll = async (db: Db, using: Using): Promise<number> => {
  let done = 0
  for (const keyed of keyedColumns(using)) if ('renew' in keyed) done += await resealColumn(db, keyed)
  return done
}

type SealedColumn = Extract<KeyedColumn, { mark: Buffer }>

const resealColumn = async (db: Db, sealedColumn: SealedColumn): Promise<number> => {
  const { what, table, by, column, renew, digest } = sealedColumn
  const [name, of, value] = [sql.table(table), sql.ref(by), sql.ref(column)]
  let done = 0
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const { rows } = await sql<{ customer: string; sealed: Buffer }>`
      select ${of} as customer, ${value} as sealed from ${name}
      where ${of} > ${after} and ${value} is not null and not (${isNewest(sealedColumn)})
      order by ${of} limit ${page}`.execute(db)
    for (const { customer, sealed } of rows) {
      const renewed = renewOrName(renew, customer, sealed, what)
      const also = digest ? sql`, ${sql.ref(digest.column)} = ${digest.of(customer, renewed)}` : sql``
      // Only if nobody has written it meanwhile; and then it is sealed with the newest key already.
      const { numAffectedRows } = await sql`
        update ${name} set ${value} = ${renewed}${also} where ${of} = ${customer} and ${value} = ${sealed}`.execute(db)
      done += Number(numAffectedRows ?? 0)
    }
    const last = rows.at(-1)
    if (!last) return done
    after = last.customer
  }
}

const renewOrName = (renew: SealedColumn['renew'], customer: string, sealed: Buffer, what: string): Buffer => {
  try {
    return renew(customer, sealed)
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error
    throw new CannotOpen(`None of the keys that are set opens the ${what} of customer ${customer}.`)
  }
}
