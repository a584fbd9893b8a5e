import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { move, post, settledMove } from '@ingot/ledger/post'
import { sendMoves } from '@ingot/ledger/send'
import { settlementsOf } from '@ingot/ledger/settlement'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readArtifacts } from '../src/deploying/compile.ts'
import { settlementAbi } from '../src/settlement-abi.ts'
import { openBatches } from '../src/settling/batch-store.ts'
import { createSettler, settlerPolicy } from '../src/settling/settler.ts'
import { treasurySalt, walletAddress } from '../src/wallets.ts'
import { accounts } from './support/chain.ts'
import {
  addCustomer,
  fillTreasury,
  giveUsdt,
  inLedger,
  openWorld,
  type Person,
  unit,
  type World,
} from './support/settling.ts'

const stranger = accounts.stranger.address
const eager = { ...settlerPolicy, resendSeconds: 0, raiseSeconds: 0, lostSeconds: 0, firstPauseSeconds: 0 }
const patient = { ...eager, raiseSeconds: 3600 }

let world: World
let anna: Person
let ben: Person
let round: () => Promise<number>
let count = 0

const settlerOf = (policy = patient) =>
  createSettler({ db: world.db, node: world.node, signer: accounts.settler, deployed: world.deployed }, policy)

beforeAll(async () => {
  world = await openWorld()
  anna = await addCustomer(world.db, 'anna')
  ben = await addCustomer(world.db, 'ben')
  await fillTreasury(world, 1_000n)
  await giveUsdt(world, anna, 10_000n * unit)
}, 120_000)

afterAll(() => world.close())

beforeEach(() => {
  world.meddleWith((call, pass) => pass(call))
  round = settlerOf()
})

/** Rounds and blocks until nothing is under way. */
const settleAll = async () => {
  for (let turn = 0; turn < 20; turn++) {
    if ((await round()) === 0) return
    await world.mine()
  }
  throw new Error('still under way')
}

const postMoves = async (moves: ReturnType<typeof move>[], details = {}) => {
  const { entry } = await post(world.db, {
    reference: `test:${count++}`,
    kind: 'test',
    causedBy: 'test',
    moves,
    details,
  })
  return entry
}

/** Anna buys gold: dollars to the treasury, gold to her. */
const buy = (grams: bigint, dollars: bigint) =>
  postMoves([
    settledMove(amountOf('USDT', dollars), {
      from: customerAccount(anna.id, 'USDT', 'available'),
      to: houseAccount('USDT', 'treasury'),
    }),
    settledMove(amountOf('QMGT', grams), {
      from: houseAccount('QMGT', 'treasury'),
      to: customerAccount(anna.id, 'QMGT', 'available'),
    }),
  ])

const give = (units: bigint, to = ben) =>
  postMoves([
    settledMove(amountOf('USDT', units), {
      from: customerAccount(anna.id, 'USDT', 'available'),
      to: customerAccount(to.id, 'USDT', 'available'),
    }),
  ])

const send = (units: bigint, to: string) =>
  postMoves(sendMoves(amountOf('USDT', units), customerAccount(anna.id, 'USDT', 'available')), { to })

const statesOf = async (entry: bigint) => {
  const settlements = await settlementsOf(world.db, [entry])
  return settlements.map(({ state }) => state)
}

const agree = async () => {
  for (const customer of [anna, ben])
    for (const asset of ['USDT', 'QMGT'] as const) {
      const { units } = await inLedger(world.db, customer, asset)
      expect(await world.onChain(asset, world.walletOf(customer.salt)), asset).toBe(units)
    }
}

test('the address of a wallet is the one that the contract gives it', async () => {
  for (const salt of [treasurySalt, anna.salt, ben.salt])
    expect(walletAddress(world.deployed.addresses, salt)).toBe(
      await world.node.readContract({
        address: world.deployed.addresses.settlement,
        abi: readArtifacts().Settlement.abi,
        functionName: 'walletOf',
        args: [salt],
      }),
    )
})

test('what the worker knows of the contracts is what they are', () => {
  const known = Object.values(readArtifacts()).flatMap(({ abi }) =>
    abi.map((part) => JSON.stringify(signatureOf(part))),
  )
  for (const part of settlementAbi) expect(known).toContain(JSON.stringify(signatureOf(part)))
})

/** Names of parameters aside, a part of a contract is its kind, its name and its types. */
const signatureOf = (part: unknown): unknown => {
  const {
    type,
    name,
    inputs = [],
  } = part as { type: string; name?: string; inputs?: { type: string; indexed?: boolean }[] }
  return { type, name, inputs: inputs.map((input) => [input.type, input.indexed ?? false]) }
}

