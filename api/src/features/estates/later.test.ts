import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { beneficiaryThing, estateThing } from '@ingot/endpoints/estate-desk'
import type { Nominee } from '@ingot/endpoints/nominee-fields'
import { customerAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { verifyLedger } from '@ingot/ledger/verify'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { owe } from '../debts/debts.ts'
import { newCode } from '../groups/rules.ts'
import { insertCreator, insertGroup } from '../groups/store.ts'
import { day } from '../identity/test-people.ts'
import { someNominee } from '../nominees/test-nominees.ts'
import { closeAccountIn } from '../wallet/closing.ts'
import { fundCustomer } from '../wallet/test-wallet.ts'
import { createEstateDesk, type Owner } from './test-estate-desk.ts'

// What comes in after an estate was approved, when those who receive have changed.

let desk: Awaited<ReturnType<typeof createEstateDesk>>
beforeAll(async () => {
  desk = await createEstateDesk()
}, 60_000)
afterAll(() => desk.close())
afterEach(async () => expect(await verifyLedger(desk.db, undefined)).toMatchObject({ ok: true }))

/** Somebody has died, and it was approved. */
const leave = async (owner: Owner): Promise<string> => {
  const [id, died] = [await desk.report(owner), desk.today()]
  await desk.sure(desk.check(owner, id))
  await desk.sure(desk.wait(id))
  await desk.pass(31 * day)
  await desk.sure(desk.askForPapers(id, died))
  await desk.acceptAll(id)
  await desk.sure(desk.decideTogether('approve-estate', estateThing(id)))
  return id
}
const nominated = async (username: string, nominees: Nominee[], USDT?: string) => {
  const owner = await desk.newOwner(username, { ...(USDT && { USDT }) })
  await desk.nominate(owner, nominees)
  await desk.pass(3 * day)
  return owner
}
const clock = async () => {
  await desk.strikeEstates()
  await desk.runEstates()
}
const link = (beneficiary: string, customer: string) =>
  desk.decideTogether('link-beneficiary', beneficiaryThing(beneficiary), { customer })
const askedFor = (email: string) => desk.inbox.filter(({ to, text }) => to === email && text.includes('/inheritance/'))
const balance = (owner: Owner) => desk.balance(owner, 'USDT')

test('what comes in after an estate in which there was nothing reaches who was named, who is asked only then', async () => {
  const [ann, ben] = [someNominee('Ann', 6000), someNominee('Ben', 4000, { contact: '+442079460001' })]
  const owner = await nominated('empty', [ann, ben], '0')
  const id = await leave(owner)
  await clock()
  expect((await desk.read(id)).state).toBe('Distributed')
  expect(askedFor(ann.contact)).toEqual([])
  await fundCustomer(desk.db, owner.id, { asset: 'USDT', text: '10' })
  await clock()
  await clock()
  expect(askedFor(ann.contact)).toHaveLength(1)
  const [first, second] = (await desk.read(id)).beneficiaries
  const [anna, bent] = [await desk.newOwner('anna'), await desk.newOwner('bent')]
  expect((await link(first.id, anna.id)).status).toBe(200)
  expect((await link(second.id, bent.id)).status).toBe(200)
  expect([await balance(anna), await balance(bent)]).toEqual(['1006', '1004'])
})

test('who is closing an account is given nothing more, however close the two come', async () => {
  const owner = await nominated('racing', [someNominee('Ann', 6000), someNominee('Ben', 4000)])
  const id = await leave(owner)
  const [first, second] = (await desk.read(id)).beneficiaries
  const [anna, bent] = [await desk.newOwner('annb', { USDT: '0' }), await desk.newOwner('benb', { USDT: '0' })]
  expect((await link(first.id, anna.id)).status).toBe(200)
  expect((await link(second.id, bent.id)).status).toBe(200)
  await fundCustomer(desk.db, owner.id, { asset: 'USDT', text: '10' })
  const { promise: isClosing, resolve: begun } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const closing = inTransaction(desk.db, async (tx) => {
    await closeAccountIn(tx, anna.id, 'left', desk.now())
    begun()
    await mayEnd
  })
  await isClosing
  const given = clock()
  const waiting = async () =>
    (await sql`select from pg_locks where not granted and pid <> pg_backend_pid()`.execute(desk.db)).rows.length
  await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0)
  end()
  await closing
  await given
  expect([await balance(anna), await balance(bent)]).toEqual(['600', '404'])
  // It waits where it was, and is told to operators, who can say anew which customer it is.
  const [left] = (await desk.read(id)).beneficiaries
  expect(left.parts.filter(({ passedAt }: { passedAt: string | null }) => passedAt === null)).toMatchObject([
    { asset: 'USDT', amount: '6' },
  ])
  expect([left.isReceiving, (await desk.read(id)).beneficiaries[1].isReceiving]).toEqual([false, true])
  expect((await link(second.id, anna.id)).body.error.name).toBe('StateChanged')
  const again = await desk.newOwner('annc', { USDT: '0' })
  expect((await link(first.id, again.id)).status).toBe(200)
  expect(await balance(again)).toBe('6')
  expect((await desk.read(id)).beneficiaries[0].customer.id).toBe(again.id)
  // Nor to an account that was erased by command.
  await sql`update customers set email = 'erased-9@erased.invalid' where id = ${again.id}`.execute(desk.db)
  await fundCustomer(desk.db, owner.id, { asset: 'USDT', text: '10' })
  await clock()
  expect([await balance(again), await balance(bent)]).toEqual(['6', '408'])
})

