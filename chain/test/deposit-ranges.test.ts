import { sql } from 'kysely'
import { type Hex, hexToBigInt, toHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCursor } from '../src/deposits/deposit-store.ts'
import { rescanDeposits, watchDeposits } from '../src/deposits/watch-deposits.ts'
import { openWorld, unit, type World } from './support/settling.ts'
import { createWatching, depsOf } from './support/watching.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 60_000)
afterAll(() => world.close())
beforeEach(() => world.meddleWith((call, pass) => pass(call)))

const { watch, watchFinal, newcomer, giveTokens, giveTo, balance, arrivalsOf } = createWatching(() => world)

/** Blocks by the thousand. */
const mineMany = (count: number, at = world) =>
  at.chain.provider.request({ method: 'hardhat_mine', params: [toHex(count)] })

type LogFilter = { fromBlock: Hex; toBlock: Hex; topics: [Hex, null, Hex[]] }

const lengthOf = ({ fromBlock, toBlock }: LogFilter) => Number(hexToBigInt(toBlock) - hexToBigInt(fromBlock)) + 1

describe('ranges', () => {
  test('a gap of thousands of blocks is caught up, in ranges of at most 2,000', async () => {
    await watch()
    const max = await newcomer()
    for (let part = 0; part < 3; part++) {
      await giveTo(max, unit)
      await mineMany(1_900)
    }
    const lengths: number[] = []
    world.meddleWith((call, pass) => {
      if (call.method === 'eth_getLogs') lengths.push(lengthOf((call.params as [LogFilter])[0]))
      return pass(call)
    })
    expect(await watch()).toBe(3)
    expect(await balance(max)).toBe(3n * unit)
    expect(Math.max(...lengths)).toBe(2_000)
    expect(lengths.length).toBeGreaterThanOrEqual(3)
  })

  test('a node that refuses long ranges is asked for shorter ones, and for longer ones again later', async () => {
    await watch()
    const nia = await newcomer()
    await giveTo(nia, unit)
    await mineMany(4_000)
    let most = 150
    const lengths: number[] = []
    world.meddleWith((call, pass) => {
      if (call.method !== 'eth_getLogs') return pass(call)
      const length = lengthOf((call.params as [LogFilter])[0])
      if (length > most) throw Object.assign(new Error('block range is too wide'), { code: -32_005 })
      lengths.push(length)
      return pass(call)
    })
    const first = await watchDeposits(depsOf(world))
    expect(first).toEqual({ more: true, found: 1 })
    expect(lengths).toEqual([125])
    most = 10_000
    await watch()
    expect(Math.max(...lengths)).toBe(2_000)
    expect(await balance(nia)).toBe(unit)
  })

  test('a node that refuses every range is told of, and what was learnt about it is kept', async () => {
    await mineMany(3_000)
    world.meddleWith((call, pass) => {
      if (call.method === 'eth_getLogs') throw Object.assign(new Error('no logs today'), { code: -32_000 })
      return pass(call)
    })
    await expect(watchDeposits(depsOf(world))).rejects.toThrow()
    expect((await readCursor(world.db))?.span).toBeLessThan(100)
    world.meddleWith((call, pass) => pass(call))
    await watch()
  })

  test('more customers than fit into one question are asked for in several', async () => {
    const other = await openWorld()
    const { rows } = await sql<{ salt: Hex }>`
      insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
      select 'c' || n || '@people.example', 'c' || n || 'x', '', now(), lpad(n::text, 8, '0'), lpad(n::text, 64, '0'), now()
      from generate_series(1, 900) n returning '0x' || encode(wallet_salt, 'hex') as salt`.execute(other.db)
    for (const { salt } of [rows[0], rows[899]].filter((row) => row !== undefined))
      await giveTokens(other.walletOf(salt), unit, other)
    const sizes: number[] = []
    other.meddleWith((call, pass) => {
      if (call.method === 'eth_getLogs') sizes.push((call.params as [LogFilter])[0].topics[2].length)
      return pass(call)
    })
    expect(await watchFinal(other)).toBe(2)
    expect(Math.max(...sizes)).toBe(400)
    await other.close()
  })
})

