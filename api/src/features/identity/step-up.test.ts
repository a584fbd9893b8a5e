import { randomUUID } from 'node:crypto'
import { runOperation } from '@ingot/db/operations'
import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { aimOf } from '@ingot/endpoints/aim'
import { allEndpoints } from '@ingot/endpoints/all'
import { changePin, setPin } from '@ingot/endpoints/credentials'
import { data, endpoint } from '@ingot/endpoints/endpoint'
import { changePassword } from '@ingot/endpoints/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { bind } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { allFeatures, type Features, type ServerDeps } from '../../server.ts'
import { type Client, createPeople, formOf, goodPassword, goodPin, refused } from './test-people.ts'

const action = {
  method: 'POST',
  gate: 'customer',
  idempotent: true,
  body: z.strictObject({ note: z.string(), fails: z.optional(z.literal('once')) }),
  reply: data(z.object({ id: z.number() })),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
} as const

const swap = endpoint({ ...action, name: 'swap', path: '/test/swap', summary: 'Asks for the PIN.', stepUp: 'pin' })
const send = endpoint({ ...action, name: 'send', path: '/test/send', summary: 'Asks for both.', stepUp: 'pin-2fa' })
const forgetful = endpoint({
  ...action,
  name: 'forgetful',
  path: '/test/forgetful',
  summary: 'Asks for the PIN and forgets to use it.',
  stepUp: 'pin',
})

/** What has failed once already, by its note. */
const failed = new Set<string>()

