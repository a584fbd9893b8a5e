import { randomUUID } from 'node:crypto'
import { aimOf } from '@ingot/endpoints/aim'
import { changePin } from '@ingot/endpoints/credentials'
import { transferQmgt, transferUsdt } from '@ingot/endpoints/wallet'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { type Client, formOf, goodPassword, goodPin, hour } from '../identity/test-people.ts'
import { createHolders, someAddress } from './test-wallet.ts'

let holders: Awaited<ReturnType<typeof createHolders>>
beforeAll(async () => {
  holders = await createHolders()
})
afterAll(() => holders.close())

const errorOf = ({ body }: { body: { error?: { name: string } } }) => body.error?.name

test('a transfer to another customer takes PIN and 2FA, and is there at once', async () => {
  const anna = await holders.newHolder('anna', { USDT: '100' })
  const ben = await holders.newHolder('ben')
  const body = { receiver: 'BEN', amount: '30.5' }
  const aim = await aimOf(transferUsdt, 'first-transfer', { body })
  const send = (sent = body) => anna.client.post('/transfer', sent, { 'idempotency-key': 'first-transfer' })

  expect(await send()).toMatchObject({
    status: 403,
    body: { error: { name: 'StepUpRequired', details: { needs: 'pin' } } },
  })
  await anna.client.post('/verify-pin', formOf({ pin: goodPin, ...aim }))
  expect((await send()).body.error.details).toEqual({ needs: '2fa' })
  holders.nextCode()
  await anna.client.post('/mfa/verify', { token: anna.code(), ...aim })
  // What was proven for one receiver and amount moves nothing to another, and no other amount.
  for (const other of [{ receiver: 'anna' }, { amount: '30.50' }, { amount: '99' }])
    expect(errorOf(await send({ ...body, ...other }))).toBe('StepUpRequired')
  const sent = await send()
  expect(sent.status).toBe(200)
  expect(sent.body.data).toMatchObject({
    asset: 'USDT',
    amount: '30.5',
    fee: '0',
    total: '30.5',
    receiver: { kind: 'customer', username: 'ben' },
    state: 'queued',
    leavesAt: null,
    hash: null,
    movement: { type: 'transfer-out' },
  })
  expect(await holders.balancesOf(anna, 'USDT')).toEqual({ available: '69.5', held: '0' })
  expect((await ben.client.get('/blockchain/usdt-balance')).body).toEqual({ data: { balance: '30.5' } })
  const [settlement] = await holders.settlements()
  expect(settlement).toMatchObject({ state: 'queued', target: { owner: `customer:${ben.id}`, purpose: 'available' } })
  expect(await holders.activityOf(anna.client)).toContain('transfer-requested')
  expect((await ben.client.get('/movements')).body.data).toMatchObject([
    {
      type: 'transfer-in',
      incoming: [{ asset: 'USDT', amount: '30.5' }],
      party: { kind: 'customer', username: 'anna' },
    },
  ])
})

test('each of the three tokens has its call and its balance', async () => {
  const rosa = await holders.newHolder('rosa', { USDT: '10', QMGT: '10', USDAU: '10' })
  const sven = await holders.newHolder('sven')
  for (const asset of ['USDT', 'QMGT', 'USDAU'] as const) {
    const { status } = await holders.send(rosa, asset, { receiver: 'sven', amount: '2' })
    expect(status).toBe(200)
  }
  expect((await sven.client.get('/blockchain/usdt-balance')).body).toEqual({ data: { balance: '2' } })
  expect((await sven.client.get('/get-qmgt-balance')).body).toEqual({ data: { balance: '2' } })
  expect((await sven.client.get('/get-usdau-balance')).body).toEqual({ data: { balance: '2' } })
  const usdau = (await rosa.client.get('/get-transfer-usdau')).body
  expect(usdau).toMatchObject({ data: [{ asset: 'USDAU' }], meta: { cursor: null } })
  const all = (await rosa.client.get('/get-all-transfer')).body.data
  expect(all.map(({ asset }: { asset: string }) => asset)).toEqual(['USDAU', 'QMGT', 'USDT'])
})

