import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { withOperators } from '../../approvals/test-approvals.ts'
import { type Client, createPeople } from '../identity/test-people.ts'
import { followVerification } from '../kyc/shown-names.ts'
import { giveName as nameOf } from '../kyc/test-names.ts'

/** For tests: somebody who was brought, or brings others. */
export type Brought = { id: string; client: Client; refCode: string }

/** For tests: people who bring one another. */
export const createNetwork = async () => {
  const people = await createPeople()
  const { db, kyc } = people

  const giveName = (customer: string, first: string, last: string) => nameOf(people, customer, { first, last })

  const setStatus = (id: string, status: 'Verified' | 'Pending') =>
    inTransaction(db, async (tx) => {
      await sql`update customers set kyc_status = ${status} where id = ${id}`.execute(tx)
      await followVerification(tx, kyc, id)
    })

  /** Called as the username says: `ann-lee` is Ann Lee. */
  const verify = async (id: string, username: string) => {
    const [first = '', last = 'Miller'] = username
      .split('-')
      .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    await giveName(id, first, last)
    await setStatus(id, 'Verified')
  }

  const newUnverified = async (username: string, above?: { id: string }): Promise<Brought> => {
    const client = await people.newCustomer(username, above ? { introducer: above.id } : {})
    const { id, refCode } = (await client.get('/getInfo')).body.data
    return { id, refCode, client }
  }

  const newMember = async (username: string, above?: { id: string }): Promise<Brought> => {
    const member = await newUnverified(username, above)
    await verify(member.id, username)
    return member
  }

  const house = await withOperators(people)
  return { ...house, giveName, setStatus, verify, newUnverified, newMember }
}

/** What somebody sees of those below. */
export const members = async ({ client }: Pick<Brought, 'client'>, query = '') =>
  (await client.get(`/network/members${query}`)).body.data
