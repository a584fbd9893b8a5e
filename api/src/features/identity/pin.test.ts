import { randomUUID } from 'node:crypto'
import { aimOf } from '@ingot/endpoints/aim'
import { swap } from '@ingot/endpoints/trade'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { createKeys, type Keys } from './keys.ts'
import { type Client, createPeople, formOf, goodPassword, goodPin, hour, refused } from './test-people.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people.close())

const setPin = (client: Client, pin: string, password = goodPassword) => client.post('/set-pin', { password, pin })
const changePin = (client: Client, changePin: string, password = goodPassword) =>
  client.post('/change-pin', formOf({ password, changePin }))
const verifyPin = (client: Client, pin: string) => client.post('/verify-pin', formOf({ pin }))

const wrongPin = '830461'
const pinIncorrect = refused('PinIncorrect', 'Incorrect PIN. Please try again.')
const locked = (seconds: number) =>
  refused('TooManyTries', 'Too many attempts. Please wait a while and try again.', { retryAfter: seconds })
const valid = { status: 200, body: { data: { valid: true } } }
const done = { status: 200, body: { data: { done: true } } }

test('the first PIN is set with the password, told to the owner, and then only changed', async () => {
  const client = await people.newCustomer('first-pin')
  expect(await verifyPin(client, goodPin)).toMatchObject(
    refused('StepUpRequired', 'Please confirm this action first.', { needs: 'pin-unset' }),
  )
  expect(await setPin(client, goodPin, 'a wrong password')).toMatchObject(
    refused('PasswordIncorrect', 'Wrong password. Please try again.'),
  )
  expect(await setPin(client, goodPin)).toMatchObject(done)
  expect(await setPin(client, '519374')).toMatchObject(
    refused('PinSet', 'You already have a PIN. You can change it with your current password.'),
  )
  expect(await verifyPin(client, goodPin)).toMatchObject(valid)
  expect((await people.mailTo('first-pin@example.com')).subject).toBe('Your PIN was set')
  const { pinSet, outgoingHeldUntil } = (await client.get('/getInfo')).body.data
  expect(pinSet).toBe(true)
  expect(outgoingHeldUntil).toBeNull()
})

test('a page can find out that the password is wrong before it asks for a code, and not by guessing on', async () => {
  const client = await people.newCustomer('password-first', { pin: true })
  const { code } = await people.enrol(client)
  const verifyPassword = (password: string, by = client) => by.post('/verify-password', { password })
  expect(await verifyPassword('a wrong password')).toMatchObject(
    refused('PasswordIncorrect', 'Wrong password. Please try again.'),
  )
  expect(await verifyPassword(goodPassword)).toMatchObject(valid)
  // It proves nothing else: the code is still asked for.
  expect(await changePin(client, '519374')).toMatchObject(
    refused('StepUpRequired', 'Please confirm this action first.', { needs: '2fa' }),
  )
  expect((await verifyPassword(goodPassword, people.newClient())).status).toBe(401)
  // The tries are those of every other call that takes the password.
  for (let n = 0; n < 9; n++) expect((await verifyPassword('a wrong password')).status).toBe(400)
  expect((await client.post('/mfa/disable', { password: 'a wrong password', inputCode: code() })).status).toBe(400)
  expect((await verifyPassword(goodPassword)).status).toBe(429)
})

test('a first PIN that is set after the verification holds what goes out, as one that is changed does', async () => {
  const late = await people.newCustomer('late-pin', { verified: true })
  const early = await people.newCustomer('early-pin', { pin: true })
  const heldUntil = async (client: Client) => (await client.get('/getInfo')).body.data.outgoingHeldUntil
  await setPin(late, goodPin)
  await changePin(early, '519374')
  const until = new Date(people.now().getTime() + 48 * hour).toISOString()
  expect([await heldUntil(late), await heldUntil(early)]).toEqual([until, until])
})

test('a PIN is changed with the password, as a form of either kind; the old one counts no more', async () => {
  const client = await people.newCustomer('new-pin', { pin: true })
  expect(await changePin(client, '519374', 'a wrong password')).toMatchObject(
    refused('PasswordIncorrect', 'Wrong password. Please try again.'),
  )
  expect(await changePin(client, '519374')).toMatchObject(done)
  expect(await verifyPin(client, goodPin)).toMatchObject(pinIncorrect)
  expect(await verifyPin(client, '519374')).toMatchObject(valid)
  const encoded = new URLSearchParams({ password: goodPassword, changePin: '640195' })
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  expect(await client.post('/change-pin', Buffer.from(encoded.toString()), type)).toMatchObject(done)
  expect(await verifyPin(client, '640195')).toMatchObject(valid)
  expect((await people.mailTo('new-pin@example.com')).subject).toBe('Your PIN was changed')
})

