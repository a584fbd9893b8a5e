import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { roles } from '@ingot/endpoints/roles'
import { issueTranche } from '@ingot/ledger/treasury'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { insertTestVersion } from '../../policy-versions/test-versions.ts'
import { day, minute } from '../identity/test-people.ts'
import { createTreasuryHouse } from './test-treasury.ts'

let house: Awaited<ReturnType<typeof createTreasuryHouse>>
beforeEach(async () => {
  house = await createTreasuryHouse()
})
afterEach(() => house.close())

const unit = 10n ** 18n

const attest = async (grams: bigint, caps: Record<string, bigint>) => {
  for (const [asset, units] of Object.entries({ XAU: grams, ...caps }))
    await sql`
      insert into chain_attested (asset, grams, units, block, seen_at)
      values (${asset}, ${String(units * unit)}, ${String(units * unit)}, 77, ${house.now()})
      on conflict (asset) do update set grams = excluded.grams, units = excluded.units`.execute(house.db)
}

const issueAlone = (name: string, amount = '1') =>
  inTransaction(house.db, (tx) =>
    issueTranche(tx, { amount: parseAmount('QMGT', amount) }, { name, causedBy: 'operator:command-line' }),
  )

const hashOf = (digit: string) => `0x${digit.repeat(64)}`

const mint = async (name: string, nonce: number, state: string, end: { block?: number; reason?: string } = {}) =>
  sql`
    insert into chain_mints (entry, asset, units, signer, nonce, hash, raw, state, block, reason)
    select id, 'QMGT', 1, ${`0x${'a'.repeat(40)}`}, ${nonce}, ${hashOf(String(nonce))}, '0x', ${state}, ${end.block ?? null},
      ${end.reason ?? null}
    from ledger_entries where reference = ${`tranche:${name}`}`.execute(house.db)

test('is read by owners, finance, vault and auditors alone', async () => {
  for (const role of roles) {
    const { client } = await house.newOperator(`the${role.toLowerCase()}`, [role])
    const isReader = ['Owner', 'Finance', 'Vault', 'Auditor'].includes(role)
    for (const path of ['/operator/treasury', '/operator/treasury/reconciliations'])
      expect([role, path, (await client.get(path)).status]).toEqual([role, path, isReader ? 200 : 403])
  }
})

test('of an empty house nothing is known of the chain, and nothing is zero that is not', async () => {
  const { freeGold, tranches, attestation, suspense, arrivals, limits, stops } = await house.read()
  expect({ freeGold, tranches, suspense, arrivals, limits, stops }).toEqual({
    ...{ freeGold: '1000', tranches: [], suspense: [], arrivals: [], limits: [], stops: [] },
  })
  expect(attestation).toMatchObject({ books: '1000', attested: null, isDue: null })
  expect(attestation.shares.map(({ cap }: { cap: unknown }) => cap)).toEqual([null, null, null, null])
})

describe('a tranche', () => {
  const next = async () =>
    (await house.read()).tranches.map(({ name, state, next: command }: Record<string, string>) => [
      name,
      state,
      command,
    ])
  const run = (command: string) => `npm run chain -- ${command}`

  test('names who decided it, or nobody when it was issued at the machine', async () => {
    const { id, name } = await house.askedTranche('USDAU', '1000')
    await house.approve(id)
    await issueAlone('by-hand')
    expect((await house.read()).tranches).toMatchObject([
      { name: 'by-hand', asset: 'QMGT', amount: '1', grams: '1', asker: null, approver: null },
      { name, asset: 'USDAU', amount: '1000', grams: '10.5', asker: 'anna', approver: 'bert' },
    ])
  })

  test('is followed from issued to minted, each with what has to be run next', async () => {
    await issueAlone('first')
    expect(await next()).toEqual([['first', 'Issued', run('attest')]])
    await attest(1000n, { QMGT: 0n })
    expect(await next()).toEqual([['first', 'Issued', run('attest')]])
    await attest(1000n, { QMGT: 1n })
    expect(await next()).toEqual([['first', 'Issued', run('mint')]])
    await mint('first', 1, 'reverted', { block: 8, reason: 'AboveReserve(1, 2, 3)' })
    expect((await house.read()).tranches).toMatchObject([
      { state: 'Failed', reason: 'AboveReserve(1, 2, 3)', next: run('mint') },
    ])
    await mint('first', 2, 'open')
    expect((await house.read()).tranches).toMatchObject([
      { state: 'Minting', hash: hashOf('2'), reason: null, next: run('mint') },
    ])
    await sql`update chain_mints set state = 'final', block = 9 where nonce = 2`.execute(house.db)
    expect((await house.read()).tranches).toMatchObject([
      { state: 'Minted', hash: hashOf('2'), block: '9', next: null },
    ])
  })

  test('whose place was taken has failed', async () => {
    await issueAlone('first')
    await mint('first', 1, 'lost', { reason: 'its place was taken by another transaction' })
    expect((await house.read()).tranches).toMatchObject([{ state: 'Failed', reason: /place was taken/ }])
  })

  test('is offered a name that no other one has', async () => {
    const today = house.now().toISOString().slice(0, 10)
    const offered = async () => (await house.read()).stocks[0].nextName
    expect(await offered()).toBe(`qmgt-${today}`)
    await issueAlone(`qmgt-${today}`)
    expect(await offered()).toBe(`qmgt-${today}.2`)
    await house.askedTranche('QMGT', '1', `qmgt-${today}.2`)
    expect(await offered()).toBe(`qmgt-${today}.3`)
  })
})