/** Money that a customer owes from now on. */
const owing = (owner: Owner, cents: bigint) =>
  inTransaction(desk.db, async (tx) => {
    const debt = { customer: owner.id, cause: 'payment', subject: randomUUID(), units: 1n, price: '100' } as const
    const owed = await owe(tx, desk, { ...debt, cents, at: desk.now() })
    await post(tx, { reference: randomUUID(), kind: 'test', causedBy: 'test', moves: [owed] })
  })
const owedBy = async (owner: Owner) => {
  const { rows } = await sql<{ left: string }>`
    select coalesce(sum(left_cents), 0)::text as left from debts where customer = ${owner.id}`.execute(desk.db)
  return rows[0]?.left
}

test('what is owed is settled first out of dollars that are free, and nothing is passed on while something is', async () => {
  const owner = await nominated('owing', [someNominee('Ann', 10_000)])
  await owing(owner, 25_000n)
  const id = await leave(owner)
  expect(await owedBy(owner)).toBe('0')
  const anna = await desk.newOwner('annd', { USDT: '0' })
  expect((await link((await desk.read(id)).beneficiaries[0].id, anna.id)).status).toBe(200)
  expect(await balance(anna)).toBe('750')
  expect((await desk.read(id)).state).toBe('Distributed')
  const hindered = async () =>
    (await anna.client.get('/account/leaving')).body.data.hindrances.some(
      ({ href }: { href: string | null }) => href === '/inheritances',
    )
  expect(await hindered()).toBe(false)

  await owing(owner, 500n)
  await fundCustomer(desk.db, owner.id, { asset: 'USDT', text: '3' })
  await fundCustomer(desk.db, owner.id, { asset: 'QMGT', text: '2' })
  await clock()
  expect([await owedBy(owner), await desk.balance(anna, 'QMGT')]).toEqual(['200', '0'])
  expect(await hindered()).toBe(true)
  await fundCustomer(desk.db, owner.id, { asset: 'USDT', text: '10' })
  await clock()
  expect([await owedBy(owner), await desk.balance(anna, 'QMGT')]).toEqual(['0', '2'])
  expect(await balance(anna)).toBe('758')
  expect(await hindered()).toBe(false)
})

test('a guardian is given nothing more once the child is of age, who can then be linked', async () => {
  const born = new Date(desk.now().getTime() + 60 * day)
  born.setUTCFullYear(born.getUTCFullYear() - 18)
  const guardian = { firstName: 'Gus', lastName: 'Lovelace', contact: 'gus@family.example', dateOfBirth: '1980-01-01' }
  const child = someNominee('Cleo', 10_000, { dateOfBirth: born.toISOString().slice(0, 10), guardian })
  const owner = await nominated('parent', [child])
  const id = await leave(owner)
  const [{ id: beneficiary }] = (await desk.read(id)).beneficiaries
  const [gus, cleo] = [await desk.newOwner('gusa', { USDT: '0' }), await desk.newOwner('cleoa', { USDT: '0' })]
  expect((await link(beneficiary, gus.id)).status).toBe(200)
  expect((await desk.read(id)).beneficiaries[0].asGuardian).toBe(true)
  expect((await link(beneficiary, cleo.id)).body.error.message).toBe('It is known already who this is.')
  await desk.pass(30 * day, cleo)
  await fundCustomer(desk.db, owner.id, { asset: 'USDT', text: '10' })
  await clock()
  expect([await balance(gus), await balance(cleo)]).toEqual(['1000', '0'])
  expect((await desk.read(id)).beneficiaries[0].isReceiving).toBe(false)
  expect((await link(beneficiary, cleo.id)).status).toBe(200)
  expect([await balance(gus), await balance(cleo)]).toEqual(['1000', '10'])
  expect((await desk.read(id)).beneficiaries[0]).toMatchObject({ asGuardian: false, customer: { id: cleo.id } })
  const [own] = (await cleo.client.get('/inheritances')).body.data
  expect(own.parts).toMatchObject([{ amount: '10' }])
})

