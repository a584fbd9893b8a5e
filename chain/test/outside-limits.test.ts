import { customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { readChainHealth } from '@ingot/ledger/chain-health'
import { type Move, post, settledMove } from '@ingot/ledger/post'
import { sendMoves } from '@ingot/ledger/send'
import { settlementsOf } from '@ingot/ledger/settlement'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { encodeAbiParameters, pad, toFunctionSelector } from 'viem'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { claimChain } from '../src/identity.ts'
import { receivers } from '../src/settling/legs.ts'
import { createSettler, settlerPolicy } from '../src/settling/settler.ts'
import { accounts } from './support/chain.ts'
import { addCustomer, giveUsdt, inLedger, openWorld, type Person, unit, type World } from './support/settling.ts'

const stranger = accounts.stranger.address
const policy = { ...settlerPolicy, resendSeconds: 0, raiseSeconds: 3600, lostSeconds: 0, firstPauseSeconds: 0 }
const limit = 100n * unit

let world: World
let anna: Person
let ben: Person
let round: () => Promise<number>
let count = 0

beforeEach(async () => {
  world = await openWorld()
  const { db, node, deployed } = world
  await claimChain(db, node, deployed)
  anna = await addCustomer(db, 'anna')
  ben = await addCustomer(db, 'ben')
  await giveUsdt(world, anna, 10_000n * unit)
  const { settlement, usdt } = deployed.addresses
  await world.transact(accounts.admin, 'Settlement', settlement, 'lowerLimit', [usdt, limit])
  round = createSettler({ db, node, deployed, signer: accounts.settler }, policy)
}, 60_000)

afterEach(() => world.close())

/** Rounds and blocks until nothing is under way. */
const settleAll = async () => {
  for (let turn = 0; turn < 20; turn++) {
    if ((await round()) === 0) return
    await world.mine()
  }
  throw new Error('still under way')
}

const later = async (hours: number) => {
  await world.chain.provider.request({ method: 'evm_increaseTime', params: [hours * 3600] })
  await world.mine()
}

const annasUsdt = () => customerAccount(anna.id, 'USDT', 'available')

const postMoves = async (moves: Move[], details = {}) =>
  (await post(world.db, { reference: `test:${count++}`, kind: 'test', causedBy: 'test', moves, details })).entry

const send = (units: bigint) => postMoves(sendMoves(amountOf('USDT', units), annasUsdt()), { to: stranger })

const give = (units: bigint) =>
  postMoves([
    settledMove(amountOf('USDT', units), { from: annasUsdt(), to: customerAccount(ben.id, 'USDT', 'available') }),
  ])

const stateOf = async (entry: bigint) => (await settlementsOf(world.db, [entry]))[0]?.state

const alarm = async () => {
  const { rows } = await sql<{ text: string }>`
    select text from chain_alarms where name = 'outside-limit'`.execute(world.db)
  return rows[0]?.text
}

const settlementsHealth = async () => (await readChainHealth(world.db)).find(({ name }) => name === 'settlements')

test('what the limit leaves no room for waits in its order, while everything else goes on', async () => {
  const first = await send(60n * unit)
  const second = await send(50n * unit)
  const third = await send(10n * unit)
  const inner = await give(5_000n * unit)
  await settleAll()
  expect(await stateOf(first)).toBe('confirmed')
  expect(await stateOf(inner), 'between our own wallets any amount moves').toBe('confirmed')
  expect([await stateOf(second), await stateOf(third)]).toEqual(['queued', 'queued'])
  expect(await world.onChain('USDT', stranger)).toBe(60n * unit)
  expect(await alarm()).toMatch(
    /^The limit of USDT to outside addresses is used up: 50 USDT and what came after it wait until 20.*Z\.$/,
  )
  expect(await settlementsHealth()).toMatchObject({
    ok: false,
    problem: expect.stringContaining('the limit to outside addresses is used up'),
  })
  // Nothing went back: it is on its way for as long as it waits.
  expect((await inLedger(world.db, anna, 'USDT')).units).toBe((10_000n - 60n - 50n - 10n - 5_000n) * unit)

  await later(25)
  await settleAll()
  expect([await stateOf(second), await stateOf(third)]).toEqual(['confirmed', 'confirmed'])
  expect(await world.onChain('USDT', stranger)).toBe(120n * unit)
  expect(await alarm()).toBeUndefined()
  expect(await settlementsHealth()).toEqual({ name: 'settlements', ok: true })
})

test('what waits does not stand in the way, however much it is', async () => {
  await send(limit)
  const waiting = []
  for (let index = 0; index < 60; index++) waiting.push(await send(unit))
  const inner = await give(unit)
  await settleAll()
  expect(await stateOf(inner)).toBe('confirmed')
  for (const entry of waiting) expect(await stateOf(entry)).toBe('queued')
  await later(25)
  await settleAll()
  for (const entry of waiting) expect(await stateOf(entry)).toBe('confirmed')
})

test('what can never leave goes back at once and says why', async () => {
  const entry = await send(limit + 1n)
  await settleAll()
  expect(await settlementsOf(world.db, [entry])).toMatchObject([
    { state: 'failed', reason: 'no more than 100 USDT leaves to outside addresses in 24 hours' },
  ])
  expect((await inLedger(world.db, anna, 'USDT')).units).toBe(10_000n * unit)
  expect(await alarm()).toBeUndefined()
})

test('what a higher limit will let pass waits for it', async () => {
  const { settlement, usdt } = world.deployed.addresses
  await world.transact(accounts.admin, 'Settlement', settlement, 'requestRaise', [usdt, 2n * limit])
  const entry = await send(limit + 1n)
  await settleAll()
  expect(await stateOf(entry)).toBe('queued')
  expect(await alarm()).toContain('wait until it is raised.')
  await later(48)
  await world.transact(accounts.stranger, 'Settlement', settlement, 'raiseLimit', [usdt])
  await settleAll()
  expect(await stateOf(entry)).toBe('confirmed')
  expect(await alarm()).toBeUndefined()
})

test('a send that the contract itself refuses for the limit is not returned, and leaves later', async () => {
  await send(limit)
  await settleAll()
  // The node answers as if there were room.
  const asked = toFunctionSelector('outsideLimit(address)')
  world.meddleWith(async (call, pass) => {
    const [{ data = '' } = {}] = (call.params ?? []) as [{ data?: string }?]
    if (call.method !== 'eth_call' || !data.startsWith(asked)) return pass(call)
    return encodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], [limit, limit])
  })
  const entry = await send(7n * unit)
  await round()
  await world.mine(4)
  world.meddleWith((call, pass) => pass(call))
  await round()
  expect(await settlementsOf(world.db, [entry])).toMatchObject([
    { state: 'failed', reason: expect.stringMatching(/^OutsideLimitReached\(0x\w+, 7000000000000000000, 0\)$/) },
  ])
  expect((await balanceOf(world.db, annasUsdt())).units).toBe((10_000n - 107n) * unit)
  await settleAll()
  expect(await stateOf(entry)).toBe('queued')
  await later(25)
  await settleAll()
  expect(await stateOf(entry)).toBe('confirmed')
})

