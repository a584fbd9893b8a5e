import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import { changePin } from '@ingot/endpoints/credentials'
import { expireHolds } from '@ingot/ledger/hold'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { day, formOf, goodPassword, hour } from '../identity/test-people.ts'
import { createHolders, type Holder, insertWaiting, someAddress } from './test-wallet.ts'

let holders: Awaited<ReturnType<typeof createHolders>>
beforeAll(async () => {
  holders = await createHolders()
})
afterAll(() => holders.close())

const { outside: fee } = policy.wallet.sending.USDT.fees
const waitingTime = policy.wallet.newAddressHours * hour
const longest = policy.wallet.waitingLongestDays * day

const sendOut = async (holder: Holder, to: string, amount = '10') => {
  const { status, body } = await holders.send(holder, 'USDT', { receiver: to, amount })
  expect(status).toBe(200)
  return body.data
}

/** Sessions end while time passes: whoever looks afterwards signs in again. */
const later = async (holder: Holder, milliseconds: number): Promise<Holder> => {
  holders.passTime(milliseconds)
  return { ...holder, client: await holders.signInAgain(holder.username, holder.code) }
}

const transferOf = async ({ client }: Holder, id: string) =>
  (await client.get('/get-all-transfer')).body.data.find((each: { id: string }) => each.id === id)

/** What is written down of how a transfer went. */
const linesOf = async (id: string) => {
  const { rows } = await sql<{ line: string }>`
    select concat(from_state, ' ', to_state, ' by ', by, ': ' || why) as line from state_history
    where thing = 'transfer' and id = ${id} order by number`.execute(holders.db)
  return rows.map(({ line }) => line)
}

const sendsTo = async (address: string) => (await holders.settlements()).filter(({ to }) => to === address)

