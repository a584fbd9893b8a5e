import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { allowIssuing, issuingStopped, stopIssuing } from '@ingot/ledger/issuing'
import { move, settledMove } from '@ingot/ledger/post'
import { advanceSettlements, settlementsOf } from '@ingot/ledger/settlement'
import { redeemMoves } from '@ingot/ledger/vault'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { pad } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { rescanDeposits } from '../src/deposits/watch-deposits.ts'
import { mintRound } from '../src/issuing/mint.ts'
import { reconcile } from '../src/reconciling/reconcile.ts'
import { receivers } from '../src/settling/legs.ts'
import { failEntry } from '../src/settling/make-batch.ts'
import { accounts } from './support/chain.ts'
import { type House, openHouse } from './support/house.ts'
import { attestIn, finalAtOnce, tranche, watchAll } from './support/issuing.ts'
import { addCustomer, type Person, unit, type World } from './support/settling.ts'

const stranger = accounts.stranger.address

let house: House
let world: World
let anna: Person
let ben: Person
beforeEach(async () => {
  house = await openHouse()
  world = house.world
  anna = house.anna
  ben = house.ben
}, 60_000)
afterEach(() => world.close())

const expectClean = async () => {
  const { differences, problem, inFlight } = await house.run()
  expect({ differences, problem }).toEqual({ differences: [], problem: undefined })
  return inFlight
}

const burn = () =>
  house.postMoves(
    redeemMoves(amountOf('QMGT', 10n * unit), houseAccount('QMGT', 'treasury')).map((each) =>
      each.target.purpose === 'issued' ? { ...each, settle: true } : each,
    ),
  )

const settleAll = async () => {
  for (let under = 1; under > 0; await world.mine()) under = await house.settle()
}

describe('a house in order', () => {
  test('is clean, and says how much was compared', async () => {
    const result = await house.run()
    expect(result).toMatchObject({ differences: [], inFlight: [] })
    // Five tokens at ten addresses, and what exists of four of them.
    expect(result.checked).toBe(5 * 10 + 4)
    const { rows } = await sql<{ count: string }>`select count(*) from chain_reconciliations`.execute(world.db)
    expect(rows).toEqual([{ count: '1' }])
  })

  test('stays clean with dust, gifts to the house, unknown amounts, and sends between customers’ wallets', async () => {
    const { treasury, settlement, qmgt } = world.deployed.addresses
    await house.giveUsdt(world.walletOf(anna.salt), 5n)
    await house.giveUsdt(treasury, 3n * unit)
    await house.giveUsdt(settlement, 4n * unit)
    await house.giveUsdt(qmgt, 5n * unit)
    await house.giveUsdt(world.walletOf(ben.salt), 10n ** 40n)
    await world.mine(2)
    expect(await expectClean()).toMatchObject([{ kind: 'not-booked', state: 'too-large' }])
    await house.sendOut(world.walletOf(ben.salt))
    await settleAll()
    await world.mine(2)
    await expectClean()
  })

  test('before the watcher has begun nothing is compared', async () => {
    await sql`delete from chain_cursor`.execute(world.db)
    expect(await reconcile(house.deps)).toBeUndefined()
  })

  test('two at once agree', async () => {
    await house.buy()
    const both = await Promise.all([house.run(), house.run()])
    expect(both.map(({ differences }) => differences)).toEqual([[], []])
  })
})

