import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import type { Issuing } from '../../documents/engine.ts'
import { lockSender } from '../wallet/store.ts'
import { isDistributed, openEstate, passOn, sweepEstate } from './booking.ts'
import type { Estates } from './estates.ts'
import { beneficiariesOf, type EstateRow, lockEstate } from './store.ts'

const operatorA = '00000000-0000-4000-8000-00000000000a'
const operatorB = '00000000-0000-4000-8000-00000000000b'

/** For tests: what estates do to the books, without papers, operators or waiting. */
export const createEstateBooks = (estates: Pick<Estates, 'db' | 'now'> & { kyc: Issuing }) => {
  const { db, now, kyc } = estates
  const all = estates as unknown as Estates
  const how = () => ({ by: `operator:${operatorB}`, at: now() })

  /** An estate that was approved, and whoever receives, by shares. */
  const insert = async (customer: string, shares: readonly number[]) => {
    const [estate, at] = [randomUUID(), now()]
    await sql`
      insert into estates (id, state, source, reported_at, sealed, digest, customer, died_on, asked_by, approved_by, approved_at)
      values (${estate}, 'Approved', 'operator', ${at}, '', ${Buffer.from(estate)}, ${customer}, ${at}::date, ${operatorA},
        ${operatorB}, ${at})`.execute(db)
    const beneficiaries = shares.map(() => randomUUID())
    for (const [index, id] of beneficiaries.entries()) {
      const told = {
        firstName: 'Kim',
        middleName: '',
        lastName: `Doe ${index}`,
        dateOfBirth: '2015-01-01',
        contact: '',
      }
      await sql`
        insert into estate_beneficiaries (id, estate, place, share, sealed)
        values (${id}, ${estate}, ${index + 1}, ${shares[index]},
          ${kyc.personalData.seal(id, 'beneficiary', { ...told, guardian: null })})`.execute(db)
    }
    return { estate, beneficiaries }
  }

  const working = <T>(id: string, work: (tx: Tx, estate: EstateRow) => Promise<T>): Promise<T> =>
    inTransaction(db, async (tx) => {
      const { rows } = await sql<{ customer: string }>`select customer from estates where id = ${id}`.execute(tx)
      await lockSender(tx, rows[0]?.customer ?? '')
      const estate = await lockEstate(tx, id)
      if (!estate) throw new Error('there is no such estate')
      return work(tx, estate)
    })

  const open = (id: string) => working(id, (tx, estate) => openEstate(tx, all, estate, how()))
  return {
    insert,
    open,
    sweep: (id: string) => working(id, (tx, estate) => sweepEstate(tx, all, estate, how())),
    /** All that is his, to somebody who is a customer by now. */
    pass: (id: string, beneficiary: string, customer: string, asGuardian = false) =>
      working(id, async (tx, estate) => {
        await sql`
          update estate_beneficiaries set customer = ${customer}, linked_at = ${now()}, linked_by = 'operators',
            as_guardian = ${asGuardian}
          where id = ${beneficiary}`.execute(tx)
        const found = (await beneficiariesOf(tx, id)).find((each) => each.id === beneficiary)
        if (!found) throw new Error('there is no such beneficiary')
        return passOn(tx, all, { estate, beneficiary: found, customer }, how())
      }),
    isDistributed: (id: string) => working(id, isDistributed),
    /** Somebody has died: an estate, opened, and whoever receives. */
    died: async (customer: string, shares: readonly number[]) => {
      const made = await insert(customer, shares)
      await open(made.estate)
      return made
    },
  }
}
