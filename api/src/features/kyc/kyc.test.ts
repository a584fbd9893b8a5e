import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { refused } from '../identity/test-people.ts'
import { askAbout, checkAgain } from './reviews.ts'
import { kycMoves } from './states.ts'
import { chainEnv, createKycTest } from './test-kyc.ts'
import { walletAddressOf } from './wallet-address.ts'

// Starting the sandbox takes its time on a busy machine; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let kyc: Awaited<ReturnType<typeof createKycTest>>
beforeAll(async () => {
  kyc = await createKycTest()
})
afterAll(() => kyc?.close())
afterEach(() => kyc.sandbox.behave())

describe('a customer is verified', () => {
  test('step by step: information, documents, GREEN, wallet', async () => {
    const client = await kyc.newCustomer('ada')
    const id = await kyc.idOf(client)
    const progress = async () => (await client.get('/check-user-progress')).body.data
    expect(await progress()).toEqual({
      kycVerified: 'Not Verified',
      step: 'security',
      done: { security: false, 'personal-information': false, documents: false },
      rejection: null,
    })
    expect(await kyc.submitInfo(client)).toMatchObject({ status: 200 })
    expect((await progress()).done).toMatchObject({ 'personal-information': true, documents: false })

    const opened = await kyc.openCheck(client)
    expect(opened).toMatchObject({ status: 200, body: { data: { expiresInSeconds: 600 } } })
    await kyc.letFollow()
    expect(await kyc.statusOf(client)).toBe('Not Verified')

    await kyc.handInDocuments(opened.body.data.token)
    await kyc.letFollow()
    expect(await kyc.statusOf(client)).toBe('Pending')
    expect((await progress()).done.documents).toBe(true)
    const status = () => kyc.applicantCall(client, 'get-status', { userId: id })
    expect((await status()).body).toEqual({ data: { reviewStatus: 'pending', reviewResult: null } })

    await kyc.decide(id, { reviewAnswer: 'GREEN' })
    expect(await kyc.statusOf(client)).toBe('Verified')
    expect((await status()).body.data).toMatchObject({
      reviewStatus: 'completed',
      reviewResult: { reviewAnswer: 'GREEN' },
    })
    expect(await kyc.movesOf(id)).toEqual(['Pending', 'Approved', 'Verified'])
    expect(await kyc.subjectsTo('ada@example.com')).toEqual(['Your identity is verified'])
    expect(await progress()).toMatchObject({ kycVerified: 'Verified', step: 'result' })

    const { userHash, kycVerified } = (await client.get('/getInfo')).body.data
    expect(kycVerified).toBe('Verified')
    const { rows } = await sql<{ wallet_salt: Buffer; residence: string | null }>`
      select wallet_salt, residence from customers where id = ${id}`.execute(kyc.db)
    expect(rows[0]?.residence).toBe('GB')
    const factory = {
      settlement: chainEnv.CHAIN_SETTLEMENT,
      implementation: chainEnv.CHAIN_WALLET_IMPLEMENTATION,
    }
    expect((await client.get(`/getAccountAddress/${userHash}`)).body).toEqual({
      data: walletAddressOf(factory, rows[0]?.wallet_salt ?? Buffer.alloc(0)),
    })
  })

  test('and who was so before it was kept where customers live is found a country for with the next look', async () => {
    const { client, id } = await kyc.newApplicant('early')
    await kyc.decide(id, { reviewAnswer: 'GREEN' })
    expect(await kyc.statusOf(client)).toBe('Verified')
    const residence = async () => (await sql`select residence from customers where id = ${id}`.execute(kyc.db)).rows[0]
    await sql`update customers set residence = null where id = ${id}`.execute(kyc.db)
    await askAbout(kyc.kyc, id)
    expect(await residence()).toEqual({ residence: 'GB' })
    const reads = sql`select from personal_data_reads where customer = ${id} and why like '%residence'`
    const before = (await reads.execute(kyc.db)).rows.length
    await askAbout(kyc.kyc, id)
    expect((await reads.execute(kyc.db)).rows.length).toBe(before)
  })

  test('after a RED that may be tried again', async () => {
    const { client, id } = await kyc.newApplicant('retry')
    await kyc.decide(id, {
      reviewAnswer: 'RED',
      reviewRejectType: 'RETRY',
      rejectLabels: ['LOW_QUALITY', 'FRAUDULENT_PATTERNS'],
      moderationComment: 'Please take the picture in daylight.',
      clientComment: 'looks like a known fraudster',
    })
    expect(await kyc.statusOf(client)).toBe('Rejected')
    const progress = (await client.get('/check-user-progress')).body
    expect(progress.data).toMatchObject({
      step: 'security',
      done: { documents: false },
      rejection: { reason: 'Please take the picture in daylight.', labels: ['LOW_QUALITY'], final: false },
    })
    const told = await kyc.applicantCall(client, 'get-status', { userId: id })
    expect(told.body.data.reviewResult).toEqual({
      reviewAnswer: 'RED',
      reviewRejectType: 'RETRY',
      rejectLabels: ['LOW_QUALITY'],
      moderationComment: 'Please take the picture in daylight.',
    })
    for (const answer of [progress, told.body]) expect(JSON.stringify(answer)).not.toMatch(/fraud/i)

    // Information that was wrong can be put right before the documents come again.
    expect((await kyc.submitInfo(client, { city: 'Ockham' })).status).toBe(200)
    await kyc.handInDocuments((await kyc.openCheck(client)).body.data.token)
    await kyc.letFollow()
    expect(await kyc.statusOf(client)).toBe('Pending')
    await kyc.decide(id, { reviewAnswer: 'GREEN' })
    expect(await kyc.statusOf(client)).toBe('Verified')
    expect(await kyc.movesOf(id)).toEqual(['Pending', 'Rejected', 'Pending', 'Approved', 'Verified'])
    expect(await kyc.subjectsTo('retry@example.com')).toEqual([
      'Your verification needs another try',
      'Your identity is verified',
    ])
  })

  test('and is asked for it again by an operator, who is asked why', async () => {
    const { client, id } = await kyc.newVerified('renewed')
    const operator = await kyc.newCustomer('otto', { operator: ['Support'] })
    await kyc.enrol(operator)
    const act = () =>
      operator.post(`/operator/customers/${id}/act`, {
        action: 'ask-verification-again',
        reason: 'the passport is old',
      })
    const offered = async () =>
      (await operator.get(`/operator/customers/${id}`)).body.data.choices.map(
        ({ action }: { action: string }) => action,
      )
    expect(await offered()).toContain('ask-verification-again')
    const askedAt = kyc.now()
    kyc.passTime(1000)
    expect((await act()).status).toBe(200)
    await kyc.letFollow()
    expect(await kyc.statusOf(client)).toBe('Pending')
    expect((await client.get('/check-user-progress')).body.data.done.documents).toBe(false)
    expect(await kyc.subjectsTo('renewed@example.com')).toContain('Please verify your identity again')
    expect(await kyc.activityOf(client)).toContain('verification-asked-again')
    expect(await offered()).not.toContain('ask-verification-again')
    expect((await act()).body.error.name).toBe('StateChanged')

    await kyc.handInDocuments((await kyc.openCheck(client)).body.data.token)
    await kyc.decide(id, { reviewAnswer: 'GREEN' })
    expect(await kyc.statusOf(client)).toBe('Verified')
    // What was asked for before he was let in again takes nothing from him.
    await checkAgain(kyc.kyc, id, askedAt)
    expect(await kyc.statusOf(client)).toBe('Verified')
  })

  test('not after a RED that is final, whatever comes later', async () => {
    const { client, id, token } = await kyc.newApplicant('final')
    await kyc.decide(id, { reviewAnswer: 'RED', reviewRejectType: 'FINAL', rejectLabels: ['SANCTIONS'] })
    expect(await kyc.statusOf(client)).toBe('Rejected')
    expect((await client.get('/check-user-progress')).body.data).toMatchObject({
      step: 'result',
      rejection: { reason: 'The verification was declined.', labels: [], final: true },
    })
    const final = refused(
      'VerificationFinal',
      'Your verification was declined, and the decision is final. Please contact support.',
    )
    expect(await kyc.openCheck(client)).toMatchObject(final)
    expect(await kyc.submitInfo(client)).toMatchObject(final)
    await expect(kyc.handInDocuments(token)).rejects.toThrow('Nothing can be added')
    await kyc.decide(id, { reviewAnswer: 'GREEN' })
    expect(await kyc.statusOf(client)).toBe('Rejected')
    expect(await kyc.subjectsTo('final@example.com')).toEqual(['Your verification was declined'])
    expect(kyc.logged.join()).toContain('declined for good: a person has to look')
  })

  test('and loses it again by a later RED, by a reset, and gets it back', async () => {
    const { client, id } = await kyc.newVerified('later')
    await kyc.decide(id, { reviewAnswer: 'RED', reviewRejectType: 'RETRY', rejectLabels: ['EXPIRATION_DATE'] })
    expect(await kyc.statusOf(client)).toBe('Rejected')
    expect((await client.get('/check-user-progress')).body.data.rejection.reason).toBe(
      'The document has expired or is about to.',
    )
    await kyc.decide(id, { reviewAnswer: 'GREEN' })
    expect(await kyc.statusOf(client)).toBe('Verified')
    await kyc.sandbox.reset(id)
    await kyc.letFollow()
    expect(await kyc.statusOf(client)).toBe('Pending')
    expect((await client.get('/check-user-progress')).body.data.done.documents).toBe(false)
    expect(await kyc.movesOf(id)).toEqual([
      ...['Pending', 'Approved', 'Verified'],
      ...['Rejected', 'Pending', 'Approved', 'Verified'],
      'Pending',
    ])
  })
})