describe('what is in flight is no difference', () => {
  test('at any stage of a settlement: queued, sent, mined, final, confirmed', async () => {
    const entries = [await house.buy(), await burn(), await house.sendOut(stranger)]
    const stages: string[] = []
    const look = async () => {
      const inFlight = await expectClean()
      const states = await settlementsOf(world.db, entries)
      stages.push(`${[...new Set(states.map(({ state }) => state))].join()} ${inFlight.length}`)
    }
    await look()
    await house.settle()
    await look()
    await world.mine(1)
    await look()
    // Final on the chain and read by the watcher, but the settler has not looked yet.
    await world.mine(2)
    await look()
    await house.settle()
    await look()
    expect(stages).toEqual(['queued 5', 'sent 5', 'sent 5', 'sent 0', 'confirmed 0'])
  })

  test('while grams are burnt whose bars have left', async () => {
    await house.postMoves([
      settledMove(amountOf('QMGT', 2n * unit), {
        from: houseAccount('QMGT', 'treasury'),
        to: customerAccount(anna.id, 'QMGT', 'withdrawing'),
      }),
    ])
    await settleAll()
    await expectClean()
    await house.postMoves([
      settledMove(amountOf('QMGT', 2n * unit), {
        from: customerAccount(anna.id, 'QMGT', 'withdrawing'),
        to: houseAccount('QMGT', 'issued'),
      }),
      move(amountOf('XAU', 2n * unit), {
        from: houseAccount('XAU', 'allocated'),
        to: houseAccount('XAU', 'outside'),
      }),
    ])
    await expectClean()
    await settleAll()
    await world.mine(2)
    expect(await expectClean()).toEqual([])
  })

  test('when the settler is ahead of the watcher', async () => {
    await watchAll(world)
    await house.buy()
    await house.sendOut(stranger)
    await settleAll()
    await world.mine(3)
    const behind = await reconcile(house.deps)
    expect(behind).toMatchObject({ differences: [], inFlight: [{}, {}, {}, {}] })
    expect(await expectClean()).toEqual([])
  })

  test('when a send failed, and when it went back to its customer', async () => {
    const entry = await house.sendOut(stranger)
    const advance = (change: Parameters<typeof advanceSettlements>[2]) =>
      inTransaction(world.db, (tx) => advanceSettlements(tx, [entry], change))
    await advance({ state: 'failed', reason: 'the batch was reverted' })
    expect(await expectClean()).toMatchObject([{ kind: 'settlement', state: 'failed', units: 7n * unit }])
    await advance({ state: 'queued' })
    await inTransaction(world.db, async (tx) => failEntry(tx, await settlementsOf(tx, [entry]), 'it cannot be done'))
    expect(await expectClean()).toEqual([])
  })

  test('while a tranche waits, is being minted, is mined and is final', async () => {
    const deps = { ...house.deps, signer: accounts.issuer }
    await tranche(world.db, '50', 'second')
    expect(await expectClean()).toMatchObject([{ kind: 'mint', state: 'waiting' }])
    finalAtOnce(world)
    await attestIn(world)
    world.meddleWith((call, pass) => pass(call))
    await mintRound(deps)
    expect(await expectClean()).toMatchObject([{ kind: 'mint', state: 'open' }])
    await world.mine(1)
    expect(await expectClean()).toMatchObject([{ kind: 'mint', state: 'open' }])
    await world.mine(2)
    // On the chain for good, while our row does not know.
    expect(await expectClean()).toEqual([])
    await mintRound(deps)
    expect(await expectClean()).toEqual([])
  })
})