describe('a chain that changes its mind', () => {
  test('above finality it only changes what is on its way', async () => {
    const other = await openWorld()
    const ora = await newcomer(other)
    const { provider } = other.chain
    await other.mine(3)
    const snapshot = await provider.request({ method: 'evm_snapshot' })
    await giveTo(ora, unit, other)
    await watch(other)
    expect(await arrivalsOf(ora, other)).toHaveLength(1)
    await provider.request({ method: 'evm_revert', params: [snapshot] })
    await giveTo(ora, 2n * unit, other)
    await watch(other)
    expect(await arrivalsOf(ora, other)).toEqual([{ units: String(2n * unit), confirmations: '1' }])
    await watchFinal(other)
    expect(await balance(ora, other)).toBe(2n * unit)
    await other.close()
  })

  test('below finality it stops the watcher, which credits nothing and says why, until the block is back', async () => {
    const other = await openWorld()
    const pia = await newcomer(other)
    const { provider } = other.chain
    const snapshot = await provider.request({ method: 'evm_snapshot' })
    await other.mine(5)
    await watch(other)
    await provider.request({ method: 'evm_revert', params: [snapshot] })
    await provider.request({ method: 'evm_increaseTime', params: [1000] })
    await other.mine(10)
    await giveTo(pia, unit, other)
    await other.mine(2)
    const cursor = await readCursor(other.db)
    const round = await watchDeposits(depsOf(other))
    expect(round).toMatchObject({ more: false, found: 0, alarm: expect.stringContaining(`Block ${cursor?.block} was`) })
    expect(await watchDeposits(depsOf(other))).toEqual(round)
    await expect(rescanDeposits(depsOf(other), 0n)).rejects.toThrow('another chain')
    expect(await balance(pia, other)).toBe(0n)
    expect(await readCursor(other.db)).toEqual(cursor)
    const alarms = sql<{ name: string }>`select name from chain_alarms`
    expect((await alarms.execute(other.db)).rows).toEqual([{ name: 'deposits' }])
    // As if the right node were back: the block is what it was.
    await sql`update chain_cursor set hash = ${await hashOf(other, cursor?.block ?? 0n)}`.execute(other.db)
    await watch(other)
    expect((await alarms.execute(other.db)).rows).toEqual([])
    expect(await balance(pia, other)).toBe(unit)
    await other.close()
  })

  test('a node that lags behind the cursor is waited for', async () => {
    await watchFinal()
    const cursor = await readCursor(world.db)
    world.meddleWith(async (call, pass) => {
      const [tag] = (call.params ?? []) as [string]
      return tag === 'finalized' ? pass({ ...call, params: ['0x1', false] }) : pass(call)
    })
    expect(await watchDeposits(depsOf(world))).toEqual({ more: false, found: 0 })
    expect(await readCursor(world.db)).toEqual(cursor)
  })
})

const hashOf = async (at: World, blockNumber: bigint) => (await at.chain.client.getBlock({ blockNumber })).hash

test('reading begins where the settlement contract was deployed, or where it is told to', async () => {
  const other = await openWorld()
  const { addresses } = other.deployed
  await other.mine(5)
  await watchDeposits({ ...depsOf(other), firstBlock: 4n })
  const { rows } = await sql<{ block: string }>`select block from chain_cursor`.execute(other.db)
  expect(Number(rows[0]?.block)).toBeGreaterThanOrEqual(3)
  await sql`delete from chain_cursor`.execute(other.db)
  const asked: bigint[] = []
  other.meddleWith((call, pass) => {
    if (call.method === 'eth_getLogs') asked.push(hexToBigInt((call.params as [LogFilter])[0].fromBlock))
    return pass(call)
  })
  await watch(other)
  const { client } = other.chain
  const [first = 0n] = asked
  expect(await client.getCode({ address: addresses.settlement, blockNumber: first })).toBeDefined()
  expect(await client.getCode({ address: addresses.settlement, blockNumber: first - 1n })).toBeUndefined()
  await other.close()
})
