import { openTestWorker } from '@ingot/db/test-jobs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditJobs } from '../audit/jobs.ts'
import { createPeople, goodPassword, hour, minute, refused } from '../identity/test-people.ts'
import { createOperator } from './operators.ts'

let people: Awaited<ReturnType<typeof createPeople>>
let worker: Awaited<ReturnType<typeof openTestWorker>>
beforeAll(async () => {
  people = await createPeople({ env: { OPERATOR_ADDRESSES: '198.51.100.0/24, 2001:db8:7::/48,203.0.113.9' } })
  const { db, config, mailer, outbox } = people
  worker = await openTestWorker(
    people.databaseUrl,
    auditJobs({ db, config, mailer, outbox }, { 'create-operator': 'Created an operator' }),
  )
})
afterAll(async () => {
  await worker.close()
  await people.close()
})

const make = (username: string, roles?: readonly string[]) =>
  createOperator(people.db, {
    ...{ email: `${username}@example.com`, username, password: goodPassword },
    ...(roles && { roles }),
  })
const rolesOf = async (username: string) => {
  const { rows } = await sql<{ roles: string[] }>`select roles from customers where username = ${username}`.execute(
    people.db,
  )
  return rows[0]?.roles
}
const inside = '198.51.100.7'
/** Logged in with 2FA, from within. */
const enter = async (username: string, address = inside) => {
  const client = people.newClient(address)
  expect((await client.signIn(username)).status).toBe(200)
  return { client, ...(await people.enrol(client)) }
}

describe('the command', () => {
  test('makes the first operator Owner, and each other one what it is told', async () => {
    await make('anna')
    expect(await rolesOf('anna')).toEqual(['Owner'])
    await expect(make('bert')).rejects.toThrow('Say what bert is trusted with')
    await expect(make('bert', ['King'])).rejects.toThrow('The roles are Owner, Finance')
    expect(await rolesOf('bert')).toBeUndefined()
    await make('bert', ['Support', 'Finance'])
    expect(await rolesOf('bert')).toEqual(['Finance', 'Support'])
  })

  test('leaves an operator who starts anew the roles, and gives those that are named', async () => {
    const { client } = await enter('bert')
    await make('bert')
    expect(await rolesOf('bert')).toEqual(['Finance', 'Support'])
    await make('bert', ['Vault'])
    expect(await rolesOf('bert')).toEqual(['Finance', 'Support', 'Vault'])
    expect((await client.get('/operator/people')).status).toBe(401)
  })

  test('makes no operator of a customer', async () => {
    await people.newCustomer('carla')
    await expect(make('carla', ['Owner'])).rejects.toThrow('carla@example.com is a customer, and nobody is both.')
  })

  test('is written down as done alone, and all operators are told', async () => {
    await sql`update audit_told set number = (select max(number) from audit_lines)`.execute(people.db)
    await make('dora', ['Auditor'])
    const { rows } =
      await sql`select operator, action, alone, facts from audit_lines order by number desc limit 1`.execute(people.db)
    expect(rows).toEqual([
      { operator: null, action: 'create-operator', alone: true, facts: { operator: 'dora', roles: 'Auditor' } },
    ])
    await worker.strikeClock()
    await worker.run()
    const told = people.inbox.filter(({ subject }) => subject === 'Done by one person alone: Created an operator')
    expect(told.map(({ to }) => to).toSorted()).toEqual(['anna', 'bert', 'dora'].map((name) => `${name}@example.com`))
  })
})

describe('a session', () => {
  test('of an operator is over after eight hours, however busy, and one of a customer is not', async () => {
    const { client } = await enter('anna')
    const customer = await people.newCustomer('emil')
    const stayBusy = async (minutes: number) => {
      for (let passed = 0; passed < minutes; passed += 10) {
        people.passTime(10 * minute)
        for (const each of [client, customer]) await each.post('/session/activity')
      }
    }
    await stayBusy(470)
    expect((await client.get('/operator/people')).status).toBe(200)
    await stayBusy(10)
    const { status, body } = await client.get('/operator/people')
    expect([status, body.error.details]).toEqual([401, { reason: 'expired' }])
    expect((await customer.get('/getInfo')).status).toBe(200)
    people.passTime(hour)
  })
})

describe('where operators may log in from', () => {
  const wrong = refused('InvalidCredentials', 'The login or the password is incorrect.')

  test('is the listed networks, of IPv4 and IPv6, and nowhere else', async () => {
    await make('fritz', ['Support'])
    for (const address of [inside, '203.0.113.9', '2001:db8:7:ffff::1', '::ffff:198.51.100.200'])
      expect([address, (await people.newClient(address).signIn('fritz')).status]).toEqual([address, 200])
    for (const address of ['192.0.2.77', '198.51.101.1', '203.0.113.10', '2001:db8:8::1', '::ffff:192.0.2.1'])
      expect([address, (await people.newClient(address).signIn('fritz')).status]).toEqual([address, wrong.status])
  })

  test('tells a stranger with the right password the same as with a wrong one', async () => {
    await make('gerd', ['Support'])
    const answers = []
    for (const password of [goodPassword, 'another one'])
      answers.push((await people.newClient().signIn('gerd', password)).body)
    expect(answers[0].error.name).toBe('InvalidCredentials')
    expect(answers[0]).toEqual(answers[1])
    // Nor does the right one give back what guessing has used up.
    const guesser = people.newClient()
    const tries = []
    for (let count = 0; count < 9; count++)
      tries.push((await guesser.signIn('gerd', count === 4 ? goodPassword : 'a wrong one')).body.error.name)
    expect([tries[0], tries.at(-1)]).toEqual(['InvalidCredentials', 'TooManyTries'])
  })

  test('holds for each call: a session that was taken elsewhere is nobody’s there', async () => {
    await make('hugo', ['Owner'])
    const { client, code } = await enter('hugo')
    expect((await client.get('/operator/people')).status).toBe(200)
    const thief = people.newClient()
    Object.assign(thief.state, client.state)
    for (const path of ['/operator/people', '/getInfo']) {
      const { status, body } = await thief.get(path)
      expect([path, status, body.error.details]).toEqual([path, 401, {}])
    }
    people.nextCode()
    const { mfaToken } = (await people.newClient(inside).signIn('hugo')).body.data
    const second = await people.newClient().post('/auth/local/2fa', { mfaToken, code: code() })
    expect(second.status).toBe(400)
    expect((await client.get('/operator/people')).status).toBe(200)
  })

  test('does not concern customers', async () => {
    expect((await (await people.newCustomer('ines')).get('/getInfo')).body.data).toMatchObject({ roles: [] })
  })
})