describe('what is somebody else’s is not found', () => {
  test('by name, by id, by hash', async () => {
    const { id } = await kyc.newVerified('owner')
    const stranger = await kyc.newCustomer('stranger')
    const { rows } = await sql<{ user_hash: string }>`select user_hash from customers where id = ${id}`.execute(kyc.db)
    const notFound = refused('NotFound', 'We could not find this.')
    expect(await kyc.applicantCall(stranger, 'access-token', { username: 'owner' })).toMatchObject(notFound)
    expect(await kyc.applicantCall(stranger, 'get-status', { userId: id })).toMatchObject(notFound)
    expect(await kyc.applicantCall(stranger, 'get-data', { externalUserId: id })).toMatchObject(notFound)
    expect(await stranger.get(`/getAccountAddress/${rows[0]?.user_hash}`)).toMatchObject(notFound)
    expect(await stranger.get(`/getAccountAddress/${'0'.repeat(64)}`)).toMatchObject(notFound)
    const { userHash } = (await stranger.get('/getInfo')).body.data
    expect(await stranger.get(`/getAccountAddress/${userHash}`)).toMatchObject({ status: 409 })
    expect(await kyc.openCheck(stranger)).toMatchObject(
      refused('PersonalInfoMissing', 'Please complete your personal information first.'),
    )
  })

  test('the owner sees what the provider has', async () => {
    const { client, id } = await kyc.newVerified('reader')
    expect((await kyc.applicantCall(client, 'get-data', { externalUserId: id })).body.data).toEqual({
      externalUserId: id,
      firstName: 'Augusta Ada',
      lastName: 'King-Noel',
      dateOfBirth: '1985-12-10',
      country: 'GBR',
      documents: [
        { step: 'IDENTITY', type: 'PASSPORT', country: 'GBR', answer: 'GREEN' },
        { step: 'SELFIE', type: 'SELFIE', country: null, answer: 'GREEN' },
      ],
    })
  })
})

