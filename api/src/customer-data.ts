import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { auditCommand, writeAudit } from '@ingot/ledger/audit'
import { eraseIn, hindrancesOf } from './erasing.ts'
import { exportParts } from './exporting.ts'
import type { Desk } from './feature.ts'
import { type Customer, findByIdentifier, lockCustomer } from './features/identity/store.ts'
import { recordRead } from './features/kyc/store.ts'
import { allPersonal } from './features.ts'

const findCustomer = async (db: Db, identifier: string): Promise<Customer> => {
  const customer = await findByIdentifier(db, identifier)
  if (customer?.role !== 'customer') throw new ProblemForPeople(`There is no customer ${identifier}.`)
  return customer
}

/** Everything we have of a customer, in one object. Whoever asks for it is recorded. */
export const exportCustomer = async (desk: Desk, identifier: string): Promise<Record<string, unknown>> => {
  const { db, reader, now } = desk
  const customer = await findCustomer(db, identifier)
  await recordRead(db, { reader, customer: customer.id, what: 'everything', why: 'export' }, now())
  await auditCommand(db, { action: 'export-customer', customer: customer.id, facts: { By: reader } })
  const everything: Record<string, unknown> = {}
  for await (const { name, value, items } of exportParts(desk, customer, allPersonal))
    everything[name] = items ? await Array.fromAsync(items) : value
  return everything
}

/** Erases a customer who holds nothing any more, as far as the law allows. */
export const eraseCustomer = async (desk: Desk, identifier: string) => {
  const { db, files, reader, now } = desk
  const { id } = await findCustomer(db, identifier)
  const left = await inTransaction(db, async (tx) => {
    const customer = await lockCustomer(tx, id)
    await recordRead(tx, { reader, customer: id, what: 'everything', why: 'erased' }, now())
    const all = await eraseIn(tx, desk, customer, allPersonal)
    // Last, so that others who post wait for no longer than they must; if anything hinders it, nothing of this has happened.
    const [first] = await hindrancesOf(tx, customer, allPersonal, { holdStill: true })
    if (first) throw new ProblemForPeople(first.toOperators(identifier))
    await writeAudit(tx, { operator: null, action: 'erase-customer', customer: id, facts: { By: reader }, at: now() })
    return all
  })
  for (const file of left.files) await files.remove(file)
  return { id, keptUntil: left.keptUntil, applicant: left.applicant }
}
