import { inTransaction } from '@ingot/db/transaction'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodPassword } from '../identity/test-people.ts'
import { closeAccountIn } from './closing.ts'
import { newLink } from './links.ts'
import { createHolders, type Holder } from './test-wallet.ts'

let house: Awaited<ReturnType<typeof createHolders>>
beforeAll(async () => {
  house = await createHolders()
})
afterAll(() => house.close())

const close = ({ id }: Holder) => inTransaction(house.db, (tx) => closeAccountIn(tx, id, 'deceased', house.now()))

describe('whose account is closed', () => {
  test('is signed out everywhere, and cannot sign in again', async () => {
    const anna = await house.newHolder('anna')
    const second = await house.newClient().signIn('anna')
    expect(await close(anna)).toBe(true)
    expect((await anna.client.get('/getInfo')).status).toBe(401)
    const [known, unknown] = [
      await house.newClient().signIn('anna', goodPassword),
      await house.newClient().signIn('never', goodPassword),
    ]
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
    // A first step that was passed before opens nothing.
    const { mfaToken } = second.body.data
    const late = await house.newClient().post('/auth/local/2fa', { mfaToken, code: anna.code() })
    expect(late.body.error.name).toBe('LinkInvalid')
    expect((await house.newClient().post('/mfa/recovery', { mfaToken })).status).not.toBe(200)
    expect(await close(anna)).toBe(false)
  })

  test('begins no session in the very moment either', async () => {
    const ben = await house.newHolder('ben')
    house.nextCode()
    const { mfaToken } = (await house.newClient().signIn('ben')).body.data
    await Promise.all([
      close(ben),
      ...Array.from({ length: 4 }, () => house.newClient().post('/auth/local/2fa', { mfaToken, code: ben.code() })),
    ])
    const { rows } = await sql`
      select from sessions s where s.customer = ${ben.id} and s.ended_at is null`.execute(house.db)
    expect(rows).toEqual([])
  })

  test('has no link that works, and is mailed nothing more', async () => {
    const cleo = await house.newHolder('cleo')
    await house.runJobs()
    await house.newClient().post('/link-verification/forgot-password', { email: cleo.email })
    const token = (await house.mailTo(cleo.email)).tokenOf('Change-Password')
    expect(token).not.toBe('')
    const expiresAt = new Date(house.now().getTime() + 60_000)
    const early = await newLink(house.db, { customer: cleo.id, purpose: 'freeze', expiresAt })
    await close(cleo)
    const before = await house.subjectsTo(cleo.email)
    const reset = { code: token, password: 'another kettle walks', passwordConfirmation: 'another kettle walks' }
    expect((await house.newClient().post('/reset-verification/reset-password', reset)).body.error.name).toBe(
      'LinkInvalid',
    )
    // One that a mail was waiting for is no better.
    const late = await newLink(house.db, { customer: cleo.id, purpose: 'freeze', expiresAt })
    for (const each of [early, late])
      expect((await house.newClient().post('/freeze-outgoing/by-mail', { token: each })).body.error.name).toBe(
        'LinkInvalid',
      )
    await house.newClient().post('/link-verification/forgot-password', { email: cleo.email })
    const anew = house.registration('cleo-anew', { email: cleo.email })
    const [known, unknown] = [
      await house.newClient().post('/auth/local/register', anew),
      await house.newClient().post('/auth/local/register', house.registration('newcomer')),
    ]
    expect(known.status).toBe(unknown.status)
    await house.mailer.send({ to: 'Cleo@Example.com', id: '1', subject: 'Anything', html: '', text: '' })
    expect(await house.subjectsTo(cleo.email)).toEqual(before)
    expect(await house.subjectsTo('newcomer@example.com')).toHaveLength(1)
  })

  test('is sent nothing, by name as by address, and brings nobody', async () => {
    const [dan, eva] = [await house.newHolder('dan'), await house.newHolder('eva', { USDT: '100' })]
    const { rows } = await sql<{ code: string }>`select ref_code as code from customers where id = ${dan.id}`.execute(
      house.db,
    )
    const findings = () =>
      Promise.all([
        house.send(eva, 'USDT', { receiver: 'dan', amount: '10' }),
        house.send(eva, 'USDT', { receiver: dan.address, amount: '10' }),
        house.newClient().get(`/introducers/${rows[0]?.code}`),
      ])
    expect((await findings()).map(({ status }) => status)).toEqual([200, 200, 200])
    await close(dan)
    const [byName, byAddress, introducer] = await findings()
    expect([byName?.body.error.name, byAddress?.body.error.name]).toEqual(['ReceiverUnknown', 'ReceiverRefused'])
    expect(introducer?.status).not.toBe(200)
    expect(await house.balancesOf(eva, 'USDT')).toMatchObject({ available: expect.stringMatching(/^(80|78)/) })
  })
})
