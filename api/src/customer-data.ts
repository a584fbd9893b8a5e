import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { auditCommand, writeAudit } from '@ingot/ledger/audit'
import { sql } from 'kysely'
import type { Desk, Left, Personal } from './feature.ts'
import { type Customer, findByIdentifier, lockCustomer } from './features/identity/store.ts'
import { recordRead } from './features/kyc/store.ts'
import { features } from './features.ts'

const findCustomer = async (db: Db, identifier: string): Promise<Customer> => {
  const customer = await findByIdentifier(db, identifier)
  if (customer?.role !== 'customer') throw new ProblemForPeople(`There is no customer ${identifier}.`)
  return customer
}

/** Every table with customers in it, as the features declare them, in their order. */
const personalTables = features.flatMap(({ tables }) =>
  Object.entries(tables).flatMap(([table, personal]) => (personal === 'impersonal' ? [] : [{ table, ...personal }])),
)

/** Which rows of a table are the customer's. */
const rowsOf = (table: string, by: Personal['by'], { id, email }: Customer) => {
  const whose = by === 'owner' ? `customer:${id}` : by === 'email' ? email : id
  return sql`from ${sql.table(table)} where ${sql.ref(by ?? 'customer')} = ${whose}`
}

/** Everything we have of a customer, in one object. Whoever asks for it is recorded. */
export const exportCustomer = async (desk: Desk, identifier: string): Promise<Record<string, unknown>> => {
  const { db, reader, now } = desk
  const customer = await findCustomer(db, identifier)
  await recordRead(db, { reader, customer: customer.id, what: 'everything', why: 'export' }, now())
  await auditCommand(db, { action: 'export-customer', customer: customer.id, facts: { By: reader } })
  const everything: Record<string, unknown> = {}
  for (const { table, by, exported } of personalTables)
    if (typeof exported === 'function') Object.assign(everything, await exported(desk, customer))
    else if ('as' in exported) {
      const order = exported.order ? sql`order by ${sql.raw(exported.order)}` : sql``
      const { rows } = await sql`
        select ${sql.raw(exported.columns)} ${rowsOf(table, by, customer)} ${order}`.execute(db)
      everything[exported.as] = rows
    }
  return everything
}

/** Erases a customer who holds nothing any more, as far as the law allows. */
export const eraseCustomer = async (desk: Desk, identifier: string) => {
  const { db, files, reader, now } = desk
  const { id } = await findCustomer(db, identifier)
  const left = await inTransaction(db, async (tx): Promise<Left[]> => {
    const customer = await lockCustomer(tx, id)
    await recordRead(tx, { reader, customer: id, what: 'everything', why: 'erased' }, now())
    const all: Left[] = []
    for (const { table, by, erased } of personalTables)
      if (typeof erased === 'function') all.push(await erased(tx, customer, desk))
      else if (erased === 'deleted') await sql`delete ${rowsOf(table, by, customer)}`.execute(tx)
    // Last, so that others who post wait for no longer than they must; if one refuses, nothing of this has happened.
    for (const { refuseErasing } of features) await refuseErasing?.(tx, customer, identifier)
    await writeAudit(tx, { operator: null, action: 'erase-customer', customer: id, facts: { By: reader }, at: now() })
    return all
  })
  for (const file of left.flatMap((each) => each.files ?? [])) await files.remove(file)
  const { keptUntil = null, applicant = null }: Left = Object.assign({}, ...left)
  return { id, keptUntil, applicant }
}
