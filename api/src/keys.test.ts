import { createCipheriv, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { createLocalFiles } from '@ingot/providers/files/local'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityOf } from './features/identity/identity.ts'
import { type Client, createPeople, formOf, goodPassword, goodPin } from './features/identity/test-people.ts'
import { kycOf } from './features/kyc/kyc.ts'
import { goodInfo } from './features/kyc/test-kyc.ts'
import { countKeyUse, resealAll } from './key-use.ts'
import { policy } from './policy.ts'
import { CannotOpen, createSealing } from './sealing.ts'
import { keyOf } from './secrets.ts'
import { buildServer } from './server.ts'

const first = { IDENTITY_SECRET: 'the-first-of-identity', PERSONAL_DATA_SECRET: 'the-first-of-personal-data' }
const second = { IDENTITY_SECRET: 'the-second-of-identity', PERSONAL_DATA_SECRET: 'the-second-of-personal-data' }
const rotated = {
  ...second,
  IDENTITY_SECRET_BEFORE: first.IDENTITY_SECRET,
  PERSONAL_DATA_SECRET_BEFORE: `one-from-long-ago  ${first.PERSONAL_DATA_SECRET}`,
}

let people: Awaited<ReturnType<typeof createPeople>>
const servers: Awaited<ReturnType<typeof buildServer>>[] = []
beforeAll(async () => {
  people = await createPeople({ env: first })
})
afterAll(async () => {
  for (const server of servers) await server.close()
  await people.close()
})

/** The same portal on the same database, started again with other secrets. */
const restartWith = async (secrets: Record<string, string>) => {
  const { db, outbox, log, now } = people
  const config = { ...people.config, ...secrets }
  const deps = { config, db, log, outbox, now, files: createLocalFiles(tmpdir()) }
  const app = await buildServer(deps)
  servers.push(app)
  const as = ({ state }: Client) => ({
    call: async (method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) => {
      const form = body instanceof FormData ? new Response(body) : undefined
      const answer = await app.inject({
        method,
        url: `/api${path}`,
        headers: {
          'user-agent': state.agent,
          cookie: state.cookie,
          authorization: `Bearer ${state.jwt}`,
          ...(form && { 'content-type': form.headers.get('content-type') ?? '' }),
          ...headers,
        },
        ...(body && { payload: form ? Buffer.from(await form.arrayBuffer()) : body }),
      })
      return { status: answer.statusCode, body: answer.json() }
    },
  })
  return { as, using: { keys: identityOf(deps).keys, personalData: kycOf(deps).personalData } }
}

const newCustomer = async (username: string) => {
  const client = await people.newCustomer(username, { pin: true })
  await client.post('/verification/save-draft-personal', formOf({ city: 'Drafttown' }))
  await client.post('/verification/personal-info', formOf(goodInfo))
  return client
}

const firstStep = async (api: Awaited<ReturnType<typeof restartWith>>, client: Client, username: string) =>
  (await api.as(client).call('POST', '/auth/local', { identifier: username, password: 'blue kettle walks home' })).body
    .data.mfaToken as string

test('after a change of secrets everybody stays signed in and every PIN, code and text still fits', async () => {
  const client = await newCustomer('anna')
  const { code, backupCodes } = await people.enrol(client)
  people.nextCode()
  const old = await restartWith(first)
  const tokenOfOld = await firstStep(old, client, 'anna')

  const next = await restartWith(rotated)
  const anna = next.as(client)
  expect((await anna.call('GET', '/getInfo')).body.data).toMatchObject({ username: 'anna', backupCodesLeft: 10 })
  expect((await anna.call('GET', '/verification/get-personal')).body.data).toMatchObject({
    fields: { city: goodInfo.city },
  })
  expect((await anna.call('POST', '/verify-pin', formOf({ pin: '519374' }))).status).toBe(400)
  expect((await anna.call('POST', '/verify-pin', formOf({ pin: goodPin }))).status).toBe(200)
  // The first step was taken before the change, and the second comes after it.
  const signedIn = await anna.call('POST', '/auth/local/2fa', { mfaToken: tokenOfOld, code: code() })
  expect(signedIn).toMatchObject({ status: 200, body: { user: { username: 'anna' } } })
  const again = await firstStep(next, client, 'anna')
  expect(await anna.call('POST', '/auth/local/2fa', { mfaToken: again, code: backupCodes[3] })).toMatchObject({
    status: 200,
  })
  expect((await anna.call('POST', '/auth/local/2fa', { mfaToken: again, code: backupCodes[3] })).status).toBe(400)

  // Whoever knows only the newest secret knows the PIN by now, and no longer the session, the 2FA or the texts.
  const { rows } = await sql<{ pin_key: string }>`select pin_key from customers where username = 'anna'`.execute(
    people.db,
  )
  expect(rows[0]?.pin_key).toBe(next.using.keys.digestKey)
  const later = await restartWith(second)
  expect((await later.as(client).call('GET', '/getInfo')).status).toBe(401)
})

