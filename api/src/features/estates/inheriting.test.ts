import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import { estateThing } from '@ingot/endpoints/estate-desk'
import { acceptInheritance } from '@ingot/endpoints/estates'
import type { Nominee } from '@ingot/endpoints/nominee-fields'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../bind.ts'
import { grant } from '../identity/step-up.ts'
import { day } from '../identity/test-people.ts'
import { someNominee } from '../nominees/test-nominees.ts'
import { fundCustomer } from '../wallet/test-wallet.ts'
import { createEstateDesk, type Owner } from './test-estate-desk.ts'

let desk: Awaited<ReturnType<typeof createEstateDesk>>
beforeAll(async () => {
  desk = await createEstateDesk()
}, 60_000)
afterAll(() => desk.close())

const guardian = {
  ...{ firstName: 'Greta', lastName: 'Guard', dateOfBirth: '1980-02-03', contact: 'greta@family.example' },
}

/** Somebody has died and left something, and those who receive were asked. */
const leave = async (username: string, nominees: Nominee[]) => {
  const owner = await desk.newOwner(username)
  await desk.nominate(owner, nominees)
  await desk.pass(3 * day)
  const [id, died] = [await desk.report(owner), desk.today()]
  await desk.sure(desk.check(owner, id))
  await desk.sure(desk.wait(id))
  await desk.pass(31 * day)
  await desk.sure(desk.askForPapers(id, died))
  await desk.acceptAll(id)
  await desk.sure(desk.decideTogether('approve-estate', estateThing(id)))
  await desk.strikeEstates()
  await desk.runEstates()
  return { owner, id }
}
const tokenFor = (email: string): string => {
  const mail = desk.inbox.findLast(({ to, text }) => to === email && text.includes('/inheritance/'))
  return mail?.text.match(/inheritance\/([\w-]+)/)?.[1] ?? ''
}
const accept = async ({ client }: Pick<Owner, 'client'>, token: string) => {
  const [key, session] = [randomUUID(), desk.identity.tokens.session.read(client.state.jwt)?.sid ?? '']
  const aim = await aimOf(acceptInheritance, key, { body: { token } })
  await inTransaction(desk.db, (tx) => grant(tx, desk.identity, { session } as Person, aim, 'pin'))
  return client.post('/inheritances/accept', { token }, { 'idempotency-key': key })
}
const look = ({ client }: Pick<Owner, 'client'>, token: string) => client.post('/inheritances/read', { token })
/** A customer who is verified under a name. */
const named = (
  username: string,
  { firstName, lastName, dateOfBirth }: Pick<Nominee, 'firstName' | 'lastName' | 'dateOfBirth'>,
) => desk.newOwner(username, { info: { firstName, lastName, dateOfBirth } })
const usdtOf = async ({ client }: Owner) => {
  const { data } = (await client.get('/user-balances')).body
  return data.find(({ asset }: { asset: string }) => asset === 'USDT').available
}

