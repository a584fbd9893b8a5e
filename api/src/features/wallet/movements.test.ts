import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { move, post } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { createHolders, fundCustomer, type Holder, someAddress } from './test-wallet.ts'

let holders: Awaited<ReturnType<typeof createHolders>>
beforeAll(async () => {
  holders = await createHolders()
})
afterAll(() => holders.close())

type Listed = { number: string; type: string; id: string; at: string; state: string }
type Page = { data: Listed[]; meta: { cursor: string | null } }

const list = async ({ client }: Holder, query = ''): Promise<Page> => (await client.get(`/movements${query}`)).body

const { outside: fee } = policy.wallet.sending.USDT.fees

/** Something that another product does: this code has never heard of it. */
const buyGold = (id: string) =>
  inTransaction(holders.db, async (tx) => {
    const { entry } = await post(tx, {
      reference: `test-gold:${id}`,
      kind: 'gold',
      causedBy: 'test',
      moves: [
        move(parseAmount('USDT', '50'), {
          from: customerAccount(id, 'USDT', 'available'),
          to: houseAccount('USDT', 'treasury'),
        }),
        move(parseAmount('USDT', '0.5'), {
          from: customerAccount(id, 'USDT', 'available'),
          to: houseAccount('USDT', 'fees'),
        }),
        move(parseAmount('GDS', '0.5'), {
          from: houseAccount('GDS', 'issued'),
          to: customerAccount(id, 'GDS', 'available'),
        }),
      ],
      details: { price: '99.5', secret: 'of the house' },
    })
    await recordMovements(tx, [{ owner: `customer:${id}`, type: 'gold-bought', entry }])
  })

test('every movement is in one list, whatever caused it, and others do not see it', async () => {
  const anna = await holders.newHolder('anna', { USDT: '200' })
  const ben = await holders.newHolder('ben')
  await holders.send(anna, 'USDT', { receiver: 'ben', amount: '20' })
  await holders.addUsable(anna, someAddress('exchange'))
  await holders.send(anna, 'USDT', { receiver: someAddress('exchange'), amount: '10' })
  await buyGold(anna.id)
  const { data } = await list(anna)
  expect(data).toMatchObject([
    {
      type: 'gold-bought',
      state: 'posted',
      incoming: [{ asset: 'GDS', amount: '0.5' }],
      outgoing: [{ asset: 'USDT', amount: '50.5' }],
      fees: [{ asset: 'USDT', amount: '0.5' }],
      party: null,
    },
    {
      type: 'send',
      state: 'queued',
      fees: [{ asset: 'USDT', amount: fee }],
      party: { address: someAddress('exchange') },
    },
    { type: 'transfer-out', state: 'queued', fees: [], party: { kind: 'customer', username: 'ben' } },
    { type: 'deposit', state: 'posted', party: { kind: 'address', address: someAddress('a friend'), label: '' } },
  ])
  expect((await anna.client.get('/recent-activities-user')).body.data).toEqual(data)
  const [newest] = data
  for (const code of [newest?.number, newest?.id]) {
    expect((await list(anna, `?code=${code}`)).data).toEqual([newest])
    expect((await list(ben, `?code=${code}`)).data).toEqual([])
    expect((await anna.client.get(`/movements/${code}`)).body.data).toMatchObject({ ...newest, price: '99.5' })
    expect((await ben.client.get(`/movements/${code}`)).status).toBe(404)
  }
  expect((await list(anna, '?code=nothing')).data).toEqual([])
  expect((await anna.client.get(`/movements/${'9'.repeat(19)}`)).status).toBe(404)
  expect((await anna.client.get('/movements/nothing')).status).toBe(400)
})

test('tokens that were made for a customer came from nobody', async () => {
  const vera = await holders.newHolder('vera')
  await fundCustomer(holders.db, vera.id, { asset: 'USDT', text: '1', sender: `0x${'0'.repeat(40)}` })
  expect((await list(vera)).data).toMatchObject([{ type: 'deposit', party: null }])
})