describe('an attestation', () => {
  const isDue = async () => (await house.read()).attestation.isDue
  const all = { QMGT: 0n, GCA: 0n, GAE: 0n, USDAU: 0n }

  test('is due when the chain knows another vault, or less of a token than was issued', async () => {
    await attest(1000n, all)
    expect((await house.read()).attestation).toMatchObject({
      books: '1000',
      attested: { grams: '1000', block: '77', at: house.now().toISOString() },
      isDue: false,
    })
    await issueAlone('first')
    expect(await isDue()).toBe(true)
    await attest(1000n, { ...all, QMGT: 1n })
    expect(await isDue()).toBe(false)
    await house.fillVault('1')
    expect(await isDue()).toBe(true)
  })

  test('of a number that cannot be is shown as it is', async () => {
    await attest(10n ** 40n, all)
    expect((await house.read()).attestation).toMatchObject({ attested: { grams: `1${'0'.repeat(40)}` }, isDue: true })
  })
})

describe('a proposal', () => {
  const stockOf = async (asset: string) =>
    (await house.read()).stocks.find((each: { asset: string }) => each.asset === asset)
  const setLeast = (asset: 'QMGT' | 'USDAU', value: string) =>
    insertTestVersion(house.db, { name: `treasury.leastStock.${asset}`, value, from: house.now() })

  test('is made when the stock is below the least, in whole tokens, and says whether the vault has the gold', async () => {
    await house.fillTreasury('QMGT', '0.5')
    await setLeast('QMGT', '100')
    await setLeast('USDAU', '200000')
    house.passTime(2000)
    expect(await stockOf('QMGT')).toMatchObject({
      ...{ stock: '0.5', issued: '0.5', wanted: '100' },
      proposal: { amount: '100', isCovered: true },
    })
    expect(await stockOf('USDAU')).toMatchObject({ proposal: { amount: '200000', isCovered: false } })
    expect(await stockOf('GCA')).toMatchObject({ wanted: '500', proposal: { amount: '500', isCovered: true } })
    await house.fillTreasury('QMGT', '99.5')
    expect(await stockOf('QMGT')).toMatchObject({ proposal: null })
  })

  test('of dollars does not say so while there is no price to tell by', async () => {
    house.passTime(5 * minute)
    expect((await stockOf('USDAU')).proposal.isCovered).toBeNull()
  })

  test('follows what was sold in the last seven days, less what was bought back', async () => {
    await setLeast('QMGT', '0')
    house.passTime(2000)
    await house.fillTreasury('QMGT', '100')
    await house.fillTreasury('USDT', '100000')
    const trader = await house.newTrader('tina', { USDT: '50000' })
    const trade = (side: string, amount: string) =>
      trader.trade({ pair: 'QMGT/USDT', side, amount, of: side === 'buy' ? 'receive' : 'pay' })
    expect((await stockOf('QMGT')).sold).toBe('0')
    expect((await trade('buy', '80')).status).toBe(200)
    expect((await trade('sell', '10')).status).toBe(200)
    // Nobody sells so fast that a minute matters.
    expect((await stockOf('QMGT')).sold).toBe('0')
    house.passTime(minute)
    // 10 were paid, of which the fee is not the treasury's.
    const { stock, sold, wanted, proposal } = await stockOf('QMGT')
    expect({ stock, sold, wanted, proposal }).toEqual({
      ...{ stock: '29.975', sold: '70.025', wanted: '140.05' },
      proposal: { amount: '111', isCovered: true },
    })
    house.passTime(8 * day)
    await house.logInAgain(house.anna)
    expect(await stockOf('QMGT')).toMatchObject({ sold: '0', proposal: null })
  })
})