test('a page that was open and a code that was on its way at the change still fit, as long as the older secret stands', async () => {
  const client = await newCustomer('paula')
  const userId = (await client.get('/getInfo')).body.data.id
  const email = 'mailed@example.com'
  await people.newClient().post('/auth/local/register', people.registration('mailed'))
  await people.newClient().post('/otp-verification/generate', { email })
  const { code: otp } = await people.mailTo(email)
  const headers = {
    authorization: `Bearer ${people.config.VERIFICATION_CLIENT_TOKEN}`,
    'x-xsrf-token': /XSRF-TOKEN=([\w-]+)/.exec(client.state.cookie)?.[1] ?? '',
  }
  const at = ({ as }: Awaited<ReturnType<typeof restartWith>>) => ({
    askByPage: () => as(client).call('POST', '/applicant/get-status', { userId }, headers),
    confirm: () => as(people.newClient()).call('POST', '/otp-verification/verify-otp', { email, otp }),
  })
  const hasty = at(await restartWith(second))
  expect((await hasty.askByPage()).status).toBe(401)
  expect((await hasty.confirm()).body.error.name).toBe('CodeIncorrect')
  const next = at(await restartWith(rotated))
  expect(await next.askByPage()).toMatchObject({ status: 200, body: { data: { reviewStatus: 'init' } } })
  expect((await next.confirm()).status).toBe(200)
})

test('a device that was known before the change is let in while strangers use up the tries of its account', async () => {
  const client = await people.newCustomer('dora')
  const { as } = await restartWith(rotated)
  const signIn = async (who: Client, password: string) =>
    (await as(who).call('POST', '/auth/local', { identifier: 'dora', password })).status
  for (let n = 0; n < policy.tries['sign-in'].perSubject; n++) await signIn(people.newClient(), 'a wrong password')
  expect(await signIn(people.newClient(), goodPassword)).toBe(429)
  expect(await signIn(client, goodPassword)).toBe(200)
})

test('what is written after the change is under the newest secret, and it is counted what is not', async () => {
  const olda = await newCustomer('olda')
  await people.enrol(olda)
  const next = await restartWith(rotated)
  const counted = async (what: string) =>
    (await countKeyUse(people.db, next.using)).find((use) => use.what === what) ?? { newest: -1, older: -1 }
  const [pins, drafts] = [await counted('PINs'), await counted('drafts')]
  expect(pins.older).toBeGreaterThan(0)
  await next.as(olda).call('POST', '/verify-pin', formOf({ pin: goodPin }))
  expect(await counted('PINs')).toMatchObject({ newest: pins.newest + 1, older: pins.older - 1 })
  await next.as(olda).call('POST', '/verification/save-draft-personal', formOf({ city: 'Newtown' }))
  expect(await counted('drafts')).toMatchObject({ newest: drafts.newest + 1 })
  expect((await counted('backup codes')).older).toBeGreaterThan(0)

  const before = await countKeyUse(people.db, next.using)
  const sealed = before.filter(({ what }) => !['PINs', 'backup codes'].includes(what))
  expect(await resealAll(people.db, next.using)).toBe(sealed.reduce((sum, { older }) => sum + older, 0))
  for (const { what } of sealed) expect(await counted(what), what).toMatchObject({ older: 0 })
  expect(await resealAll(people.db, next.using)).toBe(0)

  // By now the older secret of personal data can go.
  const later = await restartWith({ ...rotated, PERSONAL_DATA_SECRET_BEFORE: '' })
  expect((await later.as(olda).call('GET', '/verification/get-personal')).body.data).toMatchObject({
    fields: { city: 'Newtown' },
  })
})

test('without the older secret nothing is opened, and the answer says nothing but the log names why', async () => {
  const client = await newCustomer('late')
  const hasty = await restartWith({ ...rotated, PERSONAL_DATA_SECRET_BEFORE: '' })
  const answer = await hasty.as(client).call('GET', '/verification/get-personal')
  expect(answer.status).toBe(500)
  expect(JSON.stringify(answer.body)).not.toMatch(/seal|key/)
  expect(people.logged.join('\n')).toContain('sealed with a key that is not set')
  await expect(resealAll(people.db, hasty.using)).rejects.toThrow(
    /^None of the keys that are set opens the personal information of customer [\w-]+\.$/,
  )
})

test('a request that is repeated after the change is known by its older digest', async () => {
  const sent = JSON.stringify({ body: { amount: '5' } })
  const [before] = (await restartWith(first)).using.keys.hashRequest(sent)
  const now = (await restartWith(rotated)).using.keys.hashRequest(sent)
  expect(now).toHaveLength(2)
  expect(now[1]).toEqual(before)
  expect(now[0]).not.toEqual(before)
})

test('bytes from before keys had ids are opened with whichever key fits, and changed ones with none', () => {
  const sealWithoutId = (secret: string, owner: string, text: string) => {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', keyOf(secret, 'a use'), nonce).setAAD(Buffer.from(owner))
    return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()])
  }
  const sealing = createSealing(['new', 'old', 'oldest'], 'a use')
  for (const secret of ['new', 'old', 'oldest'])
    expect(sealing.open('anna', sealWithoutId(secret, 'anna', 'gold')).toString()).toBe('gold')
  const sealed = sealing.seal('anna', Buffer.from('gold'))
  expect(sealed.subarray(0, 5)).toEqual(sealing.mark)
  expect(createSealing(['newer', 'new'], 'a use').open('anna', sealed).toString()).toBe('gold')
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20)
  for (const [opening, owner, bytes] of [
    [sealing, 'ben', sealed],
    [sealing, 'anna', changed],
    [sealing, 'anna', Buffer.from('short')],
    [createSealing(['newer'], 'a use'), 'anna', sealed],
  ] as const)
    expect(() => opening.open(owner, bytes)).toThrow(CannotOpen)
})