test('whoever has died is in no group any more, and another one leads what was led', async () => {
  const [owner, other] = [await nominated('leader', [someNominee('Ann', 10_000)]), await desk.newOwner('follower')]
  const group = randomUUID()
  await inTransaction(desk.db, async (tx) => {
    const at = desk.now()
    await insertGroup(tx, { id: group, name: 'Circle', kind: 'club', code: newCode(), codeUntil: at, at })
    await insertCreator(tx, group, owner.id, at)
    await sql`
      insert into gds_members (id, group_id, customer, state, is_creator, asked_at, joined_at)
      values (gen_random_uuid(), ${group}, ${other.id}, 'Member', false, ${at}, ${at})`.execute(tx)
  })
  await leave(owner)
  const { rows } = await sql`
    select customer, state, is_creator from gds_members where group_id = ${group} order by state`.execute(desk.db)
  expect(rows).toEqual([
    { customer: other.id, state: 'Admin', is_creator: true },
    { customer: owner.id, state: 'Left', is_creator: false },
  ])
})

test('what comes in for somebody who has died as well goes to those who receive from that person', async () => {
  const [owner, carl] = [await nominated('first', [someNominee('Bea', 10_000)]), await desk.newOwner('carl')]
  const id = await leave(owner)
  const bea = await nominated('bea', [someNominee('Carl', 10_000)], '0')
  expect((await link((await desk.read(id)).beneficiaries[0].id, bea.id)).status).toBe(200)
  const next = await leave(bea)
  expect((await link((await desk.read(next)).beneficiaries[0].id, carl.id)).status).toBe(200)
  expect(await balance(carl)).toBe('2000')
  await fundCustomer(desk.db, owner.id, { asset: 'USDT', text: '0.000000000000000001' })
  for (let minutes = 0; minutes < 3; minutes++) await clock()
  expect(await balance(carl)).toBe('2000.000000000000000001')
  // Nobody who has died is said to have died once more.
  const again = await desk.report(owner)
  expect((await desk.check(owner, again)).body.error.name).toBe('EstateOpen')
})

test('nothing is approved while something is on its way out, also if it was when the two looked', async () => {
  const owner = await nominated('away', [someNominee('Ann', 10_000)])
  const id = await desk.waited(owner)
  await desk.sure(desk.askForPapers(id))
  await desk.acceptAll(id)
  const between = (from: 'available' | 'held', to: 'available' | 'held') =>
    inTransaction(desk.db, (tx) => {
      const [one, other] = [customerAccount(owner.id, 'USDT', from), customerAccount(owner.id, 'USDT', to)]
      const moves = [move(parseAmount('USDT', '5'), { from: one, to: other })]
      return post(tx, { reference: randomUUID(), kind: 'test', causedBy: 'test', moves })
    })
  await between('available', 'held')
  const words = expect.stringContaining('is still open. It has to end before the estate can be approved.')
  expect((await desk.read(id)).missing).toEqual([words])
  const action = { action: 'approve-estate', thing: estateThing(id) }
  expect((await desk.ask(desk.officer, action)).body.error.message).toEqual(words)
  await between('held', 'available')
  const asked = await desk.askedBy(desk.officer, action)
  await between('available', 'held')
  await desk.decide(desk.second, 'approve', asked)
  expect(await desk.read(id)).toMatchObject({ state: 'Documents', missing: [words] })
  await between('held', 'available')
  await desk.decideTogether('approve-estate', estateThing(id))
  expect((await desk.read(id)).state).toBe('Approved')
})

test('two who link different people to one who receives give it once', async () => {
  const owner = await nominated('twice', [someNominee('Ann', 10_000)])
  const id = await leave(owner)
  const [{ id: beneficiary }] = (await desk.read(id)).beneficiaries
  const [one, other] = [await desk.newOwner('onea'), await desk.newOwner('othera')]
  const thing = beneficiaryThing(beneficiary)
  const asked = await desk.askedBy(desk.officer, { action: 'link-beneficiary', thing, given: { customer: one.id } })
  const second = await desk.ask(desk.second, { action: 'link-beneficiary', thing, given: { customer: other.id } })
  expect(second.status).toBe(409)
  const both = await Promise.all([1, 2].map(() => desk.decide(desk.second, 'approve', asked)))
  expect(both.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect([await balance(one), await balance(other)]).toEqual(['2000', '1000'])
  expect((await link(beneficiary, other.id)).body.error.name).toBe('StateChanged')
})