const close = endpoint({
  method: 'POST',
  name: 'close',
  path: '/test/close/:id',
  summary: 'Asks for the PIN, and is told by its path what to close.',
  gate: 'customer',
  stepUp: 'pin',
  idempotent: true,
  params: z.strictObject({ id: z.string() }),
  reply: data(z.null()),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

const actions = (deps: ServerDeps): Features => {
  const { db } = deps
  const features = allFeatures(deps)
  const bindAction = (each: typeof swap | typeof send) =>
    bind(each, ({ body, operation, useGrants }) =>
      runOperation(db, operation, async (tx) => {
        await useGrants(tx)
        const { rows } = await sql<{ id: number }>`
          insert into test_actions (note) values (${body.note}) returning id`.execute(tx)
        if (body.fails && !failed.has(body.note)) {
          failed.add(body.note)
          throw new Failure('NotFound')
        }
        return { data: { id: rows[0]?.id ?? 0 } }
      }),
    )
  const closes = bind(close, ({ params, operation, useGrants }) =>
    runOperation(db, operation, async (tx) => {
      await useGrants(tx)
      await sql`insert into test_actions (note) values (${params.id})`.execute(tx)
      return { data: null }
    }),
  )
  const forgets = bind(forgetful, ({ operation }) => runOperation(db, operation, async () => ({ data: { id: 0 } })))
  return {
    endpoints: [...allEndpoints, swap, send, forgetful, close],
    bindings: [...features.bindings, bindAction(swap), bindAction(send), forgets, closes],
  }
}

let people: Awaited<ReturnType<typeof createPeople>>
let client: Client
let code: () => string
beforeAll(async () => {
  people = await createPeople({ features: actions })
  const table = 'create table test_actions (id int generated always as identity, note text)'
  await runAsOwner(asOwner(people.databaseUrl), table)
  client = await people.newCustomer('acting', { pin: true })
  ;({ code } = await people.enrol(client))
})
afterAll(() => people.close())
beforeEach(async () => {
  people.nextCode()
  await client.post('/session/activity')
})

const tested = { swap, send, forgetful }
type Tested = keyof typeof tested
const act = (who: Client, name: Tested, key: string, more: object = {}) =>
  who.post(`/test/${name}`, { note: key, ...more }, { 'idempotency-key': key })
const aimAt = (name: Tested, key: string, more: object = {}) =>
  aimOf(tested[name], key, { body: { note: key, ...more } })
const proveWithPin = async (who: Client, name: Tested, key: string, more?: object) =>
  who.post('/verify-pin', formOf({ pin: goodPin, ...(await aimAt(name, key, more)) }))
const proveWithCode = async (who: Client, name: Tested, key: string, more?: object) =>
  who.post('/mfa/verify', { token: code(), ...(await aimAt(name, key, more)) })
const timesDone = async (key: string) => {
  const { rows } = await sql`select from test_actions where note = ${key}`.execute(people.db)
  return rows.length
}
const needs = (what: string) => refused('StepUpRequired', 'Please confirm this action first.', { needs: what })
const newKey = () => randomUUID()
const changeOf = (currentPassword: string, password: string) => ({
  currentPassword,
  password,
  passwordConfirmation: password,
})

describe('an action that needs the PIN', () => {
  test('is refused without it, done once with it, and answered again without it', async () => {
    const key = newKey()
    expect(await act(client, 'swap', key)).toMatchObject(needs('pin'))
    expect(await timesDone(key)).toBe(0)
    expect((await proveWithPin(client, 'swap', key)).status).toBe(200)
    const first = await act(client, 'swap', key)
    expect(first.status).toBe(200)
    const again = await act(client, 'swap', key)
    expect(again.raw).toEqual(first.raw)
    expect(await timesDone(key)).toBe(1)
    const { rows } = await sql`select from step_up_grants where operation = ${`swap:${key}`}`.execute(people.db)
    expect(rows).toHaveLength(0)
  })

  test('takes no proof that was given for nothing, another operation or another action', async () => {
    const key = newKey()
    await client.post('/verify-pin', formOf({ pin: goodPin }))
    await proveWithPin(client, 'swap', newKey(), { note: key })
    await proveWithPin(client, 'send', key)
    await proveWithPin(client, 'swap', '', { note: key })
    await proveWithCode(client, 'swap', key)
    expect(await act(client, 'swap', key)).toMatchObject(needs('pin'))
    expect(await timesDone(key)).toBe(0)
  })

  test('takes no proof of another session of the same customer, nor of somebody else', async () => {
    const key = newKey()
    const otherDevice = await people.signInAgain('acting', code)
    const stranger = await people.newCustomer('stranger', { pin: true })
    await proveWithPin(otherDevice, 'swap', key)
    await proveWithPin(stranger, 'swap', key)
    expect(await act(client, 'swap', key)).toMatchObject(needs('pin'))
    expect((await act(otherDevice, 'swap', key)).status).toBe(200)
  })

  test('takes a proof for two minutes and no longer', async () => {
    const [inTime, late] = [newKey(), newKey()]
    for (const key of [inTime, late]) await proveWithPin(client, 'swap', key)
    people.passTime(119_000)
    expect((await act(client, 'swap', inTime)).status).toBe(200)
    people.passTime(1000)
    expect(await act(client, 'swap', late)).toMatchObject(needs('pin'))
  })

  test('gets no proof from a wrong PIN', async () => {
    const key = newKey()
    const wrong = await client.post('/verify-pin', formOf({ pin: '830461', ...(await aimAt('swap', key)) }))
    expect(wrong).toMatchObject(refused('PinIncorrect', 'Incorrect PIN. Please try again.'))
    expect(await act(client, 'swap', key)).toMatchObject(needs('pin'))
  })

  test('that fails does not use up the proof', async () => {
    const key = newKey()
    await proveWithPin(client, 'swap', key, { fails: 'once' })
    expect((await act(client, 'swap', key, { fails: 'once' })).status).toBe(404)
    expect(await timesDone(key)).toBe(0)
    expect((await act(client, 'swap', key, { fails: 'once' })).status).toBe(200)
  })

  test('sent ten times at once under one key is done once and answered alike', async () => {
    const key = newKey()
    await proveWithPin(client, 'swap', key)
    // With a connection for each of them, so that they really meet.
    await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(people.db)))
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(client, 'swap', key)))
    expect(new Set(answers.map(({ status, raw }) => `${status} ${raw}`))).toEqual(new Set([`200 ${answers[0]?.raw}`]))
    expect(await timesDone(key)).toBe(1)
  })

  test('does not answer an old key to somebody else, or for another request', async () => {
    const key = newKey()
    await proveWithPin(client, 'swap', key)
    await act(client, 'swap', key)
    const stranger = await people.newCustomer('other-stranger', { pin: true })
    expect(await act(stranger, 'swap', key)).toMatchObject(needs('pin'))
    expect((await act(client, 'swap', key, { fails: 'once' })).body.error.name).toBe('OperationKeyReused')
  })

  test('says first that a PIN has to be set', async () => {
    const newcomer = await people.newCustomer('no-pin')
    expect(await act(newcomer, 'swap', newKey())).toMatchObject(needs('pin-unset'))
  })

  test('is a bug if it forgets to use the proof', async () => {
    const key = newKey()
    await proveWithPin(client, 'forgetful', key)
    expect((await act(client, 'forgetful', key)).status).toBe(500)
    expect(people.logged.join('')).toContain('forgetful asks for a step-up but did not use it')
  })
})

