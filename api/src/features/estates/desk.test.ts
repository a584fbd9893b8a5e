import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findEstate } from './store.ts'
import { createEstateDesk } from './test-estate-desk.ts'

let desk: Awaited<ReturnType<typeof createEstateDesk>>
beforeAll(async () => {
  desk = await createEstateDesk()
}, 60_000)
afterAll(() => desk.close())

const auditOf = async (thing: string) => {
  const { rows } = await sql<{ action: string; operator: string }>`
    select action, operator from audit_lines where thing = ${thing} order by number`.execute(desk.db)
  return rows
}
const readsOf = async (customer: string) => {
  const { rows } = await sql<{ reader: string; what: string }>`
    select reader, what from personal_data_reads where customer = ${customer} and reader like 'operator:%'
    order by id`.execute(desk.db)
  return rows
}

test('what an operator writes down is listed and read, and who reads it is recorded', async () => {
  const ada = await desk.newOwner('ada')
  const id = await desk.report(ada)
  const { body } = await desk.officer.client.get('/operator/estates?state=Reported')
  expect(body.data).toContainEqual(
    expect.objectContaining({
      id,
      state: 'Reported',
      source: 'operator',
      name: 'Augusta Ada King ada',
      customer: null,
    }),
  )
  expect(await desk.read(id)).toMatchObject({
    ...{ reporter: { name: 'Rita Reporter' }, words: 'She fell asleep.', files: [], beneficiaries: [], missing: [] },
    history: [{ state: 'Reported', by: 'officer' }],
  })
  await desk.sure(desk.check(ada, id))
  await desk.read(id)
  expect(await auditOf(`estate:${id}`)).toMatchObject([
    { action: 'report-death', operator: desk.officer.id },
    { action: 'read-estate' },
    { action: 'check-estate' },
    { action: 'read-estate' },
  ])
  expect(await readsOf(ada.id)).toEqual([{ reader: `operator:${desk.officer.id}`, what: 'estate' }])
})

test('whom a report is about is found by name and birthday, and by e-mail, and each look is recorded', async () => {
  const bea = await desk.newOwner('bea')
  const other = await desk.newOwner('otherbea', { info: { lastName: 'Somebody' } })
  const id = (await desk.sure(desk.step(desk.officer, '', desk.toldOf(bea, { email: other.email })))).id
  const found = await desk.sure(desk.officer.client.get(`/operator/estates/${id}/candidates`))
  expect(found).toEqual([
    { customer: { id: bea.id, username: 'bea' }, matches: ['name', 'birthday'] },
    { customer: { id: other.id, username: 'otherbea' }, matches: ['birthday', 'email'] },
  ])
  expect(await readsOf(bea.id)).toHaveLength(1)
  expect(await readsOf(other.id)).toHaveLength(1)
  const nobody = (await desk.sure(desk.step(desk.officer, '', desk.toldOf({ username: 'x', email: '' })))).id
  expect(await desk.sure(desk.officer.client.get(`/operator/estates/${nobody}/candidates`))).toEqual([])
  const operator = desk.toldOf(bea, { lastName: 'Nobody', email: desk.second.email })
  const { id: asked } = await desk.sure(desk.step(desk.officer, '', operator))
  expect(await desk.sure(desk.officer.client.get(`/operator/estates/${asked}/candidates`))).toEqual([])
  expect((await desk.officer.client.get(`/operator/estates/${randomUUID()}/candidates`)).status).toBe(404)
})

test('what freezes an account, opens it again or says who receives takes the password and a code that was not used before', async () => {
  const cara = await desk.newOwner('cara')
  const id = await desk.report(cara)
  const reason = 'I looked at it'
  const heir = {
    firstName: 'Hal',
    middleName: '',
    lastName: 'Heir',
    dateOfBirth: '1980-01-01',
    contact: 'hal@family.example',
  }
  const bodies = {
    check: { customer: cara.id, reason },
    wait: { reason },
    refuse: { reason },
    documents: { diedOn: desk.today(), reason },
    beneficiaries: { beneficiaries: [{ ...heir, share: 10_000, guardian: null }], reason },
  }
  const nameOf = async (call: string, body: object) => {
    const answer = await desk.step(desk.officer, `/${id}/${call}`, body)
    return [call, answer.body.error?.name]
  }
  for (const [call, body] of Object.entries(bodies)) {
    expect(await nameOf(call, body)).toEqual([call, 'InvalidInput'])
    const proof = await desk.proofOf(desk.officer)
    const another = { ...proof, password: 'Wrong-password-1' }
    expect(await nameOf(call, { ...body, ...another })).toEqual([call, 'PasswordIncorrect'])
    const guess = { ...proof, inputCode: proof.inputCode === '000000' ? '000001' : '000000' }
    expect(await nameOf(call, { ...body, ...guess })).toEqual([call, 'TwoFactorCodeIncorrect'])
  }
  expect((await findEstate(desk.db, id))?.state).toBe('Reported')

  const [key, body] = [randomUUID(), { ...bodies.check, ...(await desk.proofOf(desk.officer)) }]
  const first = await desk.step(desk.officer, `/${id}/check`, body, key)
  expect([first.status, first.body.data.state]).toEqual([200, 'Checking'])
  // The same call again is answered alike; its code proves nothing else.
  expect((await desk.step(desk.officer, `/${id}/check`, body, key)).body).toEqual(first.body)
  const { password, inputCode } = body
  expect(await nameOf('refuse', { reason, password, inputCode })).toEqual(['refuse', 'TwoFactorCodeIncorrect'])
  expect((await findEstate(desk.db, id))?.state).toBe('Checking')
})