test('a list is read by page, by type, by state and by time', async () => {
  const carl = await holders.newHolder('carl')
  await holders.newHolder('cleo')
  for (let index = 0; index < 60; index++)
    await holders.fund(carl.id, 'USDT', '1', index % 3 ? 'deposit' : 'reward-paid')
  await holders.send(carl, 'USDT', { receiver: 'cleo', amount: '5' })
  const first = await list(carl)
  expect(first.data).toHaveLength(50)
  const second = await list(carl, `?cursor=${first.meta.cursor}`)
  expect(second.meta.cursor).toBeNull()
  const all = [...first.data, ...second.data]
  expect(new Set(all.map(({ number }) => number)).size).toBe(61)
  const numbers = (page: Page) => page.data.map(({ number }) => number)
  const wanted = (keep: (each: Listed) => boolean) => all.filter(keep).map(({ number }) => number)

  expect(numbers(await list(carl, '?type=reward-paid'))).toEqual(wanted(({ type }) => type === 'reward-paid'))
  expect(numbers(await list(carl, '?type=reward-paid,transfer-out'))).toEqual(
    wanted(({ type }) => type === 'reward-paid' || type === 'transfer-out'),
  )
  expect(numbers(await list(carl, '?state=queued'))).toEqual(wanted(({ state }) => state === 'queued'))
  expect(numbers(await list(carl, '?state=confirmed'))).toEqual([])
  expect(numbers(await list(carl, '?state=queued,sent'))).toEqual(wanted(({ state }) => state === 'queued'))
  expect(numbers(await list(carl, '?state=posted,confirmed'))).toEqual(
    wanted(({ state }) => state === 'posted').slice(0, 50),
  )
  expect(numbers(await list(carl, '?state=posted&type=reward-paid'))).toEqual(
    wanted(({ type }) => type === 'reward-paid'),
  )
  const [from, until] = [all[40]?.at ?? '', all[20]?.at ?? '']
  expect(numbers(await list(carl, `?from=${from}&until=${until}`))).toEqual(
    wanted(({ at }) => at >= from && at < until),
  )
  // A cursor of somebody else, or of nobody, leads nowhere.
  expect(numbers(await list(carl, `?cursor=${'9'.repeat(19)}`))).toEqual([])
  for (const wrong of [
    '?type=Deposit',
    '?state=open',
    '?state=queued,open',
    '?state=',
    '?from=yesterday',
    '?cursor=x',
    '?other=1',
  ])
    expect((await carl.client.get(`/movements${wrong}`)).status).toBe(400)
})

const sendAndConfirm = async (sender: Holder, to: string) => {
  await holders.addUsable(sender, to)
  const { body } = await holders.send(sender, 'USDT', { receiver: to, amount: '10' })
  const settlement = (await holders.settlements()).find((each) => each.to === to)
  await holders.chainSends(settlement?.entry ?? 0n)
  await holders.chainConfirms(settlement?.entry ?? 0n)
  return body.data
}

test('one movement shows its way and the entries behind it', async () => {
  const dora = await holders.newHolder('dora', { USDT: '100' })
  const { movement, requestedAt } = await sendAndConfirm(dora, someAddress('market'))
  const { data } = (await dora.client.get(`/movements/${movement.number}`)).body
  expect(data).toMatchObject({ state: 'confirmed', hash: holders.hash, reason: null, price: null })
  expect(data.steps).toEqual([
    { name: 'requested', at: requestedAt },
    { name: 'posted', at: expect.any(String) },
    { name: 'sent', at: expect.any(String) },
    { name: 'confirmed', at: expect.any(String) },
  ])
  expect(data.entries).toMatchObject([
    {
      kind: 'send',
      moves: [
        { amount: '10', from: { owner: 'you', purpose: 'available' }, to: { owner: 'house', purpose: 'in-transit' } },
        { amount: fee, from: { owner: 'you', purpose: 'available' }, to: { owner: 'house', purpose: 'fees' } },
      ],
    },
    { kind: 'send-arrived', moves: [{ amount: '10', to: { owner: 'house', purpose: 'outside' } }] },
  ])
  expect((await dora.client.get('/get-all-transfer')).body.data[0]).toMatchObject({
    state: 'confirmed',
    hash: holders.hash,
  })
})

test('the other customer of a transfer is not named in its entries', async () => {
  const emil = await holders.newHolder('emil', { USDT: '100' })
  const fina = await holders.newHolder('fina')
  await holders.send(emil, 'USDT', { receiver: 'fina', amount: '10' })
  const [got] = (await list(fina)).data
  const { data } = (await fina.client.get(`/movements/${got?.number}`)).body
  expect(data.entries[0].moves[0]).toEqual({
    asset: 'USDT',
    amount: '10',
    from: { owner: 'customer', purpose: 'available' },
    to: { owner: 'you', purpose: 'available' },
  })
  expect(JSON.stringify(data)).not.toContain(emil.id)
})

