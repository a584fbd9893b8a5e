import { randomUUID } from 'node:crypto'
import { allEndpoints } from '@ingot/endpoints/all'
import { data, type Endpoint, endpoint } from '@ingot/endpoints/endpoint'
import { type Role, roles } from '@ingot/endpoints/roles'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bind } from './bind.ts'
import { type Client, createPeople } from './features/identity/test-people.ts'
import { allFeatures, type ServerDeps } from './server.ts'

// Whatever operators can call, called by an operator of each role.

const probe = (name: string, method: 'GET' | 'POST', named: readonly Role[]) =>
  endpoint({
    ...{ name, method, roles: named, path: `/test/${name}`, gate: 'operator', summary: 'Does nothing.' },
    reply: data(z.array(z.string())),
    errors: [],
    fallback: 'Failed',
    onFailure: 'raise',
  })
const vaultWrites = probe('probe-vault-writes', 'POST', ['Vault'])
/** The last one names the Auditor by mistake. */
const probes = [
  vaultWrites,
  probe('probe-vault-reads', 'GET', ['Vault']),
  probe('probe-auditor-writes', 'POST', ['Support', 'Auditor']),
]
const endpoints = [...allEndpoints, ...probes].filter(({ gate }) => gate === 'operator')

const withProbes = (deps: ServerDeps) => ({
  endpoints: [...allEndpoints, ...probes],
  bindings: [
    ...allFeatures(deps).bindings,
    ...probes.map((each) => bind(each, async ({ person }) => ({ data: [...(person?.roles ?? [])] }))),
  ],
})

let people: Awaited<ReturnType<typeof createPeople>>
const clients = new Map<Role | 'nobody', Client>()
beforeAll(async () => {
  people = await createPeople({ features: withProbes })
  for (const role of [...roles, 'nobody'] as const) {
    const client = await people.newCustomer(role.toLowerCase(), { operator: role === 'nobody' ? [] : [role] })
    await people.enrol(client)
    clients.set(role, client)
  }
})
afterAll(() => people.close())

/** With nothing in it, about something that is not there: whoever may call hears of that. */
const call = async ({ method, path }: Endpoint, role: Role | 'nobody') => {
  const { status, body } = await (clients.get(role) as Client).send(
    method as 'POST',
    path.replaceAll(/:\w+/g, () => randomUUID()),
    method === 'GET' ? undefined : {},
  )
  return { status, name: body?.error?.name }
}

const isOpen = ({ method, roles: named = [] }: Endpoint, role: Role | 'nobody') =>
  role === 'Auditor' ? method === 'GET' : named.some((each) => each === role)

describe.each([...roles, 'nobody'] as const)('an operator who is %s and nothing else', (role) => {
  test.each(endpoints.map((each) => [isOpen(each, role) ? 'may' : 'may not', each.name, each] as const))(
    '%s call %s',
    async (_may, _name, each) => {
      const { status, name } = await call(each, role)
      expect(status).toBeLessThan(500)
      if (isOpen(each, role)) expect([401, 403]).not.toContain(status)
      else expect({ status, name }).toEqual({ status: 403, name: 'Forbidden' })
    },
  )
})

test('whatever is for operators says for which of them, and nothing else does', () => {
  const silent = allEndpoints.filter(({ gate, roles: named }) => (gate === 'operator') !== Boolean(named?.length))
  expect(silent.map(({ name }) => name)).toEqual([])
  const wrong = allEndpoints.filter(({ method, roles: named }) => method !== 'GET' && named?.includes('Auditor'))
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('a role that is taken opens nothing from the next call on, and one that is given opens it again', async () => {
  const ofVault = sql`operator = (select id from customers where username = 'vault')`
  expect(await call(vaultWrites, 'Vault')).toMatchObject({ status: 200 })
  await sql`update operator_roles set taken_at = now() where ${ofVault}`.execute(people.db)
  expect(await call(vaultWrites, 'Vault')).toMatchObject({ status: 403 })
  await sql`
    insert into operator_roles (operator, role, given_at)
    select operator, role, now() from operator_roles where ${ofVault}`.execute(people.db)
  expect(await call(vaultWrites, 'Vault')).toMatchObject({ status: 200 })
})

describe('the database', () => {
  const id = (username: string) => sql`(select id from customers where username = ${username})`

  test('gives no role to a customer', async () => {
    await people.newCustomer('carla')
    const given = sql`
      insert into operator_roles (operator, role, given_at) values (${id('carla')}, 'Owner', now())`.execute(people.db)
    await expect(given).rejects.toThrow('only an operator has roles')
  })

  test('forgets no role, and changes none that was taken', async () => {
    await expect(sql`delete from operator_roles`.execute(people.db)).rejects.toThrow()
    await expect(sql`truncate operator_roles`.execute(people.db)).rejects.toThrow()
    await expect(sql`update operator_roles set role = 'Owner'`.execute(people.db)).rejects.toThrow('only be taken')
    const taken = sql`update operator_roles set taken_at = now() where taken_at is not null`.execute(people.db)
    await expect(taken).rejects.toThrow('only be taken')
  })

  test('shows what two gave at the same moment', async () => {
    const give = (role: Role) =>
      sql`insert into operator_roles (operator, role, given_at) values (${id('nobody')}, ${role}, now())`.execute(
        people.db,
      )
    await Promise.all(roles.map(give))
    const { body } = await (clients.get('nobody') as Client).get('/getInfo')
    expect(body.data.roles.toSorted()).toEqual(roles.toSorted())
  })
})
