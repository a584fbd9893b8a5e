import { createHmac } from 'node:crypto'
import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hour, minute, refused } from '../identity/test-people.ts'
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

const second = 1000

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
    const { rows } = await sql<{ wallet_salt: Buffer }>`
      select wallet_salt from customers where id = ${id}`.execute(kyc.db)
    const factory = {
      settlement: chainEnv.CHAIN_SETTLEMENT,
      implementation: chainEnv.CHAIN_WALLET_IMPLEMENTATION,
    }
    expect((await client.get(`/getAccountAddress/${userHash}`)).body).toEqual({
      data: walletAddressOf(factory, rows[0]?.wallet_salt ?? Buffer.alloc(0)),
    })
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

  test('not after a RED that is final, whatever comes later', async () => {
    const { client, id, token } = await kyc.newApplicant('final')
    await kyc.decide(id, { reviewAnswer: 'RED', reviewRejectType: 'FINAL', rejectLabels: ['SANCTIONS'] })
    expect(await kyc.statusOf(client)).toBe('Rejected')
    expect((await client.get('/check-user-progress')).body.data).toMatchObject({
      step: 'result',
      rejection: { reason: 'The verification was declined.', labels: [], final: true },
    })
    const final = refused('VerificationFinal', 'Your verification was declined for good. Please contact support.')
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

describe('the provider’s messages', () => {
  test('that are lost are made up for by the page that polls, at most every 15 seconds', async () => {
    const { client, id } = await kyc.newApplicant('lost')
    await kyc.sandbox.misbehave({ fault: 'lose', on: 'webhook' })
    await kyc.decide(id, { reviewAnswer: 'GREEN' })
    expect(await kyc.statusOf(client)).toBe('Pending')
    await kyc.runKycJobs()
    kyc.passTime(14 * second)
    expect(await kyc.statusOf(client)).toBe('Pending')
    await kyc.runKycJobs()
    expect(await kyc.statusOf(client)).toBe('Pending')
    kyc.passTime(second)
    await kyc.applicantCall(client, 'get-status', { userId: id })
    await kyc.runKycJobs()
    expect(await kyc.statusOf(client)).toBe('Verified')
  })

  test('that are lost are made up for by the clock when no page is open', async () => {
    const { client, id } = await kyc.newApplicant('alone')
    await kyc.sandbox.misbehave({ fault: 'lose', on: 'webhook' })
    await kyc.decide(id, { reviewAnswer: 'GREEN' })
    kyc.passTime(11 * minute)
    await kyc.strikeKycClock()
    await kyc.runKycJobs()
    expect(await kyc.statusOf(client)).toBe('Verified')
    await kyc.decide(id, { reviewAnswer: 'RED', reviewRejectType: 'RETRY' })
    kyc.passTime(25 * hour)
    await kyc.strikeKycClock()
    await kyc.runKycJobs()
    expect(await kyc.movesOf(id)).toContain('Rejected')
  })

  test('that come twice change nothing twice', async () => {
    const { client, id } = await kyc.newApplicant('twice')
    await kyc.sandbox.misbehave({ fault: 'twice', on: 'webhook' })
    await kyc.decide(id, { reviewAnswer: 'GREEN' })
    expect(await kyc.statusOf(client)).toBe('Verified')
    expect(await kyc.movesOf(id)).toEqual(['Pending', 'Approved', 'Verified'])
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from kyc_webhooks
      where applicant_id = (select applicant_id from kyc_applicants where customer = ${id})
        and type = 'applicantReviewed'`.execute(kyc.db)
    expect(rows[0]?.count).toBe(1)
  })

  test('that come out of order leave what is true now', async () => {
    const { client, id } = await kyc.newApplicant('disorder')
    await kyc.sandbox.misbehave({ fault: 'disorder', on: 'webhook', times: 1 })
    await kyc.sandbox.decide(id, { reviewAnswer: 'RED', reviewRejectType: 'RETRY' })
    await kyc.sandbox.decide(id, { reviewAnswer: 'GREEN' })
    await kyc.letFollow()
    // Newest first: the RED, which was made first, came last.
    type Sent = { createdAtMs: string }
    const { data } = await kyc.sandbox.ask<{ data: [last: Sent, first: Sent] }>('GET', '/api/kyc/webhooks')
    const [last, first] = data
    expect(last.createdAtMs < first.createdAtMs).toBe(true)
    expect(await kyc.statusOf(client)).toBe('Verified')
    expect(await kyc.movesOf(id)).toEqual(['Pending', 'Approved', 'Verified'])
  })

  test('that come late find that it is known already', async () => {
    const { client, id } = await kyc.newApplicant('late')
    await kyc.sandbox.misbehave({ fault: 'slow', delayMs: 60_000, on: 'webhook' })
    await kyc.decide(id, { reviewAnswer: 'RED', reviewRejectType: 'RETRY' })
    kyc.passTime(15 * second)
    await kyc.statusOf(client)
    await kyc.runKycJobs()
    expect(await kyc.statusOf(client)).toBe('Rejected')
    // The message of the RED, once the GREEN is already known.
    await kyc.sandbox.behave()
    await kyc.decide(id, { reviewAnswer: 'GREEN' })
    const applicantId = await kyc.sandbox.applicantOf(id)
    const late = { applicantId, type: 'applicantReviewed', createdAtMs: '2026-11-02 09:00:00.000' }
    expect(await send(late)).toMatchObject({ status: 200 })
    await kyc.runKycJobs()
    expect(await kyc.statusOf(client)).toBe('Verified')
  })

  const digest = (body: string, algorithm = 'sha256') =>
    createHmac(algorithm, kyc.config.SUMSUB_WEBHOOK_SECRET).update(body).digest('hex')

  const send = async (message: object | string, headers: Record<string, string> = {}) => {
    const body = typeof message === 'string' ? message : JSON.stringify(message)
    const answer = await fetch(kyc.webhookUrl, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'x-payload-digest-alg': 'HMAC_SHA256_HEX',
        'x-payload-digest': digest(body),
        ...headers,
      },
    })
    return { status: answer.status, body: await answer.json() }
  }

  test('are taken with each of the provider’s digests', async () => {
    const message = { applicantId: 'nobody', type: 'applicantReviewed' }
    for (const [name, algorithm] of [
      ['HMAC_SHA1_HEX', 'sha1'],
      ['HMAC_SHA256_HEX', 'sha256'],
      ['HMAC_SHA512_HEX', 'sha512'],
    ] as const) {
      const body = JSON.stringify({ ...message, createdAtMs: algorithm })
      const headers = { 'x-payload-digest-alg': name, 'x-payload-digest': digest(body, algorithm) }
      expect(await send(body, headers)).toEqual({ status: 200, body: { data: { received: true } } })
      expect(await send(body, headers)).toEqual({ status: 200, body: { data: { received: true } } })
    }
  })

  test('with a wrong digest or algorithm are refused and recorded, and nothing follows from them', async () => {
    const { client, id } = await kyc.newApplicant('forged')
    await kyc.sandbox.misbehave({ fault: 'lose', on: 'webhook' })
    await kyc.decide(id, { reviewAnswer: 'GREEN' })
    await sql`delete from kyc_webhook_refusals`.execute(kyc.db)
    const message = { applicantId: await kyc.sandbox.applicantOf(id), type: 'applicantReviewed', createdAtMs: 'now' }
    const right = digest(JSON.stringify(message))
    const wrong: [string, Record<string, string>][] = [
      ['digest', { 'x-payload-digest': '0'.repeat(64) }],
      ['digest', { 'x-payload-digest': '' }],
      ['digest', { 'x-payload-digest': `${right}00` }],
      ['digest', { 'x-payload-digest-alg': 'HMAC_SHA512_HEX' }],
      ['algorithm', { 'x-payload-digest-alg': 'HMAC_MD5_HEX' }],
      ['algorithm', { 'x-payload-digest-alg': '' }],
      ['algorithm', { 'x-payload-digest-alg': 'toString' }],
    ]
    for (const [, headers] of wrong)
      expect(await send(message, headers)).toMatchObject(
        refused('SignatureInvalid', 'The signature of this message is not right.'),
      )
    const { rows } = await sql<{ reason: string; count: number }>`
      select reason, count from kyc_webhook_refusals order by reason`.execute(kyc.db)
    expect(rows).toEqual([
      { reason: 'algorithm', count: 3 },
      { reason: 'digest', count: 4 },
    ])
    await kyc.runKycJobs()
    expect(await kyc.statusOf(client)).toBe('Pending')
  })

  test('that say nothing are refused as such, although they are signed', async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '{"applicantId":"a"}',
      'not json',
      '{"applicantId":7,"type":{},"createdAtMs":[]}',
    ])
      expect((await send(body)).status).toBe(400)
    expect((await send('x'.repeat(70_000))).status).toBe(413)
  })
})

test('two answers that overtake each other leave the one that was asked for last', async () => {
  const { id } = await kyc.newApplicant('overtaken')
  const { provider } = kyc.kyc
  const { askAbout } = await import('./reviews.ts')
  let answerFirst = () => {}
  const first = new Promise<void>((resolve) => {
    answerFirst = resolve
  })
  // The first read gets its answer, and is held up before it can write it down.
  const slow = {
    ...kyc.kyc,
    provider: {
      ...provider,
      readReview: async (applicant: string) => {
        const review = await provider.readReview(applicant)
        await first
        return review
      },
    },
  }
  const asked = askAbout(slow, id)
  await kyc.decide(id, { reviewAnswer: 'GREEN' })
  answerFirst()
  await asked
  expect(await kyc.movesOf(id)).toEqual(['Pending', 'Approved', 'Verified'])
})

describe('while the provider does not answer', () => {
  test('nothing is lost: the customer is told to try again, and goes on when it is back', async () => {
    const client = await kyc.newCustomer('patient')
    const id = await kyc.idOf(client)
    await kyc.submitInfo(client)
    await kyc.sandbox.misbehave({ fault: 'refuse', answer: 'temporary', on: 'request' })
    const unavailable = refused(
      'VerificationUnavailable',
      'The verification service does not answer at the moment. Nothing is lost; please try again shortly.',
    )
    expect(await kyc.openCheck(client)).toMatchObject(unavailable)
    await kyc.sandbox.misbehave({ fault: 'refuse', answer: 'permanent', on: 'request' })
    expect(await kyc.openCheck(client)).toMatchObject(unavailable)
    await kyc.sandbox.behave()
    const opened = await kyc.openCheck(client)
    expect(opened.status).toBe(200)
    await kyc.handInDocuments(opened.body.data.token)
    await kyc.letFollow()

    await kyc.sandbox.misbehave({ fault: 'lose', on: 'request' })
    await kyc.sandbox.decide(id, { reviewAnswer: 'GREEN' })
    await kyc.sandbox.settled()
    await expect(kyc.runKycJobs()).rejects.toThrow('The verification provider could not be reached')
    expect(await kyc.statusOf(client)).toBe('Pending')
    // Asked because a page polls: that comes again by itself, and is no failure to pile up.
    kyc.passTime(15 * second)
    await kyc.statusOf(client)
    await kyc.runKycJobs()
    expect(kyc.logged.join()).toContain('the provider did not answer; it will be asked again')
    await kyc.sandbox.behave()
    kyc.passTime(15 * second)
    await kyc.statusOf(client)
    await kyc.runKycJobs()
    expect(await kyc.statusOf(client)).toBe('Verified')
    expect(kyc.logged.join()).not.toMatch(/King-Noel|sw1y|123456789/i)
  })
})

describe('what is somebody else’s is not found', () => {
  test('by name, by id, by hash', async () => {
    const { id } = await kyc.newVerified('owner')
    const stranger = await kyc.newCustomer('stranger')
    const { rows } = await sql<{ user_hash: string }>`select user_hash from customers where id = ${id}`.execute(kyc.db)
    const notFound = refused('NotFound', 'Not found.')
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