describe('a PIN that is tried first by whoever guesses is refused', () => {
  let client: Client
  beforeAll(async () => {
    client = await people.newCustomer('weak-pin')
  })
  test.each(['000000', '777777', '121212', '123123', '123456', '654321', '012345', '890123', '321098'])(
    '%s',
    async (pin) => {
      expect(await setPin(client, pin)).toMatchObject(
        refused('PinRefused', 'This PIN is too easy to guess. Please choose another one.'),
      )
    },
  )
  test.each(['12345', '1234567', '12345a', '١٢٣٤٥٦', ' 27491', '274915\n'])(
    'and so is %j, which is none',
    async (pin) => {
      expect(await setPin(client, pin)).toMatchObject(
        refused('InvalidInput', 'pin: Please enter the six digits of your PIN.'),
      )
    },
  )
})

describe('a wrong PIN', () => {
  test('may be entered four times; the fifth locks it for a minute, and each one more doubles that', async () => {
    const client = await people.newCustomer('mistyping', { pin: true })
    for (let n = 0; n < 4; n++) expect(await verifyPin(client, wrongPin)).toMatchObject(pinIncorrect)
    const fifth = await verifyPin(client, wrongPin)
    expect(fifth).toMatchObject(locked(60))
    expect(fifth.headers['retry-after']).toBe('60')
    people.passTime(59_000)
    // Even the right one, and asking does not make it longer.
    expect(await verifyPin(client, goodPin)).toMatchObject(locked(1))
    people.passTime(1000)
    expect(await verifyPin(client, wrongPin)).toMatchObject(locked(120))
    people.passTime(120_000)
    expect(await verifyPin(client, wrongPin)).toMatchObject(locked(240))
    people.passTime(240_000)
    expect(await verifyPin(client, goodPin)).toMatchObject(valid)
    for (let n = 0; n < 4; n++) expect(await verifyPin(client, wrongPin)).toMatchObject(pinIncorrect)
    expect((await people.activityOf(client)).filter((kind) => kind === 'pin-refused')).toHaveLength(11)
  })

  test('never locks it for more than a day', async () => {
    const client = await people.newCustomer('hopeless', { pin: true })
    await sql`update customers set pin_failures = 5000 where username = 'hopeless'`.execute(people.db)
    expect(await verifyPin(client, wrongPin)).toMatchObject(locked(policy.credentials.pinLockLongestSeconds))
  })

  test('counts for the account and not for the device, and a new PIN starts anew', async () => {
    const client = await people.newCustomer('two-devices', { pin: true })
    const other = await people.signInAgain('two-devices')
    for (let n = 0; n < 4; n++) await verifyPin(client, wrongPin)
    expect(await verifyPin(other, wrongPin)).toMatchObject(locked(60))
    expect(await changePin(other, '519374')).toMatchObject(done)
    expect(await verifyPin(client, '519374')).toMatchObject(valid)
  })

  test('entered twenty times at once is counted each time until the lock, and no further', async () => {
    const client = await people.newCustomer('hammering', { pin: true })
    const answers = await Promise.all(Array.from({ length: 20 }, () => verifyPin(client, wrongPin)))
    const names = answers.map(({ body }) => body.error.name).sort()
    expect(names).toEqual([...Array(4).fill('PinIncorrect'), ...Array(16).fill('TooManyTries')])
    const { rows } = await sql`select pin_failures from customers where username = 'hammering'`.execute(people.db)
    expect(rows).toEqual([{ pin_failures: 5 }])
    expect(await verifyPin(client, goodPin)).toMatchObject(locked(60))
  })
})

test('the right PIN grants nothing while the PIN is locked, and grants again afterwards', async () => {
  const client = await people.newCustomer('locked-out', { pin: true })
  const aim = await aimOf(swap, '12345678', { body: { quoteId: randomUUID() } })
  const forOperation = () => client.post('/verify-pin', formOf({ pin: goodPin, ...aim }))
  const grants = async () => {
    const { rows } = await sql`
      select from step_up_grants g join sessions s on s.id = g.session join customers c on c.id = s.customer
      where c.username = 'locked-out'`.execute(people.db)
    return rows.length
  }
  for (let n = 0; n < 5; n++) await verifyPin(client, wrongPin)
  expect(await forOperation()).toMatchObject(locked(60))
  expect(await grants()).toBe(0)
  people.passTime(61_000)
  expect(await forOperation()).toMatchObject(valid)
  expect(await grants()).toBe(1)
  expect(await forOperation()).toMatchObject(valid)
})

test('a PIN of one customer opens nothing of another, and stands nowhere in the clear', async () => {
  await people.newCustomer('pin-a', { pin: true })
  const other = await people.newCustomer('pin-b')
  await setPin(other, '519374')
  expect(await verifyPin(other, goodPin)).toMatchObject(pinIncorrect)
  // The same PIN of two customers is kept as two texts, and without the key of the server none of them can be guessed.
  await setPin(await people.newCustomer('pin-c'), goodPin)
  const { rows } = await sql<{ id: string; pin_hash: string }>`
    select id, pin_hash from customers where username in ('pin-a', 'pin-c')`.execute(people.db)
  expect(new Set(rows.map(({ pin_hash }) => pin_hash)).size).toBe(2)
  for (const { id, pin_hash } of rows) {
    const digest = ({ digest }: Keys) => digest(`pin of ${id}`, goodPin).toString('base64url')
    expect(digest(people.identity.keys)).toBe(pin_hash)
    expect(digest(createKeys(['the secret of another server']))).not.toBe(pin_hash)
  }
})