test("the settler's key gets no more than the limit out, whatever it signs", async () => {
  const { settlement, usdt } = world.deployed.addresses
  const out = { token: usdt, receiver: receivers.outside, to: pad(stranger) }
  const within = { token: usdt, receiver: receivers.wallet, from: anna.salt, to: ben.salt, amount: 5_000n * unit }
  const items = [
    { id: 10n ** 9n, legs: [within, { ...out, from: ben.salt, amount: 70n * unit }] },
    { id: 10n ** 9n + 1n, legs: [{ ...out, from: anna.salt, amount: 40n * unit }] },
    {
      id: 10n ** 9n + 2n,
      legs: [
        { ...out, from: anna.salt, amount: 20n * unit },
        { ...out, from: ben.salt, amount: 10n * unit },
      ],
    },
    { id: 10n ** 9n + 3n, legs: [{ ...out, from: anna.salt, amount: 1n }] },
  ]
  await world.transact(accounts.settler, 'Settlement', settlement, 'settle', [items])
  expect(await world.onChain('USDT', stranger)).toBe(limit)
  await later(23)
  await world.transact(accounts.settler, 'Settlement', settlement, 'settle', [
    [{ id: 10n ** 9n + 4n, legs: [{ ...out, from: anna.salt, amount: 1n }] }],
  ])
  expect(await world.onChain('USDT', stranger)).toBe(limit)
  expect(await world.onChain('USDT', world.walletOf(ben.salt))).toBe((5_000n - 80n) * unit)
})
