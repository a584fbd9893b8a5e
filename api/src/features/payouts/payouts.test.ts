import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operator } from '../desk/test-desk.ts'
import { createPayouts } from './test-payouts.ts'

let desk: Awaited<ReturnType<typeof createPayouts>>
let finance: Operator
beforeAll(async () => {
  desk = await createPayouts()
  finance = await desk.newOperator('Finance')
})
afterAll(() => desk.close())

// 1,000 less 1 and 0.2 %.
const thousand = { amount: '1000', receive: '997' }

test('a payout is asked for, approved, sent and paid, and each step shows', async () => {
  const anna = await desk.newPayee('anna')
  const before = await desk.treasury('USDT')
  const { status, body } = await desk.request(anna, { ...thousand, account: anna.account })
  expect(status).toBe(200)
  const { id } = body.data
  expect(body.data).toMatchObject({
    ...{ asset: 'USDT', amount: '1000', rate: '1', gross: '1000', fee: '3', feeFixed: '1', feeBasisPoints: 20 },
    ...{ receive: '997', state: 'Requested', reason: null, returned: null, movement: null, mayCancel: true },
    account: { id: anna.account, bank: null },
  })
  expect(await desk.balancesOf(anna, 'USDT')).toEqual({ available: '19000', held: '1000' })
  expect((await desk.decide(finance, 'approve-payout-alone', id)).status).toBe(200)
  expect(await desk.read(anna, id)).toMatchObject({ state: 'Approved', mayCancel: false })

  await desk.bankSends(id)
  expect(await desk.balancesOf(anna, 'USDT')).toEqual({ available: '19000', held: '0' })
  const sent = await desk.read(anna, id)
  expect(sent).toMatchObject({ state: 'Sent', movement: { type: 'payout' } })
  await desk.bankPays(id)
  const paid = await desk.read(anna, id)
  expect(paid.history.map(({ state }: { state: string }) => state)).toEqual(['Requested', 'Approved', 'Sent', 'Paid'])
  expect(paid.endedAt).not.toBeNull()
  expect(await desk.treasury('USDT')).toBe(before + 997)

  const movement = (await anna.client.get(`/movements/${sent.movement.id}`)).body.data
  expect(movement).toMatchObject({
    ...{ type: 'payout', outgoing: [{ asset: 'USDT', amount: '1000' }], fees: [{ asset: 'USDT', amount: '3' }] },
    ...{ incoming: [], price: '1', pair: 'USDT/USD', state: 'queued' },
  })
  expect(movement.steps[0]).toEqual({ name: 'requested', at: paid.requestedAt })

  await desk.runPayoutMails()
  const subjects = desk.inbox.filter(({ to }) => to === anna.email).map(({ subject }) => subject)
  expect(subjects.slice(-2)).toEqual(['Your payout is on its way', 'Your payout was paid'])
  const text = desk.inbox.map((mail) => mail.text).join('\n')
  expect(text).not.toContain(paid.account.lastFour)
  expect(await desk.activityOf(anna.client)).toContain('payout-requested')
})

test('USDAU goes back to the treasury, from which it was sold', async () => {
  const amy = await desk.newPayee('amy', { USDAU: '500' })
  const id = await desk.requested(amy, { asset: 'USDAU', amount: '500', receive: '498', account: amy.account })
  await desk.decide(finance, 'approve-payout-alone', id)
  const before = await desk.treasury('USDAU')
  await desk.bankSends(id)
  expect(await desk.treasury('USDAU')).toBe(before + 498)
  const { movement } = await desk.read(amy, id)
  expect((await amy.client.get(`/movements/${movement.id}`)).body.data.fees).toEqual([{ asset: 'USDAU', amount: '2' }])
})

test('the rules tell what is possible, and a quote the figures to the cent', async () => {
  const rob = await desk.newPayee('rob')
  const { data } = (await rob.client.get('/payouts/rules')).body
  expect(data).toMatchObject({ least: '10', most: '50000', perDay: '100000', leftToday: '100000', owed: null })
  expect(data.assets).toEqual(
    ['USDT', 'USDAU'].map((asset) => ({ asset, rate: '1', feeFixed: '1', feeBasisPoints: 20, isOff: null })),
  )
  const quote = async (amount: string) => (await rob.client.get(`/payouts/quote?asset=USDT&amount=${amount}`)).body
  expect((await quote('10.01')).data).toMatchObject({ gross: '10.01', fee: '1.03', receive: '8.98' })
  expect((await quote('9.99')).error).toMatchObject({
    name: 'PayoutTooSmall',
    message: 'The least that can be paid out at once is 10 USD.',
  })
  expect((await quote('50000.01')).error.name).toBe('PayoutTooLarge')
  expect((await quote('999999999999')).error.name).toBe('PayoutTooLarge')
  expect((await quote('1.234')).error.name).toBe('InvalidInput')
})