test('what is sent to the address of another customer’s wallet is that customer’s, who is not named anywhere', async () => {
  const cleo = await holders.newHolder('cleo', { QMGT: '5' })
  const dana = await holders.newHolder('dana.the.goldsmith')
  const asked = `asset=QMGT&receiver=${dana.address}&amount=1`
  const receiver = { kind: 'address', address: dana.address, label: '' }
  const quoted = await cleo.client.get(`/transfer-quote?${asked}`)
  expect(quoted.body.data).toMatchObject({ receiver, inner: true, fee: '0', leavesAt: null })
  const sent = await holders.send(cleo, 'QMGT', { receiver: dana.address, amount: '1' })
  expect(sent.body.data).toMatchObject({ receiver, fee: '0', state: 'queued' })
  expect((await dana.client.get('/get-qmgt-balance')).body.data.balance).toBe('1')
  const { number, id, type } = sent.body.data.movement
  const mail = await holders.mailTo(cleo.email)
  expect(mail.text).toContain(dana.address)
  const told = [quoted.raw, sent.raw, mail.text]
  for (const path of [
    '/get-all-transfer',
    '/movements',
    `/movements/${number}`,
    '/movements.csv',
    '/recent-activities-user',
    `/transaction-details/${id}/${type}`,
    '/addresses',
  ]) {
    const answer = await cleo.client.get(path)
    expect([path, answer.status]).toEqual([path, 200])
    told.push(answer.raw)
  }
  for (const each of told) expect(each.toString()).not.toMatch(/dana/)
  expect((await cleo.client.get('/movements')).body.data[0]).toMatchObject({ type: 'transfer-out', party: receiver })
  // Whoever receives sees who sent it: that is the sender's own choice.
  expect((await dana.client.get('/movements')).body.data[0]).toMatchObject({
    type: 'transfer-in',
    party: { kind: 'customer', username: 'cleo' },
  })
  expect((await holders.addAddress(cleo, dana.address)).raw.toString()).not.toMatch(/dana/)
})

test('a customer who is given by username is shown by that and no more', async () => {
  const ugo = await holders.newHolder('ugo', { USDT: '5' })
  const vera = await holders.newHolder('vera')
  const quoted = await ugo.client.get('/transfer-quote?asset=USDT&receiver=VERA&amount=1')
  expect(quoted.body.data.receiver).toEqual({ kind: 'customer', username: 'vera' })
  for (const secret of [vera.email, vera.address, vera.id]) expect(quoted.raw.toString()).not.toContain(secret)
})