describe('a transfer to a new address', () => {
  test('waits, then leaves once however often the clock strikes', async () => {
    const to = someAddress('first')
    const anna = await holders.newHolder('anna', { USDT: '100' })
    const sent = await sendOut(anna, to)
    const leavesAt = new Date(holders.now().getTime() + waitingTime).toISOString()
    expect(sent).toMatchObject({
      state: 'waiting',
      amount: '10',
      fee,
      total: '11',
      leavesAt,
      movement: null,
      receiver: { kind: 'address', address: to },
    })
    expect(await holders.balancesOf(anna, 'USDT')).toEqual({ available: '89', held: '11' })
    expect((await anna.client.get('/addresses')).body.data).toMatchObject([{ address: to, state: 'waiting' }])
    await holders.strikeWalletClock()
    expect(await sendsTo(to)).toEqual([])

    const again = await later(anna, waitingTime)
    await Promise.all([holders.strikeWalletClock(), holders.strikeWalletClock()])
    await holders.strikeWalletClock()
    const settlements = await sendsTo(to)
    expect(settlements.map(({ target, amount }) => [target.purpose, amount.units])).toEqual([
      ['in-transit', 10n ** 19n],
      ['fees', 10n ** 18n],
    ])
    expect(await transferOf(again, sent.id)).toMatchObject({
      state: 'queued',
      leavesAt: null,
      history: [{ state: 'queued', at: holders.now().toISOString() }],
      movement: { type: 'send' },
    })
    expect(await linesOf(sent.id)).toEqual(['waiting posted by clock'])
    expect(await holders.balancesOf(again, 'USDT')).toEqual({ available: '89', held: '0' })
    expect((await again.client.get('/movements?type=send')).body.data).toMatchObject([
      {
        outgoing: [{ asset: 'USDT', amount: '11' }],
        fees: [{ asset: 'USDT', amount: fee }],
        state: 'queued',
        party: { kind: 'address', address: to },
      },
    ])
    await holders.runMails()
    const told = await holders.subjectsTo(anna.email)
    expect(told.filter((subject) => subject === 'Your waiting transfer of USDT has been sent')).toHaveLength(1)
    const next = await sendOut(again, to)
    expect(next).toMatchObject({ state: 'queued', leavesAt: null })
  })

  test('is cancelled from the page, and gives everything back', async () => {
    const berta = await holders.newHolder('berta', { USDT: '100' })
    const { id } = await sendOut(berta, someAddress('second'))
    const ended = {
      id,
      state: 'cancelled',
      endedAt: holders.now().toISOString(),
      endReason: 'customer',
      leavesAt: null,
      history: [{ state: 'cancelled', at: holders.now().toISOString() }],
    }
    for (let time = 0; time < 2; time++) {
      expect((await berta.client.post(`/transfers/${id}/cancel`)).body.data).toMatchObject(ended)
      holders.passTime(1000)
    }
    expect(await transferOf(berta, id)).toMatchObject(ended)
    expect(await linesOf(id)).toEqual([`waiting cancelled by customer:${berta.id}: customer`])
    expect(await holders.balancesOf(berta, 'USDT')).toEqual({ available: '100', held: '0' })
    holders.passTime(waitingTime)
    await holders.strikeWalletClock()
    expect(await sendsTo(someAddress('second'))).toEqual([])
  })

  test('cannot be cancelled by somebody else, nor once it has left', async () => {
    const carl = await holders.newHolder('carl', { USDT: '100' })
    const other = await holders.newHolder('chris')
    const { id } = await sendOut(carl, someAddress('third'))
    expect((await other.client.post(`/transfers/${id}/cancel`)).status).toBe(404)
    const again = await later(carl, waitingTime)
    await holders.strikeWalletClock()
    expect((await again.client.post(`/transfers/${id}/cancel`)).body.error.name).toBe('TransferLeft')
  })

  test('is cancelled with the link in its mail, without a session and once', async () => {
    const dora = await holders.newHolder('dora', { USDT: '100' })
    const { id } = await sendOut(dora, someAddress('fourth'))
    const mail = await holders.mailTo(dora.email)
    expect(mail.subject).toBe('Your transfer of USDT is waiting')
    expect(mail.text).toContain(someAddress('fourth'))
    const visitor = holders.newClient()
    const token = mail.tokenOf('/cancel-transfer')
    expect((await visitor.post('/cancel-transfer', { token })).status).toBe(200)
    const endedAt = holders.now().toISOString()
    expect(await transferOf(dora, id)).toMatchObject({ state: 'cancelled', endedAt, endReason: 'customer' })
    expect((await visitor.post('/cancel-transfer', { token })).body.error.name).toBe('LinkInvalid')
    expect((await visitor.post('/freeze-outgoing/by-mail', { token })).body.error.name).toBe('LinkInvalid')
  })

  test('that could not leave for too long goes back', async () => {
    const emil = await holders.newHolder('emil', { USDT: '100' })
    const { id } = await sendOut(emil, someAddress('fifth'))
    expect(await transferOf(emil, id)).toMatchObject({ state: 'waiting', endedAt: null, endReason: null })
    const again = await later(emil, waitingTime + longest)
    await holders.strikeWalletClock()
    const endedAt = holders.now().toISOString()
    expect(await transferOf(again, id)).toMatchObject({
      state: 'expired',
      movement: null,
      endedAt,
      endReason: 'too-long',
    })
    expect(await holders.balancesOf(again, 'USDT')).toEqual({ available: '100', held: '0' })
    expect(await sendsTo(someAddress('fifth'))).toEqual([])
    expect((await again.client.post(`/transfers/${id}/cancel`)).body.error.name).toBe('TransferLeft')
  })

  test('leaves once, although the job broke down in the middle', async () => {
    const to = someAddress('sixth')
    const fred = await holders.newHolder('fred', { USDT: '100' })
    const { id } = await sendOut(fred, to)
    const again = await later(fred, waitingTime)
    // Its last step fails, after the ledger was written.
    await runAsOwner(
      asOwner(holders.databaseUrl),
      `create function test_breaks() returns trigger language plpgsql as 'begin raise exception ''broken''; end';
      create trigger test_breaks before update on wallet_transfers for each row execute function test_breaks()`,
    )
    await expect(holders.strikeWalletClock()).rejects.toThrow('letting a transfer go failed for 1 of 1')
    await runAsOwner(asOwner(holders.databaseUrl), 'drop function test_breaks cascade')
    expect(await sendsTo(to)).toEqual([])
    expect(await transferOf(again, id)).toMatchObject({ state: 'waiting' })
    await holders.strikeWalletClock()
    await holders.strikeWalletClock()
    expect(await sendsTo(to)).toHaveLength(2)
    expect(await holders.balancesOf(again, 'USDT')).toEqual({ available: '89', held: '0' })
  })

  test('waits on after a change of credentials, and while its customer is not verified', async () => {
    const gerd = await holders.newHolder('gerd', { USDT: '100' })
    const { id } = await sendOut(gerd, someAddress('seventh'))
    let again = await later(gerd, waitingTime - hour)
    holders.nextCode()
    const body = { password: goodPassword, changePin: '918273' }
    await again.client.post('/mfa/verify', { token: gerd.code(), ...(await aimOf(changePin, '', { body })) })
    await again.client.post('/change-pin', formOf(body))
    const heldUntil = holders.now().getTime() + policy.credentials.outgoingHoldHours * hour
    again = await later(again, hour)
    await holders.strikeWalletClock()
    expect(await transferOf(again, id)).toMatchObject({ state: 'waiting', leavesAt: new Date(heldUntil).toISOString() })

    await sql`update customers set kyc_status = 'Pending' where id = ${gerd.id}`.execute(holders.db)
    again = await later(again, policy.credentials.outgoingHoldHours * hour)
    await holders.strikeWalletClock()
    expect(await transferOf(again, id)).toMatchObject({ state: 'waiting' })
    await sql`update customers set kyc_status = 'Verified' where id = ${gerd.id}`.execute(holders.db)
    again = await later(again, policy.wallet.unverifiedAgainMinutes * 60_000)
    await holders.strikeWalletClock()
    expect(await transferOf(again, id)).toMatchObject({ state: 'queued' })
  })

  test('of a customer who stays without verification goes back after the longest wait, and he is told', async () => {
    const to = someAddress('unverified')
    const gina = await holders.newHolder('gina', { USDT: '100' })
    const { id } = await sendOut(gina, to)
    await sql`update customers set kyc_status = 'Pending' where id = ${gina.id}`.execute(holders.db)
    const lookAgain = async (after: number) => {
      const again = await later(gina, after)
      // Whatever else the clock does, nothing ends the hold of a transfer that waits.
      await inTransaction(holders.db, (tx) => expireHolds(tx, 100, holders.now()))
      const held = await holders.balancesOf(again, 'USDT')
      expect(held).toEqual({ available: '89', held: '11' })
      await holders.strikeWalletClock()
      return again
    }
    let again = await lookAgain(waitingTime)
    expect(await transferOf(again, id)).toMatchObject({ state: 'waiting' })
    again = await lookAgain(longest - 60_000)
    expect(await transferOf(again, id)).toMatchObject({ state: 'waiting' })
    again = await lookAgain(60_000)
    const endedAt = holders.now().toISOString()
    expect(await transferOf(again, id)).toMatchObject({ state: 'expired', endedAt, endReason: 'unverified' })
    expect(await holders.balancesOf(again, 'USDT')).toEqual({ available: '100', held: '0' })
    expect(await holders.activityOf(again.client)).toContain('transfer-ended')
    const mail = await holders.mailTo(gina.email)
    expect(mail.subject).toBe('Your transfer of USDT was not sent')
    expect(mail.text).toContain('Your identity was not verified by the time')

    await sql`update customers set kyc_status = 'Verified' where id = ${gina.id}`.execute(holders.db)
    again = await later(gina, day)
    await holders.strikeWalletClock()
    expect(await sendsTo(to)).toEqual([])
    expect(await holders.balancesOf(again, 'USDT')).toEqual({ available: '100', held: '0' })
    const told = await holders.subjectsTo(gina.email)
    expect(told.filter((subject) => subject === mail.subject)).toHaveLength(1)
  })

  test('goes back at once when the verification is declined for good', async () => {
    const ella = await holders.newHolder('ella', { USDT: '100' })
    const { id } = await sendOut(ella, someAddress('declined'))
    await sql`update customers set kyc_status = 'Rejected' where id = ${ella.id}`.execute(holders.db)
    await sql`
      insert into kyc_applicants (customer, applicant_id, opened_at, is_final)
      values (${ella.id}, 'ella', ${holders.now()}, true)`.execute(holders.db)
    await holders.strikeWalletClock()
    const endedAt = holders.now().toISOString()
    expect(await transferOf(ella, id)).toMatchObject({ state: 'cancelled', endedAt, endReason: 'declined' })
    expect(await holders.balancesOf(ella, 'USDT')).toEqual({ available: '100', held: '0' })
    expect((await holders.mailTo(ella.email)).text).toContain('Your identity verification was declined')
  })

  test('that cannot be let go keeps nobody else’s, however many such there are', async () => {
    const [first, second] = [
      await holders.newHolder('knut', { USDT: '100' }),
      await holders.newHolder('lars', { USDT: '100' }),
    ]
    const to = someAddress('poisoned')
    const stuck = await sendOut(first, to)
    // As many that fail as one run takes, all before the one that could go.
    await runAsOwner(
      asOwner(holders.databaseUrl),
      `create function test_breaks() returns trigger language plpgsql as
        'begin if new.id <> ''ffffffff-ffff-4fff-bfff-ffffffffffff'' then raise exception ''broken''; end if; return new; end'`,
    )
    for (let number = 0; number < 205; number++) await insertWaiting(holders.db, first.id, holders.now())
    const { id } = await sendOut(second, someAddress('free'))
    await sql`update wallet_transfers set id = 'ffffffff-ffff-4fff-bfff-ffffffffffff' where id = ${id}`.execute(
      holders.db,
    )
    await runAsOwner(
      asOwner(holders.databaseUrl),
      'create trigger test_breaks before update on wallet_transfers for each row execute function test_breaks()',
    )
    const again = await later(second, waitingTime)
    const before = holders.logged.length
    for (let run = 0; run < 2; run++)
      await expect(holders.strikeWalletClock()).rejects.toThrow(/letting a transfer go failed for \d+ of \d+/)
    await runAsOwner(asOwner(holders.databaseUrl), 'drop function test_breaks cascade')
    expect(await transferOf(again, 'ffffffff-ffff-4fff-bfff-ffffffffffff')).toMatchObject({ state: 'queued' })
    expect(holders.logged.slice(before).join('')).toContain(stuck.id)
    await holders.strikeWalletClock()
    await holders.strikeWalletClock()
    expect(await sendsTo(to)).toHaveLength(2)
  })

  test('comes back with its fee when the chain refuses it', async () => {
    const to = someAddress('eighth')
    const hanna = await holders.newHolder('hanna', { USDT: '100' })
    await holders.addUsable(hanna, to)
    const { id, movement } = await sendOut(hanna, to)
    const [settlement] = await sendsTo(to)
    await holders.chainRefuses(settlement?.entry ?? 0n)
    expect(await transferOf(hanna, id)).toMatchObject({ state: 'returned' })
    expect(await holders.balancesOf(hanna, 'USDT')).toEqual({ available: '100', held: '0' })
    const { data } = (await hanna.client.get('/movements')).body
    expect(data).toMatchObject([
      { type: 'send-returned', incoming: [{ amount: '11' }], state: 'posted' },
      { type: 'send', state: 'returned' },
      { type: 'deposit' },
    ])
    const details = (await hanna.client.get(`/movements/${movement.number}`)).body.data
    expect(details.reason).toBe('TokenPaused()')
    expect(details.steps.map(({ name }: { name: string }) => name)).toEqual(['requested', 'posted', 'returned'])
    expect(details.entries.map(({ kind }: { kind: string }) => kind)).toEqual(['send', 'send-returned'])
  })
})