test('an entry is sent, becomes final and is confirmed, both legs of it at once', async () => {
  const entry = await buy(2n * unit, 300n * unit)
  expect(await statesOf(entry)).toEqual(['queued', 'queued'])
  await round()
  expect(await statesOf(entry)).toEqual(['sent', 'sent'])
  await world.mine(2)
  await round()
  expect(await statesOf(entry), 'mined, but not final').toEqual(['sent', 'sent'])
  await world.mine()
  expect(await round()).toBe(1)
  const settlements = await settlementsOf(world.db, [entry])
  expect(settlements.map(({ state }) => state)).toEqual(['confirmed', 'confirmed'])
  const receipt = await world.chain.client.getTransactionReceipt({ hash: settlements[0]?.hash as `0x${string}` })
  expect(receipt.status).toBe('success')
  expect(await round()).toBe(0)
  await agree()
})

test('many entries go in few transactions', async () => {
  const before = await world.chain.client.getTransactionCount({ address: accounts.settler.address })
  for (let index = 0; index < 120; index++) await give(1n)
  await settleAll()
  const after = await world.chain.client.getTransactionCount({ address: accounts.settler.address })
  expect(after - before).toBe(3)
  await agree()
})

test('a send leaves the customer at once, and is outside once it is final', async () => {
  const entry = await send(7n * unit, stranger)
  const onItsWay = houseAccount('USDT', 'in-transit')
  expect((await balanceOf(world.db, onItsWay)).units).toBe(7n * unit)
  const before = await world.onChain('USDT', stranger)
  await settleAll()
  expect(await statesOf(entry)).toEqual(['confirmed'])
  expect((await balanceOf(world.db, onItsWay)).units).toBe(0n)
  expect((await world.onChain('USDT', stranger)) - before).toBe(7n * unit)
  await agree()
})

test('a send that the chain refuses goes back to the customer and is not tried again', async () => {
  const before = await inLedger(world.db, anna, 'QMGT')
  const { qmgt } = world.deployed.addresses
  await world.transact(accounts.pauser, 'QMGT', qmgt, 'pause', [])
  const entry = await postMoves(sendMoves(amountOf('QMGT', unit), customerAccount(anna.id, 'QMGT', 'available')), {
    to: stranger,
  })
  const good = await give(3n)
  await settleAll()
  expect(await statesOf(good), 'another of the same batch').toEqual(['confirmed'])
  const [failed] = await settlementsOf(world.db, [entry])
  expect(failed).toMatchObject({ state: 'failed', reason: 'EnforcedPause()' })
  expect(await inLedger(world.db, anna, 'QMGT')).toEqual(before)
  await world.transact(accounts.admin, 'QMGT', qmgt, 'unpause', [])
  await settleAll()
  expect(await statesOf(entry)).toEqual(['failed'])
  await agree()
})

test('an inner move that the chain refuses is told with its reason and tried again', async () => {
  const { qmgt } = world.deployed.addresses
  await world.transact(accounts.pauser, 'QMGT', qmgt, 'pause', [])
  round = settlerOf({ ...patient, firstPauseSeconds: 3600 })
  const entry = await buy(unit, unit)
  await settleAll()
  expect((await settlementsOf(world.db, [entry])).map(({ reason }) => reason)).toEqual([
    'EnforcedPause()',
    'EnforcedPause()',
  ])
  await world.transact(accounts.admin, 'QMGT', qmgt, 'unpause', [])
  round = settlerOf()
  await settleAll()
  expect(await statesOf(entry)).toEqual(['confirmed', 'confirmed'])
  await agree()
})

test('while settling as a whole is stopped, nothing is lost and sends are not returned', async () => {
  const { settlement } = world.deployed.addresses
  await world.transact(accounts.pauser, 'Settlement', settlement, 'pause', [])
  round = settlerOf({ ...patient, firstPauseSeconds: 3600 })
  const entries = [await send(5n, stranger), await give(6n)]
  await settleAll()
  for (const entry of entries)
    expect(await settlementsOf(world.db, [entry])).toMatchObject([{ state: 'failed', reason: 'EnforcedPause()' }])
  await world.transact(accounts.admin, 'Settlement', settlement, 'unpause', [])
  round = settlerOf()
  await settleAll()
  for (const entry of entries) expect(await statesOf(entry)).toEqual(['confirmed'])
  await agree()
})

test('a transaction that the node has forgotten is sent again, the same bytes', async () => {
  const entry = await give(11n)
  let dropped = 0
  world.meddleWith(async (call, pass) => {
    if (call.method !== 'eth_sendRawTransaction' || dropped++ > 0) return pass(call)
    return `0x${'00'.repeat(32)}`
  })
  await settleAll()
  expect(dropped).toBe(2)
  expect(await statesOf(entry)).toEqual(['confirmed'])
  const { rows } = await sql`select from chain_attempts a join chain_batch_entries e using (batch)
    where e.entry = ${String(entry)}`.execute(world.db)
  expect(rows).toHaveLength(1)
  await agree()
})

