import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import type { Role } from '@ingot/endpoints/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Operator, withOperators } from '../../approvals/test-approvals.ts'
import { auditJobs } from '../audit/jobs.ts'
import { lockCustomer } from '../identity/store.ts'
import { createPeople, goodPassword, hour } from '../identity/test-people.ts'
import { peopleJobs } from './jobs.ts'
import { takeRole } from './store.ts'

const open = async (env: Record<string, string> = {}) => {
  const people = await withOperators(await createPeople({ env }))
  const { db, config, mailer, outbox, now } = people
  const worker = await openTestWorker(people.databaseUrl, [
    ...peopleJobs({ db, config, mailer, now }),
    ...auditJobs({ db, config, mailer, outbox }, { 'create-operator': 'Created an operator' }),
  ])
  /** The newest mail to somebody, once everything was sent. */
  const newestTo = async (email: string) => {
    await worker.run()
    return people.inbox.findLast(({ to }) => to === email)
  }
  const close = async () => {
    await worker.close()
    await people.close()
  }
  return { ...people, newestTo, worker, close }
}

let people: Awaited<ReturnType<typeof open>>
let [anna, bert, cora]: Operator[] = []
const owner = () => anna as Operator
const other = () => bert as Operator
beforeAll(async () => {
  people = await open()
  anna = await people.newOperator('anna', ['Owner', 'Vault'])
  bert = await people.newOperator('bert', ['Owner', 'Finance'])
  cora = await people.newOperator('cora', ['Owner', 'Support'])
})
afterAll(() => people.close())

const decided = async (action: string, thing: string, given: Record<string, string>) => {
  const id = await people.askedBy(owner(), { action, thing, given })
  return people.decide(other(), 'approve', id)
}

