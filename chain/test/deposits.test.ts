import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { post, settledMove } from '@ingot/ledger/post'
import { sendMoves } from '@ingot/ledger/send'
import { verifyLedger } from '@ingot/ledger/verify'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { type Address, concat, encodeDeployData, type Hex, keccak256, padHex, toHex } from 'viem'
import { hardhat } from 'viem/chains'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readArtifacts } from '../src/deploying/compile.ts'
import { readCursor } from '../src/deposits/deposit-store.ts'
import { rescanDeposits, watchDeposits } from '../src/deposits/watch-deposits.ts'
import { createSettler, settlerPolicy } from '../src/settling/settler.ts'
import { accounts } from './support/chain.ts'
import { openWorld, unit, type World } from './support/settling.ts'
import { createWatching, depsOf } from './support/watching.ts'

const artifacts = readArtifacts()
const stranger = accounts.stranger

let world: World
beforeAll(async () => {
  world = await openWorld()
}, 60_000)
afterAll(() => world.close())
beforeEach(() => world.meddleWith((call, pass) => pass(call)))

const { watch, watchFinal, newcomer, giveTokens, giveTo, balance, depositsTo, depositsOf, arrivalsOf } = createWatching(
  () => world,
)

const suspense = async () => (await balanceOf(world.db, houseAccount('USDT', 'suspense'))).units

describe('a transfer to a customer’s wallet', () => {
  test('is on its way at first, and credited once it is final, once', async () => {
    const ann = await newcomer()
    await giveTo(ann, 5n * unit)
    await watch()
    expect(await balance(ann)).toBe(0n)
    expect(await arrivalsOf(ann)).toEqual([{ units: String(5n * unit), confirmations: '1' }])
    await world.mine()
    await watch()
    expect(await arrivalsOf(ann)).toEqual([{ units: String(5n * unit), confirmations: '2' }])
    await world.mine()
    expect(await watch()).toBe(1)
    expect(await balance(ann)).toBe(5n * unit)
    expect(await arrivalsOf(ann)).toEqual([])
    expect(await watchFinal()).toBe(0)
    expect(await watch()).toBe(0)
    expect(await balance(ann)).toBe(5n * unit)
    expect(await depositsOf(ann)).toMatchObject([{ state: 'credited', asset: 'USDT', units: String(5n * unit) }])
  })

  test('counts for itself when there are several in a block', async () => {
    const ben = await newcomer()
    const { usdt } = world.deployed.addresses
    await giveTokens(stranger.address, 10n * unit)
    const transfer = { address: usdt, abi: artifacts.TestUsdt.abi, functionName: 'transfer', chain: hardhat }
    const to = world.walletOf(ben.salt)
    for (const [nonce, units] of [3n, 4n].entries())
      await world.chain.client.writeContract({
        ...transfer,
        args: [to, units * unit],
        account: stranger,
        gas: 200_000n,
        nonce,
      })
    await world.mine()
    expect(await watchFinal()).toBe(2)
    expect(await balance(ben)).toBe(7n * unit)
  })

  test('survives a crash between ledger and cursor', async () => {
    const cid = await newcomer()
    await giveTo(cid, unit)
    await world.asOwner(`
      create function crash() returns trigger language plpgsql as 'begin raise exception ''crashed''; end';
      create trigger crash before update on chain_cursor execute function crash()`)
    await expect(watchFinal()).rejects.toThrow('crashed')
    expect(await depositsOf(cid)).toEqual([])
    expect(await balance(cid)).toBe(0n)
    await world.asOwner('drop trigger crash on chain_cursor')
    await watch()
    expect(await balance(cid)).toBe(unit)
  })

  test('is credited once by four watchers at once', async () => {
    const dan = await newcomer()
    for (let block = 0; block < 5; block++) await giveTo(dan, unit)
    await world.mine(2)
    const found = await Promise.all(Array.from({ length: 4 }, () => watch()))
    expect(found.reduce((sum, each) => sum + each, 0)).toBe(5)
    expect(await balance(dan)).toBe(5n * unit)
  })

  test('read by a watcher that was overtaken moves the cursor neither on nor back', async () => {
    const dora = await newcomer()
    await giveTo(dora, unit)
    await world.mine(2)
    let overtaken = false
    world.meddleWith(async (call, pass) => {
      if (call.method === 'eth_getLogs' && !overtaken) {
        overtaken = true
        await giveTo(dora, unit)
        expect(await watchFinal()).toBe(2)
      }
      return pass(call)
    })
    expect(await watchDeposits(depsOf(world))).toMatchObject({ found: 0 })
    const { number: finalized } = await world.node.getBlock({ blockTag: 'finalized' })
    expect((await readCursor(world.db))?.block).toBe(finalized)
    expect(await balance(dora)).toBe(2n * unit)
  })

  test('is found when its customer registered after the last round', async () => {
    await watch()
    const eve = await newcomer()
    await giveTo(eve, unit)
    await watchFinal()
    expect(await balance(eve)).toBe(unit)
  })

  test('that the node kept silent about is found by a rescan, and only by the first one', async () => {
    const fay = await newcomer()
    const start = await world.chain.client.getBlockNumber()
    await giveTo(fay, 2n * unit)
    world.meddleWith(async (call, pass) => (call.method === 'eth_getLogs' ? [] : pass(call)))
    await watchFinal()
    world.meddleWith((call, pass) => pass(call))
    await watchFinal()
    expect(await balance(fay)).toBe(0n)
    const cursor = await readCursor(world.db)
    expect(await rescanDeposits(depsOf(world), start)).toBe(1)
    expect(await rescanDeposits(depsOf(world), 0n)).toBe(0)
    expect(await readCursor(world.db)).toMatchObject({ block: cursor?.block, hash: cursor?.hash })
    expect(await balance(fay)).toBe(2n * unit)
  })
})