test('each who was named receives by his link, once, what is his to the last unit', async () => {
  const [ann, ben] = [someNominee('Ann', 6000), someNominee('Ben', 4000)]
  const { owner, id } = await leave('ada', [ann, ben])
  const token = tokenFor(ann.contact)
  expect(token).not.toBe('')
  const receiver = await named('ann', ann)
  expect((await look(receiver, token)).body.data).toEqual({
    ...{ deceased: 'Augusta Ada King ada', asGuardianOf: null, share: 6000, hindrance: null },
  })
  const both = await Promise.all([accept(receiver, token), accept(receiver, token)])
  expect(both.map(({ status, body }) => body.error?.name ?? status).toSorted()).toEqual([200, 'LinkInvalid'])
  const { body } = both.find(({ status }) => status === 200) ?? { body: undefined }
  expect(body.data).toMatchObject({
    share: 6000,
    parts: [{ asset: 'USDT', amount: '600', passedAt: expect.any(String) }],
  })
  expect(await usdtOf(receiver)).toBe('1600')
  expect((await receiver.client.get('/inheritances')).body.data).toEqual([body.data])
  expect(body.data.document).toEqual(expect.any(String))
  expect((await desk.read(id)).state).toBe('Approved')
  expect(await desk.activityOf(receiver.client)).toContain('inheritance-received')
  await desk.runEstates()
  expect(await desk.subjectsTo(receiver.email)).toContain('You received what somebody left you')

  const later = await named('ben', ben)
  expect((await accept(later, tokenFor(ben.contact))).status).toBe(200)
  expect(await usdtOf(later)).toBe('1400')
  expect((await desk.read(id)).state).toBe('Distributed')

  // What comes in afterwards is shared as well, without anybody asking.
  await fundCustomer(desk.db, owner.id, { asset: 'USDT', text: '10' })
  await desk.strikeEstates()
  expect([await usdtOf(receiver), await usdtOf(later)]).toEqual(['1606', '1404'])
})

test('a link in other hands gives nothing and says nothing', async () => {
  const ann = someNominee('Cara', 10_000)
  await leave('bea', [ann])
  const token = tokenFor(ann.contact)
  const untold = { deceased: '', asGuardianOf: null, share: 0 }
  const thief = await desk.newOwner('thief')
  expect((await look(thief, token)).body.data).toEqual({ ...untold, hindrance: 'somebody-else' })
  expect((await accept(thief, token)).body.error.name).toBe('SomebodyElse')
  const namesake = await named('namesake', { ...ann, dateOfBirth: '1990-04-02' })
  expect((await accept(namesake, token)).body.error.name).toBe('SomebodyElse')
  const receiver = await named('cara', ann)
  await sql`update customers set kyc_status = 'Pending' where id = ${receiver.id}`.execute(desk.db)
  expect((await look(receiver, token)).body.data).toEqual({ ...untold, hindrance: 'not-verified' })
  expect((await accept(receiver, token)).status).toBe(403)
  expect((await look(receiver, 'A'.repeat(43))).body.error.name).toBe('LinkInvalid')
  expect((await accept({ client: desk.officer.client }, token)).status).toBe(403)
  expect((await desk.newClient().post('/inheritances/read', { token })).status).toBe(401)
  await sql`update customers set kyc_status = 'Verified' where id = ${receiver.id}`.execute(desk.db)
  expect((await accept(receiver, token)).status).toBe(200)
})

test('a guardian receives for who is under age, and nobody else does', async () => {
  const minor = someNominee('Mia', 10_000, { dateOfBirth: '2015-06-01', guardian })
  await leave('cleo', [minor])
  expect(tokenFor(minor.contact)).toBe('')
  const token = tokenFor(guardian.contact)
  const child = await named('mia', minor)
  expect((await accept(child, token)).body.error.name).toBe('SomebodyElse')
  const greta = await named('greta', guardian)
  expect((await look(greta, token)).body.data).toMatchObject({ asGuardianOf: 'Mia Lovelace', hindrance: null })
  expect((await accept(greta, token)).body.data).toMatchObject({ asGuardianOf: 'Mia Lovelace' })
})

test('whoever has come of age receives himself, and the guardian does not any more', async () => {
  const born = `${desk.now().getUTCFullYear() - 18}-12-${31}`
  const minor = someNominee('Nora', 10_000, {
    dateOfBirth: born,
    guardian: { ...guardian, contact: 'gus@family.example' },
  })
  await leave('dora', [minor])
  const token = tokenFor('gus@family.example') || tokenFor(minor.contact)
  await desk.pass(400 * day)
  const greta = await named('gus', guardian)
  expect((await accept(greta, token)).body.error.name).toBe('SomebodyElse')
  const nora = await named('nora', minor)
  expect((await accept(nora, token)).body.data).toMatchObject({ asGuardianOf: null })
})