describe('an action that needs PIN and 2FA', () => {
  test('asks for one after the other and is done with both', async () => {
    const key = newKey()
    expect(await act(client, 'send', key)).toMatchObject(needs('pin'))
    await proveWithPin(client, 'send', key)
    expect(await act(client, 'send', key)).toMatchObject(needs('2fa'))
    expect((await proveWithCode(client, 'send', key)).status).toBe(200)
    expect((await act(client, 'send', key)).status).toBe(200)
    expect((await act(client, 'send', key)).status).toBe(200)
    expect(await timesDone(key)).toBe(1)
  })

  test('keeps both proofs if it fails', async () => {
    const key = newKey()
    await proveWithPin(client, 'send', key, { fails: 'once' })
    await proveWithCode(client, 'send', key, { fails: 'once' })
    expect((await act(client, 'send', key, { fails: 'once' })).status).toBe(404)
    expect((await act(client, 'send', key, { fails: 'once' })).status).toBe(200)
  })

  test('says that 2FA has to be turned on, after the PIN that comes first', async () => {
    const newcomer = await people.newCustomer('no-2fa')
    const key = newKey()
    expect(await act(newcomer, 'send', key)).toMatchObject(needs('pin-unset'))
    await newcomer.post('/set-pin', { password: goodPassword, pin: goodPin })
    await proveWithPin(newcomer, 'send', key)
    expect(await act(newcomer, 'send', key)).toMatchObject(needs('2fa-off'))
  })
})