/** Says whatever it is told: the four words of a call become the topics of a log. */
async function deployTeller(): Promise<Address> {
  const program = '60603560403560203560003560006000a400'
  const data: Hex = `0x60${(program.length / 2).toString(16).padStart(2, '0')}8060095f395ff3${program}`
  return deployCode(data)
}

async function deployCode(data: Hex): Promise<Address> {
  const { client } = world.chain
  const hash = await client.sendTransaction({ account: stranger, data, chain: hardhat, gas: 5_000_000n })
  await world.mine()
  const { contractAddress } = await client.getTransactionReceipt({ hash })
  if (!contractAddress) throw new Error('nothing was deployed')
  return contractAddress
}

describe('what is no deposit', () => {
  test('dust goes to suspense and says whose wallet it lies in', async () => {
    const gus = await newcomer()
    const before = await suspense()
    const least = 10n ** 16n
    await giveTo(gus, least - 1n)
    await giveTo(gus, least)
    await watchFinal()
    expect(await balance(gus)).toBe(least)
    expect(await suspense()).toBe(before + least - 1n)
    expect(await depositsOf(gus)).toMatchObject([
      { state: 'dust', units: String(least - 1n), owner: `customer:${gus.id}` },
      { state: 'credited', units: String(least) },
    ])
  })

  test('a token that we do not know is written down and not booked, whatever its amount', async () => {
    const hal = await newcomer()
    const token = await deployCode(encodeDeployData({ ...artifacts.TestUsdt, args: [] }))
    await world.transact(stranger, 'TestUsdt', token, 'mint', [world.walletOf(hal.salt), 2n ** 256n - 1n])
    await watchFinal()
    expect(await balance(hal)).toBe(0n)
    expect(await depositsOf(hal)).toEqual([
      { state: 'unknown-token', units: String(2n ** 256n - 1n), asset: null, owner: `customer:${hal.id}`, entry: null },
    ])
  })

  test('more than can exist in earnest is written down and not booked', async () => {
    const other = await openWorld()
    const ida = await newcomer(other)
    await giveTo(ida, 10n ** 40n, other)
    await giveTo(ida, unit, other)
    await watchFinal(other)
    expect(await balance(ida, other)).toBe(unit)
    expect(await depositsOf(ida, other)).toMatchObject([{ state: 'too-large', entry: null }, { state: 'credited' }])
    await other.close()
  })

  test('what comes to the house goes to suspense', async () => {
    const { treasury, settlement, qmgt } = world.deployed.addresses
    const before = await suspense()
    await giveTokens(treasury, unit)
    await giveTokens(settlement, 2n * unit)
    await giveTokens(qmgt, 1n)
    await watchFinal()
    expect(await suspense()).toBe(before + 3n * unit + 1n)
    for (const address of [treasury, settlement, qmgt])
      expect(await depositsTo(address)).toMatchObject([{ state: 'house', owner: 'house' }])
  })

  test('nothing, and a token of another kind, are passed over', async () => {
    const jan = await newcomer()
    const wallet = world.walletOf(jan.salt)
    await giveTo(jan, 0n)
    const teller = await deployTeller()
    const topics = [keccak256(toHex('Transfer(address,address,uint256)')), padHex(stranger.address), padHex(wallet)]
    const data = concat([...topics.map((topic) => padHex(topic, { size: 32 })), toHex(7n, { size: 32 })])
    const { client } = world.chain
    const hash = await client.sendTransaction({ account: stranger, to: teller, data, chain: hardhat, gas: 100_000n })
    await world.mine()
    expect((await client.getTransactionReceipt({ hash })).logs[0]?.topics).toHaveLength(4)
    await watchFinal()
    expect(await depositsOf(jan)).toEqual([])
  })

  test('moves between our own wallets and what our tokens mint are none, a send to a customer’s wallet is one', async () => {
    const [kim, lea] = [await newcomer(), await newcomer()]
    await giveTo(kim, 10n * unit)
    await watchFinal()
    const from = customerAccount(kim.id, 'USDT', 'available')
    const inner = settledMove(amountOf('USDT', 3n * unit), { from, to: customerAccount(lea.id, 'USDT', 'available') })
    await post(world.db, { reference: 'inner', kind: 'test', causedBy: 'test', moves: [inner] })
    const details = { to: world.walletOf(lea.salt) }
    const moves = sendMoves(amountOf('USDT', 3n * unit), from)
    await post(world.db, { reference: 'send', kind: 'test', causedBy: 'test', moves, details })
    await issueGold(5n)
    const settle = createSettler({ ...depsOf(world), signer: accounts.settler }, settlerPolicy)
    for (let under = 1; under > 0; await world.mine()) under = await settle()
    await watchFinal()
    expect(await balance(kim)).toBe(4n * unit)
    expect(await balance(lea)).toBe(6n * unit)
    expect(await depositsOf(lea)).toMatchObject([{ state: 'credited', units: String(3n * unit) }])
    const { rows } = await sql`select from chain_deposits where asset = 'QMGT'`.execute(world.db)
    expect(rows).toEqual([])
    expect(await world.onChain('USDT', world.walletOf(lea.salt))).toBe(6n * unit)
  })
})

const issueGold = async (grams: bigint) => {
  const { reserve, qmgt } = world.deployed.addresses
  const share = { token: qmgt, grams: grams * unit, units: grams * unit }
  const evidence: Hex = `0x${'11'.repeat(32)}`
  await world.transact(accounts.attestor, 'Reserve', reserve, 'attest', [grams * unit, [share], evidence])
  await world.transact(accounts.issuer, 'QMGT', qmgt, 'issue', [grams * unit])
}

test('after all that the ledger is right', async () => {
  expect(await verifyLedger(world.db, undefined)).toMatchObject({ ok: true })
})
