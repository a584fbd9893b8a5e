import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { hour, minute, refused } from '../identity/test-people.ts'
import { createKycTest } from './test-kyc.ts'

// Starting the sandbox takes its time on a busy machine; nothing here waits for a clock to pass.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let kyc: Awaited<ReturnType<typeof createKycTest>>
beforeAll(async () => {
  kyc = await createKycTest()
})
afterAll(() => kyc?.close())
afterEach(() => kyc.sandbox.behave())

const second = 1000

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
        refused('SignatureInvalid', 'The signature of this message is wrong.'),
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
      'The verification service is not responding at the moment. Nothing has been lost; please try again shortly.',
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