test('a fee that is too low is raised, and either transaction counts', async () => {
  const entry = await give(13n)
  await round()
  const [first] = await settlementsOf(world.db, [entry])
  round = settlerOf(eager)
  await round()
  await round()
  const [raised] = await settlementsOf(world.db, [entry])
  expect(raised).toMatchObject({ state: 'sent' })
  expect(raised?.hash).not.toBe(first?.hash)
  round = settlerOf()
  await settleAll()
  expect(await statesOf(entry)).toEqual(['confirmed'])
  await agree()
})

test('a fee is never raised above the limit', async () => {
  const entry = await give(14n)
  round = settlerOf({ ...eager, highestGasPrice: 1n })
  for (let turn = 0; turn < 3; turn++) await round()
  const [batch] = await openBatches(world.db, accounts.settler.address)
  expect(batch?.attempts).toHaveLength(1)
  await settleAll()
  expect(await statesOf(entry)).toEqual(['confirmed'])
})

test('a number that another transaction has taken costs nothing: the entries are queued again', async () => {
  const entry = await give(15n)
  // The batch is written down, but never arrives.
  world.meddleWith(async (call, pass) =>
    call.method === 'eth_sendRawTransaction' ? `0x${'00'.repeat(32)}` : pass(call),
  )
  await round()
  const [batch] = await openBatches(world.db, accounts.settler.address)
  expect(batch?.entries).toEqual([entry])
  await world.chain.client.sendTransaction({ account: accounts.settler, to: stranger, chain: null, value: 0n })
  await world.mine(3)
  world.meddleWith((call, pass) => pass(call))
  await settleAll()
  expect(await statesOf(entry)).toEqual(['confirmed'])
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', h.from_state, h.to_state, h.by) as line
    from state_history h join chain_batch_entries e on e.batch::text = h.id
    where h.thing = 'batch' and e.entry = ${String(entry)} order by h.number`.execute(world.db)
  expect(rows.map(({ line }) => line)).toEqual(['open lost settler', 'open final settler'])
  await agree()
})

test('an entry that was done by a transaction believed lost is confirmed and not done twice', async () => {
  const before = await world.onChain('USDT', world.walletOf(ben.salt))
  const entry = await give(17n)
  await round()
  await world.mine(3)
  // The node denies the receipt, until the batch has been given up.
  world.meddleWith(async (call, pass) => (call.method === 'eth_getTransactionReceipt' ? null : pass(call)))
  await round()
  await round()
  expect(await statesOf(entry)).toEqual(['queued'])
  world.meddleWith((call, pass) => pass(call))
  await settleAll()
  expect(await statesOf(entry)).toEqual(['confirmed'])
  expect((await world.onChain('USDT', world.walletOf(ben.salt))) - before).toBe(17n)
  await agree()
})

test('two workers at once do no harm', async () => {
  const before = await world.onChain('USDT', world.walletOf(ben.salt))
  const rounds = [settlerOf(eager), settlerOf(eager), settlerOf(eager)]
  for (let index = 0; index < 60; index++) await give(1n)
  for (let turn = 0; turn < 12; turn++) {
    await Promise.allSettled(rounds.map((each) => each()))
    await world.mine()
  }
  await settleAll()
  expect((await world.onChain('USDT', world.walletOf(ben.salt))) - before).toBe(60n)
  await agree()
})

test('what can never be settled fails at once, and a send without an address goes back', async () => {
  const before = await inLedger(world.db, anna, 'USDT')
  const entry = await send(9n, 'nowhere')
  await settleAll()
  expect(await settlementsOf(world.db, [entry])).toMatchObject([{ state: 'failed', reason: 'the send has no address' }])
  expect(await inLedger(world.db, anna, 'USDT')).toEqual(before)
})

test('an answer that never comes ends the round, and the next one goes on', async () => {
  const entry = await give(19n)
  for (const method of ['eth_getTransactionCount', 'eth_gasPrice', 'eth_sendRawTransaction', 'eth_getBlockByNumber']) {
    world.meddleWith(async (call, pass) => {
      const answer = await pass(call)
      if (call.method === method) throw new Error('the answer was lost')
      return answer
    })
    await expect(round()).rejects.toThrow('the answer was lost')
    await world.mine()
  }
  world.meddleWith((call, pass) => pass(call))
  await settleAll()
  expect(await statesOf(entry)).toEqual(['confirmed'])
  await agree()
})

test('what is burnt is gone from the chain', async () => {
  const grams = amountOf('QMGT', unit)
  const supply = () =>
    world.node.readContract({
      address: world.deployed.addresses.qmgt,
      abi: readArtifacts().QMGT.abi,
      functionName: 'totalSupply',
    }) as Promise<bigint>
  const before = await supply()
  await postMoves([
    settledMove(grams, { from: houseAccount('QMGT', 'treasury'), to: houseAccount('QMGT', 'issued') }),
    move(amountOf('XAU', unit), { from: houseAccount('XAU', 'allocated'), to: houseAccount('XAU', 'unallocated') }),
  ])
  await settleAll()
  expect(before - (await supply())).toBe(unit)
})