describe('a receipt', () => {
  test('shows amounts, fee, time, way and hash, and nothing else', async () => {
    const gina = await holders.newHolder('gina', { USDT: '100' })
    const { movement, requestedAt } = await sendAndConfirm(gina, someAddress('shop'))
    const visitor = holders.newClient()
    const { status, body } = await visitor.get(`/transaction-details/${movement.id}/send`)
    expect(status).toBe(200)
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    expect(body).toEqual({
      data: {
        id: movement.id,
        type: 'send',
        at: time,
        state: 'confirmed',
        steps: [
          { name: 'requested', at: requestedAt },
          { name: 'posted', at: time },
          { name: 'sent', at: time },
          { name: 'confirmed', at: time },
        ],
        incoming: [],
        outgoing: [{ asset: 'USDT', amount: '11' }],
        fees: [{ asset: 'USDT', amount: fee }],
        withheld: [],
        price: null,
        pair: null,
        hash: holders.hash,
      },
    })
  })

  test('of each side of a transfer, or of what another product did, names nobody', async () => {
    const hugo = await holders.newHolder('hugo', { USDT: '100' })
    const ida = await holders.newHolder('ida')
    await holders.send(hugo, 'USDT', { receiver: 'ida', amount: '10' })
    await buyGold(hugo.id)
    const visitor = holders.newClient()
    for (const { id, type } of [...(await list(hugo)).data, ...(await list(ida)).data]) {
      const { status, raw } = await visitor.get(`/transaction-details/${id}/${type}`)
      expect(status).toBe(200)
      const said = raw.toString()
      for (const { id: who, username, address, email } of [hugo, ida])
        for (const word of [who, username, address, email]) expect(said).not.toContain(word)
      for (const word of ['of the house', someAddress('a friend'), 'customer']) expect(said).not.toContain(word)
    }
  })

  test('is found by its id and type alone', async () => {
    const jana = await holders.newHolder('jana', { USDT: '100' })
    const [deposit] = (await list(jana)).data
    const visitor = holders.newClient()
    const statusOf = async (path: string) => (await visitor.get(`/transaction-details/${path}`)).status
    expect(await statusOf(`${deposit?.id}/deposit`)).toBe(200)
    expect(await statusOf(`${deposit?.id}/send`)).toBe(404)
    expect(await statusOf(`${deposit?.number}/deposit`)).toBe(400)
    expect(await statusOf('00000000-0000-4000-8000-000000000000/deposit')).toBe(404)
  })
})

test('a fee that was taken off a payout is told wherever the movement is, and is no part of its sums', async () => {
  const lily = await holders.newHolder('lily', { QMGT: '1' })
  const [treasury, account] = [houseAccount('USDT', 'treasury'), customerAccount(lily.id, 'USDT', 'available')]
  await inTransaction(holders.db, async (tx) => {
    const { entry } = await post(tx, {
      reference: 'test-ending',
      kind: 'gae-termination',
      causedBy: 'test',
      moves: [
        move(parseAmount('USDT', '100'), { from: houseAccount('USDT', 'outside'), to: treasury }),
        move(parseAmount('QMGT', '1'), {
          from: customerAccount(lily.id, 'QMGT', 'available'),
          to: houseAccount('QMGT', 'treasury'),
        }),
        move(parseAmount('USDT', '99.005'), { from: treasury, to: account }),
        move(parseAmount('USDT', '0.495'), { from: treasury, to: houseAccount('USDT', 'fees') }),
      ],
    })
    await recordMovements(tx, [{ owner: `customer:${lily.id}`, type: 'gae-termination', entry }])
  })
  const told = {
    incoming: [{ asset: 'USDT', amount: '99.005' }],
    outgoing: [{ asset: 'QMGT', amount: '1' }],
    fees: [],
    withheld: [{ asset: 'USDT', amount: '0.495' }],
  }
  const [movement] = (await list(lily)).data
  expect(movement).toMatchObject(told)
  expect((await lily.client.get(`/movements/${movement?.number}`)).body.data).toMatchObject(told)
  const shared = await holders.newClient().get(`/transaction-details/${movement?.id}/gae-termination`)
  expect(shared.body.data).toMatchObject(told)
  const [, line] = (await lily.client.get('/movements.csv')).raw.toString().split('\r\n')
  expect(line).toMatch(/,99\.005,USDT,1,QMGT,,,0\.495,USDT,,$/)
  const paper = await lily.client.post('/documents/receipt', { movement: movement?.id, zone: 'UTC', paper: 'A4' })
  const { content } = (await lily.client.get(`/documents/${paper.body.data.id}`)).body.data
  expect(content.subtitle).toMatch(/^Ended QMGT, /)
  expect(content.parts[0].facts).toEqual([
    { label: 'Paid in all', value: '1.000000 QMGT', strong: true },
    { label: 'Received', value: '99.00 USDT', strong: true },
    { label: 'Fee, already taken off', value: '0.49 USDT' },
  ])
  expect(content.parts[2].facts).toContainEqual({ label: 'Fee, already taken off', value: '0.495 USDT' })
})