describe('nothing is sent to', () => {
  const cases: [string, () => string, string, string | undefined][] = [
    ['oneself by name', () => 'Ester', 'ReceiverRefused', 'own'],
    ['one’s own address', () => someAddress('wallet of ester'), 'ReceiverRefused', 'own'],
    ['the zero address', () => `0x${'0'.repeat(40)}`, 'ReceiverRefused', 'zero'],
    ['a token', () => holders.contracts.usdt, 'ReceiverRefused', 'token'],
    ['a contract of the house', () => holders.contracts.settlement, 'ReceiverRefused', 'house'],
    ['an address in small letters', () => someAddress('stranger').toLowerCase(), 'ReceiverRefused', 'checksum'],
    [
      'an address with a slip of the finger',
      () => someAddress('stranger').replace(/[a-f]/, (letter) => letter.toUpperCase()),
      'ReceiverRefused',
      'checksum',
    ],
    ['half an address', () => '0x1234', 'ReceiverRefused', 'address'],
    ['a name that nobody has', () => 'nobody.here', 'ReceiverUnknown', undefined],
    ['a customer who is not verified', () => 'waiting', 'ReceiverUnknown', undefined],
    ['an operator', () => 'desk', 'ReceiverUnknown', undefined],
    [
      'the wallet of a customer who is no longer verified',
      () => someAddress('wallet of waiting'),
      'ReceiverRefused',
      'closed',
    ],
  ]
  let ester: Awaited<ReturnType<typeof holders.newHolder>>
  beforeAll(async () => {
    ester = await holders.newHolder('ester', { USDT: '100' })
    const { id } = await holders.newHolder('waiting')
    await sql`update customers set kyc_status = 'Pending' where id = ${id}`.execute(holders.db)
    await holders.newCustomer('desk', { operator: true })
  })

  test.each(cases)('%s', async (_title, receiver, name, reason) => {
    const { status, body } = await holders.send(ester, 'USDT', { receiver: receiver(), amount: '5' })
    expect({ status, name: body.error.name, reason: body.error.details.reason }).toEqual({ status: 400, name, reason })
    expect((await holders.balancesOf(ester, 'USDT')).available).toBe('100')
  })

  test('and each refusal of an address says why in words of its own', async () => {
    const texts = cases.filter(([, , , reason]) => reason).map(([, receiver]) => receiver())
    const said = new Map<string, string>()
    for (const receiver of texts) {
      const { error } = (await holders.send(ester, 'USDT', { receiver, amount: '5' })).body
      said.set(error.details.reason, error.message)
    }
    expect(said.size).toBe(7)
    expect(new Set(said.values()).size).toBe(7)
  })
})

let known: Client | undefined
const oneCustomer = async (): Promise<Client> => {
  known ??= await holders.newCustomer('frida', { verified: true })
  return known
}

test.each(['0', '0.0', '-1', '1e3', '1,5', ' 1', '.5', '1.', '01', `0.${'1'.repeat(19)}`, '', '9'.repeat(21)])(
  'the amount %j is not one',
  async (amount) => {
    const client = await oneCustomer()
    const sent = await client.post('/transfer', { receiver: 'ben', amount }, { 'idempotency-key': randomUUID() })
    expect([sent.status, errorOf(sent)]).toEqual([400, 'InvalidInput'])
  },
)

test('limits of one transfer are told with their figures', async () => {
  const { smallest, largest } = policy.wallet.sending.USDT
  const gino = await holders.newHolder('gino', { USDT: '1000000' })
  expect(
    (await holders.send(gino, 'USDT', { receiver: 'ben', amount: '0.999999999999999999' })).body.error,
  ).toMatchObject({
    name: 'TransferTooSmall',
    details: { smallest },
  })
  expect(
    (await holders.send(gino, 'USDT', { receiver: 'ben', amount: `${largest}.000000000000000001` })).body.error,
  ).toMatchObject({
    name: 'TransferTooLarge',
    details: { largest },
  })
  expect((await holders.send(gino, 'USDT', { receiver: 'ben', amount: smallest })).status).toBe(200)
  expect((await holders.send(gino, 'USDT', { receiver: 'ben', amount: largest })).status).toBe(200)
})

test('the limit of a day counts the last 24 hours, and holds however many come at once', async () => {
  const { perDay, largest } = policy.wallet.sending.QMGT
  const half = String(Number(largest) / 2)
  const hans = await holders.newHolder('hans', { QMGT: '100000' })
  const keys = Array.from({ length: 8 }, () => randomUUID())
  const body = { receiver: 'ben', amount: half }
  for (const key of keys) await holders.approve(hans, transferQmgt, key, body)
  const answers = await Promise.all(
    keys.map((key) => hans.client.post('/transfer-qgmt', body, { 'idempotency-key': key })),
  )
  const done = answers.filter(({ status }) => status === 200)
  expect(done).toHaveLength(Number(perDay) / Number(half))
  const refused = answers.find(({ status }) => status !== 200)
  expect(refused?.body.error).toMatchObject({ name: 'TransferLimitReached', details: { perDay, left: '0' } })
  expect((await hans.client.get('/sending')).body.data.assets[1]).toMatchObject({
    asset: 'QMGT',
    perDay,
    leftToday: '0',
  })

  holders.passTime(24 * hour)
  const again = await holders.signInAgain('hans', hans.code)
  expect((await holders.send({ ...hans, client: again }, 'QMGT', { receiver: 'ben', amount: half })).status).toBe(200)
})