describe('who uses 2FA is asked for a code', () => {
  let owner: Client
  let ownCode: () => string
  const prove = async (endpoint: typeof setPin | typeof changePin | typeof changePassword, body: object) => {
    people.nextCode()
    return owner.post('/mfa/verify', { token: ownCode(), ...(await aimOf(endpoint, '', { body })) })
  }
  beforeAll(async () => {
    owner = await people.newCustomer('two-factors')
    ;({ code: ownCode } = await people.enrol(owner))
  })

  test('when setting the PIN', async () => {
    const body = { password: goodPassword, pin: goodPin }
    expect(await owner.post('/set-pin', body)).toMatchObject(needs('2fa'))
    await prove(setPin, body)
    expect((await owner.post('/set-pin', body)).status).toBe(200)
  })

  test('when changing the PIN, each time, and for that PIN and password alone', async () => {
    const bodyOf = (pin: string, password = goodPassword) => ({ password, changePin: pin })
    const change = (pin: string, password?: string) => owner.post('/change-pin', formOf(bodyOf(pin, password)))
    expect(await change('519374')).toMatchObject(needs('2fa'))
    await prove(changePin, bodyOf('519374'))
    expect(await change('640195')).toMatchObject(needs('2fa'))
    expect(await change('519374', 'a wrong password')).toMatchObject(needs('2fa'))
    expect((await change('519374')).status).toBe(200)
    expect(await change('519374')).toMatchObject(needs('2fa'))
  })

  test('which a wrong password does not use up', async () => {
    const body = { password: 'a wrong password', changePin: '640195' }
    await prove(changePin, body)
    for (const _ of [1, 2])
      expect((await owner.post('/change-pin', formOf(body))).body.error.name).toBe('PasswordIncorrect')
  })

  test('when changing the password, and a code for something else does not help', async () => {
    const body = changeOf(goodPassword, 'seven green umbrellas sing')
    expect(await owner.post('/auth/local/change-password', body)).toMatchObject(needs('2fa'))
    await prove(changePin, body)
    expect(await owner.post('/auth/local/change-password', body)).toMatchObject(needs('2fa'))
    await prove(changePassword, body)
    const other = changeOf(goodPassword, 'nine green umbrellas sing')
    expect(await owner.post('/auth/local/change-password', other)).toMatchObject(needs('2fa'))
    expect((await owner.post('/auth/local/change-password', body)).status).toBe(200)
  })

  test('and nothing is kept from which the password could be guessed', async () => {
    const body = changeOf('seven green umbrellas sing', 'one purple harbour dances')
    const { operation, bodyHash } = await aimOf(changePassword, '', { body })
    await prove(changePassword, body)
    const { rows } = await sql<{ kept: string }>`
      select encode(body_hash, 'hex') as kept from step_up_grants where operation = ${operation}`.execute(people.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.kept).toHaveLength(64)
    expect(rows[0]?.kept).not.toBe(bodyHash)
  })

  test('once for the same change sent several times at once', async () => {
    const body = changeOf('seven green umbrellas sing', 'two purple harbours dance')
    await prove(changePassword, body)
    const answers = await Promise.all([1, 2, 3].map(() => owner.post('/auth/local/change-password', body)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('a proof', () => {
  const other = { note: 'something else' }
  const send = (who: Client, key: string, more?: object) => act(who, 'send', key, more)

  test('holds for what it was given for, and for nothing else under the same key', async () => {
    const key = newKey()
    await proveWithPin(client, 'swap', key)
    expect(await act(client, 'swap', key, other)).toMatchObject(needs('pin'))
    expect(await timesDone('something else')).toBe(0)
    expect((await act(client, 'swap', key)).status).toBe(200)
    expect((await act(client, 'swap', key, other)).body.error.name).toBe('OperationKeyReused')
  })

  test('of one factor for this and of the other for that is enough for neither', async () => {
    const key = newKey()
    await proveWithPin(client, 'send', key)
    await proveWithCode(client, 'send', key, other)
    expect(await send(client, key)).toMatchObject(needs('2fa'))
    expect(await send(client, key, other)).toMatchObject(needs('pin'))
    // The code is given anew, for what the PIN was given for; what it was given for before is forgotten.
    people.nextCode()
    await proveWithCode(client, 'send', key)
    expect(await send(client, key, other)).toMatchObject(needs('pin'))
    expect((await send(client, key)).status).toBe(200)
  })

  test('names what the operation carries, or no operation at all', async () => {
    const { operation, bodyHash } = await aimAt('swap', newKey())
    const refusal = { status: 400, body: { error: { name: 'InvalidInput' } } }
    for (const named of [{ operation }, { bodyHash }, { operation, bodyHash: 'ab' }]) {
      expect(await client.post('/verify-pin', formOf({ pin: goodPin, ...(named as object) }))).toMatchObject(refusal)
      expect(await client.post('/mfa/verify', { token: code(), ...named })).toMatchObject(refusal)
    }
    expect((await client.post('/verify-pin', formOf({ pin: goodPin }))).status).toBe(200)
  })

  test('covers what the path names', async () => {
    const key = newKey()
    const proveFor = async (id: string) =>
      client.post('/verify-pin', formOf({ pin: goodPin, ...(await aimOf(close, key, { params: { id } })) }))
    const closeOne = (id: string) => client.post(`/test/close/${id}`, {}, { 'idempotency-key': key })
    await proveFor('a b')
    expect(await closeOne('c')).toMatchObject(needs('pin'))
    expect((await closeOne('a%20b')).status).toBe(200)
    expect(await timesDone('a b')).toBe(1)
  })
})