test('a table to download has a line for each movement that the filter keeps', async () => {
  const karl = await holders.newHolder('karl')
  for (let index = 0; index < 510; index++) await holders.fund(karl.id, 'USDT', '1.5')
  await holders.send(karl, 'USDT', { receiver: 'ben', amount: '5' })
  const { status, headers, raw } = await karl.client.get('/movements.csv')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(headers['content-disposition']).toBe('attachment; filename="transactions.csv"')
  const lines = raw.toString().trimEnd().split('\r\n')
  expect(lines).toHaveLength(512)
  expect(lines[0]).toBe(
    'Number,Time (UTC),Type,State,Received,Received asset,Paid (fee included),Paid asset,Fee,Fee asset,Fee taken off,Fee taken off asset,Counterparty,Transaction',
  )
  expect(lines[1]).toMatch(/^\d+,[\dTZ:.-]+,transfer-out,queued,,,5,USDT,,,,,ben,$/)
  expect(lines[2]).toMatch(/^\d+,[\dTZ:.-]+,deposit,posted,1\.5,USDT,,,,,,,0x[0-9a-fA-F]{40},0x(ab){32}$/)
  expect(new Set(lines).size).toBe(512)
  const filtered = (await karl.client.get('/movements.csv?type=transfer-out')).raw.toString()
  expect(filtered.trimEnd().split('\r\n')).toEqual([lines[0], lines[1]])
  expect((await karl.client.get('/movements.csv?cursor=1')).status).toBe(400)
})

test('balances tell what is available, held and locked, and no value of gold or its dollars while there is no price', async () => {
  const lena = await holders.newHolder('lena', { USDT: '100' })
  await holders.send(lena, 'USDT', { receiver: someAddress('new one'), amount: '10' })
  const { data } = (await lena.client.get('/user-balances')).body
  expect(data.map(({ asset }: { asset: string }) => asset)).toEqual(['USDT', 'QMGT', 'USDAU', 'GCA', 'GAE'])
  expect(data[0]).toEqual({
    asset: 'USDT',
    available: '89',
    held: '11',
    bound: '0',
    staked: '0',
    total: '100',
    valueInUsd: '100',
  })
  expect(data.map(({ valueInUsd }: { valueInUsd: string | null }) => valueInUsd)).toEqual([
    '100',
    null,
    null,
    null,
    null,
  ])
})

test('deposits on their way are shown with their confirmations, each to its own customer', async () => {
  const mona = await holders.newHolder('mona')
  const nils = await holders.newHolder('nils')
  expect((await mona.client.get('/deposits-on-their-way')).body).toEqual({ data: [], meta: { lookedAt: null } })
  const hash = `0x${'ef'.repeat(32)}`
  await sql`insert into chain_cursor (block, hash, span, head) values (100, ${hash}, 10, 105)`.execute(holders.db)
  await sql`
    insert into chain_arrivals (hash, log_index, owner, asset, units, block)
    values (${hash}, 0, ${`customer:${mona.id}`}, 'USDT', 2500000000000000000, 104)`.execute(holders.db)
  expect((await mona.client.get('/deposits-on-their-way')).body).toEqual({
    data: [{ asset: 'USDT', amount: '2.5', hash, confirmations: 2, confirmationsNeeded: 6 }],
    meta: { lookedAt: expect.any(String) },
  })
  expect((await nils.client.get('/deposits-on-their-way')).body.data).toEqual([])
  expect((await mona.client.get('/blockchain/usdt-balance')).body.data.balance).toBe('0')
})