describe('suspense, limits and arrivals', () => {
  test('are told as they were last seen', async () => {
    await house.payIn('USDT', '12.5')
    await sql`
      insert into chain_outside_limits (asset, units, left_units, raise_units, raise_from, block, seen_at)
      values ('USDT', 5 * 10 ^ 18, 2 * 10 ^ 18, 9 * 10 ^ 18, ${house.now()}, 7, ${house.now()}),
        ('QMGT', 5 * 10 ^ 18, 0, null, null, 7, ${house.now()})`.execute(house.db)
    const at = house.now().toISOString()
    const { suspense, limits } = await house.read()
    expect(suspense).toEqual([{ asset: 'USDT', amount: '12.5', claimable: '12.5' }])
    expect(limits).toEqual([
      { asset: 'QMGT', limit: '5', left: '0', raise: null, at },
      { asset: 'USDT', limit: '5', left: '2', raise: { limit: '9', from: at }, at },
    ])
  })
})

describe('reconciliations', () => {
  const difference = (owner: string | null, place = `0x${'b'.repeat(40)}`) => ({
    ...{ token: 'QMGT', place, owner, ledger: '1', inFlight: '0', chain: '0.5', difference: '-0.5' },
  })
  const insertRun = (differences: object[] = [], problem: string | null = null, count = differences.length) =>
    sql`
      insert into chain_reconciliations (block, checked, differences, difference_count, in_flight, in_flight_count, problem, wallets)
      values (12, 5, ${JSON.stringify(differences)}::jsonb, ${count}, '[]', 2, ${problem}, 3)`.execute(house.db)
  const list = async (query = '') => (await house.anna.client.get(`/operator/treasury/reconciliations${query}`)).body

  test('are listed newest first with their result, and differences by name', async () => {
    const tina = await house.newTrader('tina')
    await insertRun()
    const places = [
      difference(null, 'supply'),
      difference(`customer:${tina.id}`),
      difference(`customer:${randomUUID()}`),
    ]
    await insertRun(places)
    await insertRun([], 'block 12 could not be read: the node is down')
    const { data } = await list()
    expect(data).toMatchObject([
      { result: 'Unfinished', problem: 'block 12 could not be read: the node is down', differences: [] },
      {
        ...{ result: 'Differ', differenceCount: 3, block: '12', inFlight: 2, wallets: 3, isWhole: false },
        differences: [
          { asset: 'QMGT', place: 'supply', customer: null, difference: '-0.5' },
          { customer: { id: tina.id, username: 'tina' } },
          { customer: null },
        ],
      },
      { result: 'Agree', problem: null },
    ])
    expect((await list('?show=trouble')).data).toHaveLength(2)
  })

  test('are read page by page, and tell the first differences of many', async () => {
    await insertRun(
      Array.from({ length: 100 }, () => difference(null, 'supply')),
      null,
      120,
    )
    for (let n = 0; n < 60; n++) await insertRun()
    const first = await list()
    const second = await list(`?cursor=${first.meta.cursor}`)
    expect([first.data.length, second.data.length, second.meta.cursor]).toEqual([50, 11, null])
    expect(second.data.at(-1)).toMatchObject({ differenceCount: 120, differences: { length: 10 } })
    expect((await list(`?cursor=${'9'.repeat(19)}`)).data).toHaveLength(50)
    for (const query of ['?cursor=x', '?show=none', '?limit=5'])
      expect((await house.anna.client.get(`/operator/treasury/reconciliations${query}`)).status).toBe(400)
  })
})
