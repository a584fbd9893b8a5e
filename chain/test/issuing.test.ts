import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { allowIssuing, issuingStopped, refuseIfStopped, stopIssuing } from '@ingot/ledger/issuing'
import { LedgerError } from '@ingot/ledger/ledger-error'
import { move, post, settledMove } from '@ingot/ledger/post'
import { issueTranche } from '@ingot/ledger/treasury'
import { barsToDepart, deliveredMove, departBars } from '@ingot/ledger/vault'
import { amountOf } from '@ingot/money/amount'
import { parseAmount } from '@ingot/money/amount-text'
import { parseRate } from '@ingot/money/rate'
import { sql } from 'kysely'
import { erc20Abi, type Hex } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tokenOf } from '../src/deployed.ts'
import { attest } from '../src/issuing/attest.ts'
import { noteAttested } from '../src/issuing/attested.ts'
import { mintRound } from '../src/issuing/mint.ts'
import { readTranches } from '../src/issuing/tranche-store.ts'
import { issuingAbi } from '../src/issuing-abi.ts'
import { createSettler, settlerPolicy } from '../src/settling/settler.ts'
import { accounts } from './support/chain.ts'
import { attestIn, fillVault, finalAtOnce, issueGold, mintIn, tranche } from './support/issuing.ts'
import { openWorld, unit, type World } from './support/settling.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
  await fillVault(world.db, '1000')
}, 60_000)
afterEach(() => world.close())

const depsOf = () => ({ db: world.db, node: world.node, deployed: world.deployed, signer: accounts.issuer })

type Backed = 'QMGT' | 'USDAU' | 'GCA' | 'GAE'

const supply = (asset: Backed) =>
  world.chain.client.readContract({
    address: tokenOf(world.deployed.addresses, asset),
    abi: erc20Abi,
    functionName: 'totalSupply',
  })

const share = async (asset: Backed) => {
  const { client } = world.chain
  const { addresses } = world.deployed
  const at = { address: addresses.reserve, abi: issuingAbi, args: [tokenOf(addresses, asset)] } as const
  const units = await client.readContract({ ...at, functionName: 'capOf' })
  return { units, grams: await client.readContract({ ...at, functionName: 'gramsOf' }) }
}

const vaultGrams = () =>
  world.chain.client.readContract({
    address: world.deployed.addresses.reserve,
    abi: issuingAbi,
    functionName: 'vaultGrams',
  })

const sentBy = (address: Hex) => world.chain.client.getTransactionCount({ address })

const mints = async () => {
  const { rows } = await sql<{ state: string; reason: string | null }>`
    select state, reason from chain_mints order by id`.execute(world.db)
  return rows
}

/** What is written down of how the mints went. */
const lines = async () => {
  const { rows } = await sql<{ line: string }>`
    select concat(from_state, ' ', to_state, ' by ', by, ': ' || why) as line from state_history
    where thing = 'mint' order by number`.execute(world.db)
  return rows.map(({ line }) => line)
}

const pass = () => world.meddleWith((call, through) => through(call))

/** What a promise failed with. */
const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error('nothing failed')),
    (error) => error,
  )