test('the same transfer submitted fifty times at once is one transfer', async () => {
  const ida = await holders.newHolder('ida', { USDT: '100' })
  const body = { receiver: 'ben', amount: '10' }
  await holders.approve(ida, transferUsdt, 'fifty-times', body)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => ida.client.post('/transfer', body, { 'idempotency-key': 'fifty-times' })),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await holders.balancesOf(ida, 'USDT')).toEqual({ available: '90', held: '0' })
  const other = await ida.client.post('/transfer', { ...body, amount: '11' }, { 'idempotency-key': 'fifty-times' })
  expect(errorOf(other)).toBe('OperationKeyReused')
})

test('of two transfers that race for the same balance one is done', async () => {
  const jana = await holders.newHolder('jana', { USDT: '100' })
  const keys = [randomUUID(), randomUUID()]
  const body = { receiver: 'ben', amount: '60' }
  for (const key of keys) await holders.approve(jana, transferUsdt, key, body)
  const answers = await Promise.all(keys.map((key) => jana.client.post('/transfer', body, { 'idempotency-key': key })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.map(errorOf)).toContain('BalanceTooLow')
  expect((await holders.balancesOf(jana, 'USDT')).available).toBe('40')
})

test('a fee that is not the one that was shown sends nothing', async () => {
  const kira = await holders.newHolder('kira', { USDT: '100' })
  await holders.addUsable(kira, someAddress('exchange'))
  const body = { receiver: someAddress('exchange'), amount: '10' }
  const { outside } = policy.wallet.sending.USDT.fees
  expect((await holders.send(kira, 'USDT', { ...body, fee: '0.5' })).body.error).toMatchObject({
    name: 'FeeChanged',
    details: { fee: outside },
  })
  expect((await holders.send(kira, 'USDT', { ...body, fee: `${outside}.0` })).status).toBe(200)
})

test('a quote says what leaves, to whom, and what is in the way', async () => {
  const lars = await holders.newHolder('lars', { USDT: '100' })
  const quote = async (receiver: string, amount: string) =>
    (await lars.client.get(`/transfer-quote?asset=USDT&receiver=${receiver}&amount=${amount}`)).body
  expect((await quote('ben', '100')).data).toEqual({
    asset: 'USDT',
    receiver: { kind: 'customer', username: 'ben' },
    inner: true,
    amount: '100',
    fee: '0',
    total: '100',
    available: '100',
    affordable: true,
    withinLimits: true,
    leftToday: policy.wallet.sending.USDT.perDay,
    leavesAt: null,
  })
  const { outside } = policy.wallet.sending.USDT.fees
  const leavesAt = new Date(holders.now().getTime() + policy.wallet.newAddressHours * hour).toISOString()
  expect((await quote(someAddress('shop'), '100')).data).toMatchObject({
    receiver: { kind: 'address', address: someAddress('shop'), label: '' },
    inner: false,
    fee: outside,
    affordable: false,
    leavesAt,
  })
  expect((await quote('ben', '0.1')).data.withinLimits).toBe(false)
  expect((await quote('nobody.here', '1')).error.name).toBe('ReceiverUnknown')
  expect((await lars.client.get('/addresses')).body.data).toEqual([])
})

test('a new customer, who has just set PIN and 2FA for the first time, can send at once', async () => {
  const nils = await holders.newHolder('nils', { USDT: '100' })
  expect((await nils.client.get('/sending')).body.data.heldUntil).toBeNull()
  expect((await holders.send(nils, 'USDT', { receiver: 'ben', amount: '5' })).status).toBe(200)
  // What somebody else could have done in his name is a change, and holds.
  holders.nextCode()
  await nils.client.post('/mfa/disable', { password: goodPassword, inputCode: nils.code() })
  holders.nextCode()
  await holders.enrol(nils.client)
  expect((await holders.send(nils, 'USDT', { receiver: 'ben', amount: '5' })).body.error.name).toBe('OutgoingHeld')
})

test('after a change of credentials nothing leaves until the hold is over', async () => {
  const mona = await holders.newHolder('mona', { USDT: '100' })
  holders.nextCode()
  const body = { password: goodPassword, changePin: '918273' }
  await mona.client.post('/mfa/verify', { token: mona.code(), ...(await aimOf(changePin, '', { body })) })
  const changed = await mona.client.post('/change-pin', formOf(body))
  expect(changed.status).toBe(200)
  const until = new Date(holders.now().getTime() + policy.credentials.outgoingHoldHours * hour).toISOString()
  const refusal = await holders.send(mona, 'USDT', { receiver: 'ben', amount: '5' })
  const message =
    'Nothing can leave your account for a while, because your password, PIN or two-factor authentication was changed.'
  expect(refusal).toMatchObject({ status: 409, body: { error: { name: 'OutgoingHeld', message, details: { until } } } })
  expect((await holders.addAddress(mona, someAddress('exchange'))).body.error.name).toBe('OutgoingHeld')
  expect((await mona.client.get('/sending')).body.data.heldUntil).toBe(until)
  holders.passTime(policy.credentials.outgoingHoldHours * hour)
  const again = await holders.signInAgain('mona', mona.code)
  expect((await holders.send({ ...mona, client: again }, 'USDT', { receiver: 'ben', amount: '5' })).status).toBe(200)
})

test('while the chain is out of reach the sender is told since when, and what he sends is taken and waits for it', async () => {
  const olaf = await holders.newHolder('olaf', { USDT: '100' })
  await holders.newHolder('petra')
  const silentSince = async () => (await olaf.client.get('/sending')).body.data.chainSilentSince
  expect(await silentSince(), 'without a chain').toBeNull()
  const hash = `0x${'ab'.repeat(32)}`
  await sql`insert into chain_cursor (block, hash, span, head) values (1, ${hash}, 1, 1)`.execute(holders.db)
  expect(await silentSince(), 'just looked at').toBeNull()
  const { rows } = await sql<{ looked_at: Date }>`
    update chain_cursor set looked_at = now() - interval '31 seconds' returning looked_at`.execute(holders.db)
  expect(await silentSince()).toBe(rows[0]?.looked_at.toISOString())
  await holders.addUsable(olaf, someAddress('far away'))
  for (const receiver of ['petra', someAddress('far away')])
    expect((await holders.send(olaf, 'USDT', { receiver, amount: '10' })).body.data).toMatchObject({ state: 'queued' })
  expect(await holders.balancesOf(olaf, 'USDT')).toEqual({ available: '79', held: '0' })
  await sql`update chain_cursor set looked_at = clock_timestamp()`.execute(holders.db)
  expect(await silentSince(), 'back again').toBeNull()
  await sql`delete from chain_cursor`.execute(holders.db)
})

test('a customer who is not verified reads, and sends nothing', async () => {
  const nora = await holders.newHolder('nora', { USDT: '100' })
  await sql`update customers set kyc_status = 'Pending' where id = ${nora.id}`.execute(holders.db)
  expect((await nora.client.get('/blockchain/usdt-balance')).body.data.balance).toBe('100')
  expect(await holders.send(nora, 'USDT', { receiver: 'ben', amount: '5' })).toMatchObject({
    status: 403,
    body: { error: { name: 'Forbidden' } },
  })
})