const invite = async (email: string, roles = 'Support') => {
  await decided('invite-operator', email, { roles })
  const mail = await people.newestTo(email)
  return /operator-invitation\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

const accept = (token: string, username: string, password = goodPassword, client = people.newClient()) =>
  client.post('/operator-invitation', { token, username, password })

const rolesOf = async (username: string): Promise<Role[]> => {
  const { body } = await owner().client.get('/operator/people')
  return body.data.people.find((each: { username: string }) => each.username === username)?.roles
}

describe('an invitation', () => {
  test('makes an operator with the roles that two agreed on, who enrols 2FA before anything opens', async () => {
    const token = await invite('dora@example.com', 'Support,Finance')
    const { body } = await owner().client.get('/operator/people')
    expect(body.data.invited).toMatchObject([
      { email: 'dora@example.com', roles: ['Support', 'Finance'], invitedBy: 'anna' },
    ])
    expect(await accept(token, 'dora')).toMatchObject({ status: 200, body: { data: { email: 'dora@example.com' } } })
    expect((await owner().client.get('/operator/people')).body.data.invited).toEqual([])
    expect(await rolesOf('dora')).toEqual(['Support', 'Finance'])
    const client = people.newClient()
    expect((await client.signIn('dora')).status).toBe(200)
    expect((await client.get('/operator/people')).status).toBe(403)
    await people.enrol(client)
    expect((await client.get('/operator/people')).status).toBe(200)
    expect((await client.get('/getInfo')).body.data).toMatchObject({ role: 'operator', roles: ['Support', 'Finance'] })
  })

  test('works once, also for a dozen at the same moment', async () => {
    const token = await invite('emil@example.com')
    const tries = await Promise.all(Array.from({ length: 12 }, (_, index) => accept(token, `emil${index}`)))
    expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(tries.filter(({ status }) => status !== 200).every(({ body }) => body.error.name === 'LinkInvalid')).toBe(
      true,
    )
    expect((await accept(token, 'emilagain')).body.error.name).toBe('LinkInvalid')
  })

  test('is not used up by a weak password or a username that is taken', async () => {
    const token = await invite('fritz@example.com')
    expect((await accept(token, 'fritz', 'password1234')).body.error.name).toBe('PasswordRefused')
    expect((await accept(token, 'ANNA')).body.error.name).toBe('UsernameTaken')
    expect((await accept(token, 'fritz')).status).toBe(200)
  })

  test('is over after three days, and when another one was sent', async () => {
    const first = await invite('gerd@example.com')
    const second = await invite('gerd@example.com')
    expect(second).not.toBe(first)
    expect((await accept(first, 'gerd')).body.error.name).toBe('LinkInvalid')
    people.passTime(72 * hour)
    expect((await accept(second, 'gerd')).body.error.name).toBe('LinkInvalid')
    for (const each of [anna, bert, cora] as Operator[]) await people.logInAgain(each)
  })

  test('is not guessed: a thousand tries are not let through', async () => {
    const token = await invite('hugo@example.com')
    const stranger = people.newClient()
    const names = new Map<string, number>()
    for (let index = 0; index < 1000; index += 50) {
      const tries = Array.from({ length: 50 }, (_, more) =>
        accept(`${token.slice(0, -4)}${String(index + more).padStart(4, '0')}`, 'hugo', goodPassword, stranger),
      )
      for (const { body } of await Promise.all(tries))
        names.set(body.error?.name, (names.get(body.error?.name) ?? 0) + 1)
    }
    expect(Object.fromEntries(names)).toEqual({ LinkInvalid: 60, TooManyTries: 940 })
    expect((await accept(token, 'hugo')).status).toBe(200)
  })

  test('goes to no customer, and makes nobody both', async () => {
    await people.newCustomer('ines')
    const asked = await people.ask(owner(), {
      action: 'invite-operator',
      thing: 'ines@example.com',
      given: { roles: 'Vault' },
    })
    expect(asked).toMatchObject({ status: 409, body: { error: { name: 'StateChanged' } } })
    const token = await invite('jan@example.com')
    await people.newCustomer('jan')
    expect((await accept(token, 'janoperator')).body.error.name).toBe('LinkInvalid')
  })

  test('names roles that there are', async () => {
    for (const roles of ['', 'King', 'Owner,', 'owner'])
      expect(
        (await people.ask(owner(), { action: 'invite-operator', thing: 'kim@example.com', given: { roles } })).status,
      ).toBe(400)
  })
})

describe('a role', () => {
  test('is given and taken by two, and the history says by whom', async () => {
    const lena = await people.newOperator('lena', ['Support'])
    expect((await decided('give-role', lena.id, { role: 'Vault' })).status).toBe(200)
    expect(await rolesOf('lena')).toEqual(['Support', 'Vault'])
    expect((await decided('take-role', lena.id, { role: 'Vault' })).status).toBe(200)
    expect(await rolesOf('lena')).toEqual(['Support'])
    const { rows } = await sql`
      select role, given_by, taken_by, taken_at is not null as taken from operator_roles
      where operator = ${lena.id} and role = 'Vault'`.execute(people.db)
    expect(rows).toEqual([{ role: 'Vault', given_by: owner().id, taken_by: owner().id, taken: true }])
  })

  test('is not decided about by whoever gets or loses it', async () => {
    const id = await people.askedBy(owner(), { action: 'give-role', thing: other().id, given: { role: 'Auditor' } })
    expect((await people.decide(other(), 'approve', id)).status).toBe(409)
    expect(await rolesOf('bert')).not.toContain('Auditor')
  })

  test('that is taken while a call is under way is not there when it acts', async () => {
    const mona = await people.newOperator('mona', ['Owner'])
    const { id: nico } = await people.newOperator('nico', ['Support'])
    const asked = await people.askedBy(owner(), { action: 'give-role', thing: nico, given: { role: 'Vault' } })
    let deciding: ReturnType<typeof people.decide> | undefined
    await inTransaction(people.db, async (tx) => {
      const proof = await people.proofOf(mona)
      await lockCustomer(tx, mona.id)
      deciding = mona.client.post(`/operator/approvals/${asked}/approve`, { note: 'fine', ...proof })
      const isWaiting = async () => {
        const { rows } = await sql`
          select from pg_locks where not granted and pid in (
            select pid from pg_stat_activity where datname = current_database())`.execute(people.db)
        return rows.length > 0
      }
      await expect.poll(isWaiting, { timeout: 20_000 }).toBe(true)
      await takeRole(tx, { operator: mona.id, role: 'Owner', by: null, at: people.now() })
    })
    expect(await deciding).toMatchObject({ status: 403, body: { error: { name: 'Forbidden' } } })
    expect(await rolesOf('nico')).toEqual(['Support'])
  })

  test('of the last two owners stays, also when two are taken at the same moment', async () => {
    const { rows } = await sql<{ id: string }>`
      select operator as id from operator_roles where role = 'Owner' and taken_at is null`.execute(people.db)
    const three = [owner().id, other().id, (cora as Operator).id]
    expect(rows.map(({ id }) => id).toSorted()).toEqual(three.toSorted())
    const take = (thing: Operator) =>
      people.askedBy(other(), { action: 'take-role', thing: thing.id, given: { role: 'Owner' } })
    const [first, second] = [await take(cora as Operator), await take(owner())]
    const answers = await Promise.all([
      people.decide(owner(), 'approve', first),
      people.decide(cora as Operator, 'approve', second),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { rows: left } = await sql<{ id: string }>`select id from customers where 'Owner' = any(roles)`.execute(
      people.db,
    )
    expect(left).toHaveLength(2)
    for (const id of [first, second]) await people.withdraw(other(), id)
    for (const { id } of left) {
      const asked = await people.ask(other(), { action: 'take-role', thing: id, given: { role: 'Owner' } })
      expect([asked.status, asked.body.error.message]).toEqual([
        409,
        'Two owners have to stay: with fewer, nobody could approve anything here.',
      ])
    }
  })
})