test('PIN and 2FA are asked for, and the figures that were shown have to hold', async () => {
  const pia = await desk.newPayee('pia')
  const body = { asset: 'USDT', ...thousand, account: pia.account }
  const bare = await pia.client.post('/payouts', body, { 'idempotency-key': randomUUID() })
  expect(bare.status).toBe(403)
  const { error } = (await desk.request(pia, { ...body, asset: 'USDT', receive: '998' })).body
  expect(error).toMatchObject({ name: 'FeeChanged', details: { receive: '997' } })
  expect(await desk.balancesOf(pia, 'USDT')).toEqual({ available: '20000', held: '0' })
})

test('the same request twice is one payout', async () => {
  const tom = await desk.newPayee('tom')
  const key = randomUUID()
  const wanted = { ...thousand, account: tom.account }
  const [first, second] = [await desk.request(tom, wanted, key), await desk.request(tom, wanted, key)]
  expect(second.body).toEqual(first.body)
  expect(await desk.balancesOf(tom, 'USDT')).toEqual({ available: '19000', held: '1000' })
  const { id } = first.body.data
  const again = randomUUID()
  expect((await desk.cancel(tom, id, again)).body).toEqual((await desk.cancel(tom, id, again)).body)
})

test('what somebody else has does not exist', async () => {
  const [olga, paul] = [await desk.newPayee('olga'), await desk.newPayee('paul')]
  expect((await desk.request(paul, { ...thousand, account: olga.account })).body.error.name).toBe('NotFound')
  const id = await desk.requested(olga, { ...thousand, account: olga.account })
  expect((await paul.client.get(`/payouts/${id}`)).status).toBe(404)
  expect((await desk.cancel(paul, id)).status).toBe(404)
  expect((await paul.client.get('/payouts')).body.data).toEqual([])
  expect((await paul.client.get('/payouts/not-an-id')).status).toBe(400)
  const stranger = await desk.newOperator('Support')
  expect((await desk.decide(stranger, 'approve-payout-alone', id)).status).toBe(404)
  expect((await desk.decide(finance, 'approve-payout-alone', randomUUID())).status).toBe(404)
})

test('nothing goes to an account that is new', async () => {
  const nina = await desk.newPayee('nina')
  const fresh = await desk.addAccount(nina, 1)
  expect((await desk.request(nina, { ...thousand, account: fresh })).body.error.name).toBe('BankAccountUnready')
  expect(
    (await desk.request(nina, { ...thousand, amount: '30000', receive: '29939', account: nina.account })).body.error
      .name,
  ).toBe('BalanceTooLow')
})

test('a customer cancels with a button or with the link in the mail, and has everything back', async () => {
  const cara = await desk.newPayee('cara')
  const [one, other] = [
    await desk.requested(cara, { ...thousand, account: cara.account }),
    await desk.requested(cara, { ...thousand, account: cara.account }),
  ]
  const { body } = await desk.cancel(cara, one)
  expect(body.data).toMatchObject({ state: 'Cancelled', reason: 'You cancelled it.', mayCancel: false })
  await desk.runPayoutMails()
  const mail = desk.inbox.findLast(({ to }) => to === cara.email)
  expect(mail?.subject).toBe('You requested a payout to your bank account')
  const token = mail?.text.match(/cancel-payout\/([\w-]+)/)?.[1] ?? ''
  const visitor = desk.newClient()
  expect((await visitor.post('/payouts/cancel-by-mail', { token })).status).toBe(200)
  expect((await desk.read(cara, other)).state).toBe('Cancelled')
  expect(await desk.balancesOf(cara, 'USDT')).toEqual({ available: '20000', held: '0' })
  expect((await visitor.post('/payouts/cancel-by-mail', { token })).body.error.name).toBe('LinkInvalid')
  expect((await desk.cancel(cara, one)).body.error.name).toBe('StateChanged')
})

test('the list goes by state and time, and there is a table of it', async () => {
  const lena = await desk.newPayee('lena')
  const [first, second] = [
    await desk.requested(lena, { ...thousand, account: lena.account }),
    await desk.requested(lena, { ...thousand, account: lena.account }),
  ]
  await desk.cancel(lena, first)
  const ids = async (query: string) =>
    (await lena.client.get(`/payouts${query}`)).body.data.map(({ id }: { id: string }) => id)
  expect(await ids('')).toEqual([second, first])
  expect(await ids('?state=Cancelled')).toEqual([first])
  expect(await ids('?from=2030-01-01T00:00:00Z')).toEqual([])
  const lines = (await lena.client.get('/payouts.csv')).raw.toString().trim().split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[2]).toContain(',Cancelled,USDT,1000,1,1000,3,997,')
})