describe('a frozen account', () => {
  test('is frozen by the link in any mail about what leaves, and sends nothing until its owner lifts that', async () => {
    const mara = await holders.newHolder('mara', { USDT: '100' })
    await holders.newHolder('milo')
    const waiting = await sendOut(mara, someAddress('thief'))
    await holders.send(mara, 'USDT', { receiver: 'milo', amount: '5' })
    const mail = await holders.mailTo(mara.email)
    expect(mail.subject).toBe('You sent USDT')
    const token = mail.tokenOf('/freeze-outgoing')
    const visitor = holders.newClient()
    expect((await visitor.post('/freeze-outgoing/by-mail', { token })).status).toBe(200)

    const endedAt = holders.now().toISOString()
    expect(await transferOf(mara, waiting.id)).toMatchObject({ state: 'cancelled', endedAt, endReason: 'frozen' })
    expect((await mara.client.get('/addresses')).body.data).toEqual([])
    expect(await holders.balancesOf(mara, 'USDT')).toEqual({ available: '95', held: '0' })
    const since = holders.now().toISOString()
    const message = 'Your account is frozen: nothing can leave it until you unfreeze it.'
    expect(await holders.send(mara, 'USDT', { receiver: 'milo', amount: '5' })).toMatchObject({
      status: 409,
      body: { error: { name: 'OutgoingFrozen', message, details: { since } } },
    })
    expect((await holders.addAddress(mara, someAddress('bank'))).body.error.name).toBe('OutgoingFrozen')
    expect((await mara.client.get('/sending')).body.data.frozenSince).toBe(since)
    expect((await holders.mailTo(mara.email)).subject).toBe('Your account is frozen')

    const lift = (password: string, inputCode: string) =>
      mara.client.post('/unfreeze-outgoing', { password, inputCode })
    holders.nextCode()
    expect((await lift('wrong password here', mara.code())).body.error.name).toBe('PasswordIncorrect')
    expect((await lift(goodPassword, '000000')).body.error.name).toBe('TwoFactorCodeIncorrect')
    expect((await lift(goodPassword, mara.code())).status).toBe(200)
    expect((await holders.send(mara, 'USDT', { receiver: 'milo', amount: '5' })).status).toBe(200)
    expect(await holders.activityOf(mara.client)).toEqual(
      expect.arrayContaining(['outgoing-frozen', 'outgoing-unfrozen', 'transfer-cancelled']),
    )
  })

  test('is frozen from the page, and unfrozen by two operators', async () => {
    const nils = await holders.newHolder('nils', { USDT: '100' })
    await holders.newHolder('nadja')
    expect((await nils.client.post('/freeze-outgoing')).status).toBe(200)
    expect((await nils.client.post('/freeze-outgoing')).status).toBe(200)
    const operator = async (username: string) => {
      const client = await holders.newCustomer(username, { operator: true })
      return { client, ...(await holders.enrol(client)) }
    }
    const [desk, other] = [await operator('desk'), await operator('other')]
    holders.nextCode()
    const asked = { action: 'lift-freeze', thing: nils.id, given: {}, reason: 'he called, and knew what only he knows' }
    const proof = ({ code }: typeof desk) => ({ password: goodPassword, inputCode: code() })
    const key = { 'idempotency-key': 'unfreeze-nils' }
    expect((await nils.client.post('/operator/approvals', { ...asked, ...proof(desk) }, key)).status).toBe(403)
    const { body } = await desk.client.post('/operator/approvals', { ...asked, ...proof(desk) }, key)
    expect(body.data).toMatchObject({ state: 'requested', customer: { id: nils.id, username: 'nils' } })
    expect((await nils.client.get('/sending')).body.data.frozenSince).not.toBeNull()
    const approve = `/operator/approvals/${body.data.id}/approve`
    expect((await other.client.post(approve, { note: 'it was he', ...proof(other) })).status).toBe(200)
    expect((await holders.send(nils, 'USDT', { receiver: 'nadja', amount: '5' })).status).toBe(200)
    expect((await holders.mailTo(nils.email)).subject).toBe('You sent USDT')
    const subjects = await holders.subjectsTo(nils.email)
    expect(subjects.filter((subject) => subject === 'Your account is frozen')).toHaveLength(1)
    expect(subjects).toContain('Your account is no longer frozen')
  })

  test('whose process ended before it could call off what waits sends nothing all the same', async () => {
    const olga = await holders.newHolder('olga', { USDT: '100' })
    const { id } = await sendOut(olga, someAddress('half-way'))
    await sql`update wallet_senders set frozen_at = ${holders.now()} where customer = ${olga.id}`.execute(holders.db)
    await holders.strikeWalletClock()
    const endedAt = holders.now().toISOString()
    expect(await transferOf(olga, id)).toMatchObject({ state: 'cancelled', endedAt, endReason: 'frozen' })
    expect(await holders.balancesOf(olga, 'USDT')).toEqual({ available: '100', held: '0' })
  })
})

test('after all of this the ledger is in order, and the log names nobody', async () => {
  expect(await verifyLedger(holders.db, undefined)).toMatchObject({ ok: true })
  const log = holders.logged.join('')
  for (const word of ['mara', 'example.com', someAddress('thief'), someAddress('first')])
    expect(log).not.toContain(word)
})