describe('drift', () => {
  const alarm = async () => {
    const { rows } = await sql<{ text: string }>`
      select text from chain_alarms where name = 'reconciliation'`.execute(world.db)
    return rows[0]?.text
  }

  test('a stolen mint is seen in supply and treasury, stops issuing, and says what differs', async () => {
    await tranche(world.db, '50', 'second')
    finalAtOnce(world)
    await attestIn(world)
    world.meddleWith((call, pass) => pass(call))
    await world.transact(accounts.issuer, 'QMGT', world.deployed.addresses.qmgt, 'issue', [20n * unit])
    await world.mine(2)
    const { differences } = await house.run()
    expect(differences).toEqual([
      expect.objectContaining({
        token: 'QMGT',
        owner: 'house',
        ledger: '150',
        inFlight: '-50',
        chain: '120',
        difference: '20',
      }),
      expect.objectContaining({
        token: 'QMGT',
        place: 'supply',
        owner: null,
        ledger: '150',
        chain: '120',
        difference: '20',
      }),
    ])
    expect(await alarm()).toContain('QMGT supply: 20')
    expect(await issuingStopped(world.db)).toMatchObject([{ by: 'reconciliation', reason: await alarm() }])
    await expect(tranche(world.db, '1', 'third')).rejects.toThrow('IssuingStopped')
  })

  test('a token moved by a stolen settler key is seen in both wallets, and a later clean run allows issuing again', async () => {
    await house.buy()
    await settleAll()
    await world.mine(2)
    await expectClean()
    const { settlement, usdt } = world.deployed.addresses
    const steal = (id: bigint, from: Person, to: Person) => {
      const legs = [{ token: usdt, from: from.salt, receiver: receivers.wallet, to: to.salt, amount: 9n * unit }]
      return world.transact(accounts.settler, 'Settlement', settlement, 'settle', [[{ id, legs }]])
    }
    await steal(10n ** 9n, anna, ben)
    await world.mine(2)
    const { differences } = await house.run()
    expect(differences.map(({ owner, difference }) => [owner, difference])).toEqual([
      [`customer:${anna.id}`, '-9'],
      [`customer:${ben.id}`, '9'],
    ])
    expect(await issuingStopped(world.db)).toHaveLength(1)
    await inTransaction(world.db, (tx) => stopIssuing(tx, 'by hand'))
    await steal(10n ** 9n + 1n, ben, anna)
    await world.mine(2)
    await expectClean()
    expect(await alarm()).toBeUndefined()
    // What a person has stopped, a person lets go on.
    expect(await issuingStopped(world.db)).toMatchObject([{ by: 'operator' }])
    await inTransaction(world.db, (tx) => allowIssuing(tx))
  })

  test('a settlement that happened under a known id with other legs is seen', async () => {
    const entry = await house.buy()
    const { settlement, usdt } = world.deployed.addresses
    const leg = { receiver: receivers.outside, to: pad(stranger), amount: 131n * unit }
    const legs = [{ token: usdt, from: anna.salt, ...leg }]
    await world.transact(accounts.settler, 'Settlement', settlement, 'settle', [[{ id: entry, legs }]])
    await world.mine(2)
    const { differences } = await house.run()
    expect(differences.map(({ token, owner, difference }) => `${token} ${owner} ${difference}`).sort()).toEqual([
      `QMGT customer:${anna.id} -1`,
      'QMGT house 1',
      'USDT house -131',
    ])
  })

  test('a ledger entry without the chain is seen, whatever it is', async () => {
    await house.postMoves([
      move(amountOf('USDT', unit), { from: houseAccount('USDT', 'outside'), to: house.annasUsdt }),
      move(amountOf('QMGT', 2n * unit), {
        from: houseAccount('QMGT', 'issued'),
        to: customerAccount(ben.id, 'QMGT', 'available'),
      }),
    ])
    const { differences } = await house.run()
    expect(
      differences.map(({ token, place, difference }) => `${token} ${place === 'supply'} ${difference}`).sort(),
    ).toEqual(['QMGT false -2', 'QMGT true -2', 'USDT false -1'])
  })

  test('an owner without a wallet is seen', async () => {
    await house.postMoves([
      settledMove(amountOf('USDT', unit), {
        from: house.annasUsdt,
        to: customerAccount('nobody', 'USDT', 'available'),
      }),
    ])
    await house.settle()
    await expectClean()
    await house.postMoves([
      move(amountOf('USDT', unit), { from: house.annasUsdt, to: customerAccount('nobody', 'USDT', 'available') }),
    ])
    const { differences } = await house.run()
    expect(differences.map(({ place, difference }) => [place, difference])).toContainEqual(['customer:nobody', '-1'])
  })

  test('a deposit that a node kept silent about is named, but does not stop issuing', async () => {
    const cleo = await addCustomer(world.db, 'cleo')
    await house.giveUsdt(world.walletOf(cleo.salt), 1n)
    await world.mine(2)
    world.meddleWith(async (call, pass) => (call.method === 'eth_getLogs' ? [] : pass(call)))
    await watchAll(world)
    world.meddleWith((call, pass) => pass(call))
    const { differences } = await house.run()
    expect(differences).toMatchObject([{ owner: `customer:${cleo.id}`, difference: '0.000000000000000001' }])
    expect(await alarm()).toContain(cleo.id)
    expect(await issuingStopped(world.db)).toEqual([])
    await rescanDeposits(house.deps, 0n)
    await expectClean()
    expect(await alarm()).toBeUndefined()
  })
})

describe('a run that cannot be finished', () => {
  test('because the node has forgotten the block is a problem and no drift, and changes nothing', async () => {
    await inTransaction(world.db, (tx) => stopIssuing(tx, 'drift before', 'reconciliation'))
    world.meddleWith((call, pass) => {
      if (call.method === 'eth_call') throw Object.assign(new Error('missing trie node 1234'), { code: -32_000 })
      return pass(call)
    })
    const result = await reconcile(house.deps)
    expect(result).toMatchObject({ differences: [], checked: 0, problem: expect.stringContaining('missing trie node') })
    expect(await issuingStopped(world.db)).toHaveLength(1)
  })

  test('because the block is another one now', async () => {
    await sql`update chain_cursor set hash = ${`0x${'12'.repeat(32)}`}`.execute(world.db)
    expect(await reconcile(house.deps)).toMatchObject({ problem: expect.stringContaining('another one') })
  })

  test('and one that was overtaken decides nothing', async () => {
    await house.run()
    await sql`update chain_reconciliations set block = block + 100`.execute(world.db)
    await house.postMoves([
      move(amountOf('USDT', unit), { from: houseAccount('USDT', 'outside'), to: house.annasUsdt }),
    ])
    expect((await house.run()).differences).toHaveLength(1)
    expect(await issuingStopped(world.db)).toEqual([])
  })
})