describe('a tranche', () => {
  test('sets its grams aside in the ledger, once under its name', async () => {
    const first = await tranche(world.db, '100', 'first')
    expect(await tranche(world.db, '100', 'first')).toEqual({ entry: first.entry, replayed: true })
    const again = await failure(tranche(world.db, '101', 'first'))
    expect(again).toMatchObject({ refusal: 'ReferenceReused' })
    expect(await balanceOf(world.db, houseAccount('QMGT', 'treasury'))).toEqual(parseAmount('QMGT', '100'))
    expect(await balanceOf(world.db, houseAccount('XAU', 'unallocated'))).toEqual(parseAmount('XAU', '900'))
  })

  test('is refused when the vault has too little, and while issuing is stopped', async () => {
    expect(await failure(tranche(world.db, '1001', 'much'))).toMatchObject({ refusal: 'VaultExhausted' })
    await inTransaction(world.db, (tx) => stopIssuing(tx, 'a closer look'))
    const stopped = await failure(tranche(world.db, '1', 'little'))
    expect(stopped).toBeInstanceOf(LedgerError)
    expect(stopped).toMatchObject({ refusal: 'IssuingStopped', message: 'IssuingStopped: a closer look' })
    await inTransaction(world.db, (tx) => allowIssuing(tx, 'reconciliation'))
    expect(await issuingStopped(world.db)).toMatchObject([{ by: 'operator', reason: 'a closer look' }])
    await inTransaction(world.db, (tx) => allowIssuing(tx))
    expect(await tranche(world.db, '1', 'little')).toMatchObject({ replayed: false })
  })

  test('a stop waits for a tranche that is being posted', async () => {
    const order: string[] = []
    const { promise: posted, resolve: go } = Promise.withResolvers<void>()
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>()
    const issuing = inTransaction(world.db, async (tx) => {
      await refuseIfStopped(tx)
      ask()
      await posted
      order.push('issued')
    })
    await asked
    const stopping = inTransaction(world.db, (tx) => stopIssuing(tx, 'now')).then(() => order.push('stopped'))
    const waiting = sql`
      select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
    await expect.poll(async () => (await waiting.execute(world.db)).rows.length).toBe(1)
    go()
    await Promise.all([issuing, stopping])
    expect(order).toEqual(['issued', 'stopped'])
  })
})

describe('attesting', () => {
  test('publishes the vault and the shares, and nothing when nothing has changed', async () => {
    await tranche(world.db, '100', 'one')
    await tranche(world.db, '50', 'two', 'GCA')
    const cover = { price: { perOunce: parseRate('3110.34768') }, marginBasisPoints: 10_500n }
    const order = { amount: parseAmount('USDAU', '2000'), cover }
    await inTransaction(world.db, (tx) => issueTranche(tx, order, { name: 'dollars', causedBy: 'operator' }))
    finalAtOnce(world)
    expect(await attestIn(world)).toMatchObject({ grams: 1000n * unit })
    expect(await vaultGrams()).toBe(1000n * unit)
    expect(await share('QMGT')).toEqual({ units: 100n * unit, grams: 100n * unit })
    expect(await share('GCA')).toEqual({ units: 50n * unit, grams: 50n * unit })
    expect(await share('USDAU')).toEqual({ units: 2000n * unit, grams: 21n * unit })
    const sent = await sentBy(accounts.attestor.address)
    expect(await attestIn(world)).toBeUndefined()
    expect(await sentBy(accounts.attestor.address)).toBe(sent)
    await fillVault(world.db, '1', 'T-2')
    expect(await attestIn(world)).toMatchObject({ grams: 1001n * unit, shares: [] })
  })

  test('is written down for those who have no node, and never by an older look', async () => {
    const known = async () => {
      const { rows } = await sql<{ asset: string; grams: string; units: string; block: string }>`
        select asset, grams, units, block from chain_attested order by asset`.execute(world.db)
      return rows
    }
    const note = () => noteAttested({ db: world.db, node: world.node, deployed: world.deployed })
    await note()
    expect((await known()).map(({ asset, units }) => `${asset} ${units}`)).toEqual([
      ...['GAE 0', 'GCA 0', 'QMGT 0', 'USDAU 0', 'XAU 0'],
    ])
    await tranche(world.db, '100', 'one')
    finalAtOnce(world)
    await attestIn(world)
    await note()
    const [gold] = (await known()).filter(({ asset }) => asset === 'XAU')
    expect(gold).toMatchObject({ grams: String(1000n * unit), units: String(1000n * unit) })
    expect(await known()).toContainEqual({
      ...gold,
      asset: 'QMGT',
      grams: String(100n * unit),
      units: String(100n * unit),
    })
    await sql`update chain_attested set block = block + 1000, units = 7`.execute(world.db)
    await note()
    expect((await known()).every(({ units }) => units === '7')).toBe(true)
    const limits = await sql<{ asset: string }>`
      select asset, units = left_units as unused, raise_from from chain_outside_limits order by asset`.execute(world.db)
    expect(limits.rows).toEqual(
      ['GAE', 'GCA', 'QMGT', 'USDAU', 'USDT'].map((asset) => ({ asset, unused: true, raise_from: null })),
    )
  })

  test('is refused when the books and the bars differ', async () => {
    const moves = [
      move(parseAmount('XAU', '1'), { from: houseAccount('XAU', 'outside'), to: houseAccount('XAU', 'unallocated') }),
    ]
    await post(world.db, { reference: 'air', kind: 'test', causedBy: 'thief', moves })
    expect(await failure(attestIn(world))).toMatchObject({
      message: 'The books say 1001 g and the bars 1000 g: this cannot be attested.',
    })
  })

  test('quotes the contract when the key is not the attestor’s', async () => {
    const refused = await failure(attest({ ...depsOf(), signer: accounts.stranger }))
    expect(refused).toBeInstanceOf(ProblemForPeople)
    expect(refused.message).toContain('AccessControlUnauthorizedAccount')
  })

  test('keeps the share of what is still to be burnt', async () => {
    await issueGold(world, '100', 'one')
    const treasury = houseAccount('QMGT', 'treasury')
    const burn = settledMove(amountOf('QMGT', 40n * unit), { from: treasury, to: houseAccount('QMGT', 'issued') })
    const free = move(amountOf('XAU', 40n * unit), {
      from: houseAccount('XAU', 'allocated'),
      to: houseAccount('XAU', 'unallocated'),
    })
    await post(world.db, { reference: 'burn', kind: 'burn', causedBy: 'test', moves: [burn, free] })
    finalAtOnce(world)
    expect(await attestIn(world)).toBeUndefined()
    pass()
    const settle = createSettler({ ...depsOf(), signer: accounts.settler }, settlerPolicy)
    for (let under = 1; under > 0; await world.mine()) under = await settle()
    finalAtOnce(world)
    await attestIn(world)
    expect(await share('QMGT')).toEqual({ units: 60n * unit, grams: 60n * unit })
    expect(await supply('QMGT')).toBe(60n * unit)
  })

  test('follows bars that were delivered: the vault at once, the share once their grams are burnt', async () => {
    await fillVault(world.db, '10', 'T-2')
    await issueGold(world, '100', 'one')
    const burn = settledMove(amountOf('QMGT', 10n * unit), {
      from: houseAccount('QMGT', 'treasury'),
      to: houseAccount('QMGT', 'issued'),
    })
    await inTransaction(world.db, async (tx) => {
      const bars = await barsToDepart(tx, ['2'])
      const moves = [burn, deliveredMove(bars)]
      const { entry } = await post(tx, { reference: 'packed', kind: 'packed', causedBy: 'test', moves })
      await departBars(tx, bars, { entry, to: 'somebody' })
    })
    expect(await vaultGrams()).toBe(1010n * unit)
    finalAtOnce(world)
    await attestIn(world)
    expect(await vaultGrams()).toBe(1000n * unit)
    expect(await share('QMGT')).toEqual({ units: 100n * unit, grams: 100n * unit })
    pass()
    const settle = createSettler({ ...depsOf(), signer: accounts.settler }, settlerPolicy)
    for (let under = 1; under > 0; await world.mine()) under = await settle()
    finalAtOnce(world)
    await attestIn(world)
    expect(await share('QMGT')).toEqual({ units: 90n * unit, grams: 90n * unit })
    expect(await supply('QMGT')).toBe(90n * unit)
  })
})

describe('minting', () => {
  test('brings each token up to what was issued, tranche by tranche, once', async () => {
    await tranche(world.db, '100', 'one')
    await tranche(world.db, '50', 'two')
    await tranche(world.db, '7', 'three', 'GAE')
    finalAtOnce(world)
    await attestIn(world)
    const { minted } = await mintIn(world)
    expect(minted.map(({ reference }) => reference)).toEqual(['tranche:one', 'tranche:two', 'tranche:three'])
    expect([await supply('QMGT'), await supply('GAE')]).toEqual([150n * unit, 7n * unit])
    expect(await mintIn(world)).toEqual({ minted: [], failed: [], underWay: 0 })
    expect(await mints()).toHaveLength(3)
    expect(await sentBy(accounts.issuer.address)).toBe(3)
  })

  test('quotes the contract above what was attested, before anything is sent', async () => {
    await tranche(world.db, '100', 'one')
    const refused = await failure(mintIn(world))
    expect(refused).toBeInstanceOf(ProblemForPeople)
    expect(refused.message).toBe(`Minting 100 QMGT is refused by the contract: AboveReserve(0, ${100n * unit}, 0)`)
    expect(await mints()).toEqual([])
  })

  const readyToMint = async () => {
    await tranche(world.db, '100', 'one')
    finalAtOnce(world)
    await attestIn(world)
    pass()
  }

  test('killed before it was sent, the same bytes go out later', async () => {
    await readyToMint()
    world.meddleWith((call, through) => {
      if (call.method === 'eth_sendRawTransaction') throw new Error('killed')
      return through(call)
    })
    await expect(mintRound(depsOf())).rejects.toThrow('killed')
    const [waiting] = await readTranches(world.db)
    expect(waiting?.mint).toMatchObject({ state: 'open' })
    pass()
    await mintRound(depsOf())
    await world.mine(3)
    expect(await mintRound(depsOf())).toMatchObject({ minted: [{ reference: 'tranche:one' }] })
    const [done] = await readTranches(world.db)
    expect(done?.mint).toMatchObject({ state: 'final', hash: waiting?.mint?.hash })
    expect(await supply('QMGT')).toBe(100n * unit)
  })

  test('killed after it was sent, it is found and not sent twice', async () => {
    await readyToMint()
    world.meddleWith(async (call, through) => {
      const answer = await through(call)
      if (call.method === 'eth_sendRawTransaction') throw new Error('killed')
      return answer
    })
    await expect(mintRound(depsOf())).rejects.toThrow('killed')
    pass()
    expect(await mintRound(depsOf())).toMatchObject({ underWay: 1 })
    await world.mine(1)
    expect(await mintRound(depsOf())).toMatchObject({ underWay: 1, minted: [] })
    await world.mine(2)
    expect(await mintRound(depsOf())).toMatchObject({ underWay: 0, minted: [{}] })
    expect(await supply('QMGT')).toBe(100n * unit)
    expect(await mints()).toEqual([{ state: 'final', reason: null }])
  })

  test('by four at once mints once', async () => {
    await readyToMint()
    await Promise.all(Array.from({ length: 4 }, () => mintRound(depsOf())))
    await world.mine(3)
    await Promise.all(Array.from({ length: 4 }, () => mintRound(depsOf())))
    expect(await supply('QMGT')).toBe(100n * unit)
    expect(await mints()).toEqual([{ state: 'final', reason: null }])
    expect(await lines()).toEqual(['open final by issuer'])
  })

  test('that was reverted is told with the reason, and done by a later run', async () => {
    await readyToMint()
    await mintRound(depsOf())
    // The pause pays more, so it comes first in the block.
    const { qmgt } = world.deployed.addresses
    const { client } = world.chain
    const pause = { abi: pauseAbi, address: qmgt, chain: null, gas: 200_000n } as const
    await client.writeContract({
      ...pause,
      functionName: 'pause',
      account: accounts.pauser,
      gasPrice: (await client.getGasPrice()) * 10n,
    })
    await world.mine(3)
    expect(await mintRound(depsOf())).toMatchObject({
      failed: [{ tranche: { reference: 'tranche:one' }, reason: 'EnforcedPause()' }],
    })
    expect(await mints()).toEqual([{ state: 'reverted', reason: 'EnforcedPause()' }])
    await client.writeContract({ ...pause, functionName: 'unpause', account: accounts.admin })
    await world.mine(1)
    finalAtOnce(world)
    expect(await mintIn(world)).toMatchObject({ minted: [{ reference: 'tranche:one' }] })
    expect(await supply('QMGT')).toBe(100n * unit)
    expect(await lines()).toEqual(['open reverted by issuer: EnforcedPause()', 'open final by issuer'])
  })

  test('whose number was used by another transaction is given up and begun anew', async () => {
    await readyToMint()
    world.meddleWith((call, through) => {
      if (call.method === 'eth_sendRawTransaction') throw new Error('killed')
      return through(call)
    })
    await expect(mintRound(depsOf())).rejects.toThrow('killed')
    pass()
    const { client } = world.chain
    await client.sendTransaction({ account: accounts.issuer, to: accounts.issuer.address, chain: null, gas: 21_000n })
    await world.mine(3)
    expect(await mintRound(depsOf())).toMatchObject({ failed: [{ reason: expect.stringContaining('taken') }] })
    finalAtOnce(world)
    await mintIn(world)
    expect(await supply('QMGT')).toBe(100n * unit)
    expect((await mints()).map(({ state }) => state)).toEqual(['lost', 'final'])
  })

  test('is refused when more exists than was issued, as after a stolen mint', async () => {
    await tranche(world.db, '100', 'one')
    finalAtOnce(world)
    await attestIn(world)
    await world.transact(accounts.issuer, 'QMGT', world.deployed.addresses.qmgt, 'issue', [30n * unit])
    const refused = await failure(mintIn(world))
    expect(refused.message).toContain('there is 30 QMGT')
    expect(refused.message).toContain('Reconcile first')
    expect(await supply('QMGT')).toBe(30n * unit)
  })

  test('begins nothing while issuing is stopped, but follows what was begun', async () => {
    await readyToMint()
    await mintRound(depsOf())
    await tranche(world.db, '1', 'two')
    await inTransaction(world.db, (tx) => stopIssuing(tx, 'a closer look'))
    await world.mine(3)
    await expect(mintRound(depsOf())).rejects.toThrow('Issuing is stopped: a closer look')
    expect(await mints()).toEqual([{ state: 'final', reason: null }])
  })
})

const pauseAbi = [
  { type: 'function', name: 'pause', stateMutability: 'nonpayable', inputs: [], outputs: [] },
  { type: 'function', name: 'unpause', stateMutability: 'nonpayable', inputs: [], outputs: [] },
] as const