test('the database allows the moves of the table and no others', async () => {
  const statuses = Object.keys(kycMoves) as (keyof typeof kycMoves)[]
  for (const from of statuses)
    for (const to of statuses) {
      const inserted = await sql`
        insert into kyc_moves (customer, from_status, to_status, cause, at)
        values (gen_random_uuid(), ${from}, ${to}, 'provider', now())`
        .execute(kyc.db)
        .then(
          () => true,
          () => false,
        )
      expect([from, to, inserted]).toEqual([from, to, kycMoves[from].includes(to)])
    }
})

test('one customer whose approval cannot be finished keeps neither the others nor the questions to the provider waiting', async () => {
  const stuck = await kyc.newApplicant('stuck')
  const free = await kyc.newApplicant('free-to-go')
  const forgotten = await kyc.newApplicant('forgotten-about')
  for (const { id } of [stuck, free])
    await sql`update customers set kyc_status = 'Approved' where id = ${id}`.execute(kyc.db)
  await runAsOwner(
    asOwner(kyc.databaseUrl),
    `create function test_breaks() returns trigger language plpgsql as
      'begin if new.customer = ''${stuck.id}'' then raise exception ''broken''; end if; return new; end';
    create trigger test_breaks before insert on wallet_addresses for each row execute function test_breaks()`,
  )
  kyc.passTime(11 * 60_000)
  await expect(kyc.strikeKycClock()).rejects.toThrow('finishing an approval failed for 1 of 2')
  await runAsOwner(asOwner(kyc.databaseUrl), 'drop function test_breaks cascade')
  expect(await kyc.statusOf(free.client)).toBe('Verified')
  const { rows } = await sql<{ asked_at: Date }>`
    select asked_at from kyc_applicants where customer = ${forgotten.id}`.execute(kyc.db)
  expect(rows[0]?.asked_at).toEqual(kyc.now())
  expect(kyc.logged.join()).toContain(stuck.id)
  await kyc.strikeKycClock()
  expect(await kyc.statusOf(stuck.client)).toBe('Verified')
})

test('without a chain whoever is approved stays so, the log says why, and a later start finishes it', async () => {
  const other = await createKycTest({})
  try {
    const { client, id } = await other.newVerified('waiting')
    expect(await other.statusOf(client)).toBe('Approved')
    await other.strikeKycClock()
    expect(await other.statusOf(client)).toBe('Approved')
    expect(other.logged.join()).toContain('customers stay Approved: CHAIN_SETTLEMENT')
    Object.assign(other.kyc, {
      wallets: { settlement: chainEnv.CHAIN_SETTLEMENT, implementation: chainEnv.CHAIN_WALLET_IMPLEMENTATION },
    })
    const { finishApproval } = await import('./reviews.ts')
    await finishApproval(other.kyc, id)
    expect(await other.statusOf(client)).toBe('Verified')
  } finally {
    await other.close()
  }
})
