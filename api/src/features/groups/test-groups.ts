import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { purchaseInGroup } from '@ingot/endpoints/groups'
import { sql } from 'kysely'
import { issueDocument } from '../../documents/engine.ts'
import { groupCertificate } from '../holdings/certificates.ts'
import { createHouse, insertTestHolding, type Saver } from '../holdings/test-holdings.ts'
import type { Client } from '../identity/test-people.ts'
import { giveName as nameOf } from '../kyc/test-names.ts'
import { daysAfter, newCode } from './rules.ts'
import { insertCreator, insertGroup } from './store.ts'

/** For tests: a group of a customer, with a purchase that ended and its certificate. Nothing of it ever moved. */
export const insertTestGroup = async (people: Parameters<typeof insertTestHolding>[0], customer: string) => {
  const { db, kyc } = people
  const [id, at] = [randomUUID(), kyc.now()]
  const { holding } = await insertTestHolding(people, customer, 'GDS')
  const data = {
    ...{ holder: [], group: { name: 'Test', kind: 'club' as const }, at: at.toISOString(), units: '1', left: '0' },
    ...{ version: 1, supersedes: null },
  }
  const document = await inTransaction(db, async (tx) => {
    await insertGroup(tx, { id, name: 'Test', kind: 'club', code: newCode(), codeUntil: daysAfter(at, 1), at })
    await insertCreator(tx, id, customer, at)
    await sql`
      insert into gds_bookings (holding, group_id, customer) values (${holding}, ${id}, ${customer})`.execute(tx)
    return issueDocument(kyc, tx, groupCertificate, { customer, subject: holding, data, zone: 'UTC', paper: 'A4' })
  })
  return { id, document: document.id }
}

/** For tests: people who save in groups. */
export const createGroups = async () => {
  const house = await createHouse()

  const giveName = (customer: string, first: string, last: string) => nameOf(house, customer, { first, last })

  /** A verified customer, called as the username says: `ann-lee` is Ann Lee. */
  const newMember = async (
    username: string,
    balances: Parameters<typeof house.newSaver>[1] = { USDT: '5000' },
  ): Promise<Member> => {
    const saver = await house.newSaver(username, balances)
    const [first = '', last = 'Miller'] = username.split('-')
    await giveName(saver.id, first, last)
    return { ...saver, ...memberCalls(saver.client, saver.withPin) }
  }

  /** Somebody's group with these in it, let in by him. */
  const newGroup = async (
    creator: Member,
    others: readonly Member[] = [],
    name = `Circle ${randomUUID().slice(0, 8)}`,
  ) => {
    const { id } = (await creator.make(name)).body.data
    for (const other of others) await letIn(creator, id, other)
    return id as string
  }

  const letIn = async (admin: Member, id: string, other: Member) => {
    const asked = await other.join(await admin.code(id))
    if (asked.status !== 200) throw new Error(`could not ask: ${asked.body.error.name}`)
    // So that nobody came in the same moment.
    house.passTime(1)
    await admin.admit(id)
  }

  return { ...house, giveName, newMember, newGroup, letIn }
}

export type Member = Saver & ReturnType<typeof memberCalls>

type WithPin = Saver['withPin']

const memberCalls = (client: Client, withPin: WithPin) => {
  const group = async (id: string) => (await client.get(`/groups/${id}`)).body.data
  const change = (id: string, member: string, to: string) => client.post(`/groups/${id}/members/${member}`, { to })
  const quoteIn = (id: string, amount = '201', payWith = 'USDT', of = 'pay') =>
    client.post(`/groups/${id}/purchases/quotes`, { payWith, amount, of })
  const buyAt = (id: string, quoteId: string, key?: string) =>
    withPin(purchaseInGroup, { params: { id }, body: { quoteId } }, key)
  return {
    group,
    change,
    quoteIn,
    buyAt,
    make: (name: string, kind = 'club') => client.post('/groups', { name, kind }, { 'idempotency-key': randomUUID() }),
    code: async (id: string): Promise<string> => (await group(id)).code.code,
    join: (code: string) => client.post('/groups/join', { code }),
    /** Lets in whoever waits. */
    admit: async (id: string) => {
      for (const { id: member } of (await group(id)).requests) await change(id, member, 'Member')
    },
    leave: (id: string) => client.post(`/groups/${id}/leave`),
    shows: (id: string, showsGrams: boolean) => client.post(`/groups/${id}/shown`, { showsGrams }),
    rename: (id: string, name: string) => client.post(`/groups/${id}/name`, { name }),
    close: (id: string) => client.post(`/groups/${id}/close`),
    report: (id: string, why = 'offensive') => client.post(`/groups/${id}/report`, { why }),
    /** A quote and the purchase at it. */
    buyIn: async (id: string, amount?: string, payWith?: string) => {
      const quote = await quoteIn(id, amount, payWith)
      return quote.status === 200 ? buyAt(id, quote.body.data.id) : quote
    },
    purchases: async (id: string) => (await client.get(`/groups/${id}/purchases`)).body.data,
    certificate: async (id: string, document: string) =>
      (await client.get(`/groups/${id}/certificates/${document}`)).body.data,
  }
}
