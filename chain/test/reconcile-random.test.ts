import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { type Move, post, settledMove } from '@ingot/ledger/post'
import { sendMoves } from '@ingot/ledger/send'
import { redeemMoves } from '@ingot/ledger/vault'
import { verifyLedger } from '@ingot/ledger/verify'
import { amountOf } from '@ingot/money/amount'
import { zeroHash } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { watchDeposits } from '../src/deposits/watch-deposits.ts'
import { mintRound } from '../src/issuing/mint.ts'
import { reconcile } from '../src/reconciling/reconcile.ts'
import { createSettler, settlerPolicy } from '../src/settling/settler.ts'
import { accounts } from './support/chain.ts'
import { attestIn, fillVault, finalAtOnce, tranche, watchAll } from './support/issuing.ts'
import { addCustomer, openWorld, unit, type World } from './support/settling.ts'

const steps = 50

/** The same numbers for the same seed (mulberry32). */
function randomOf(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

let world: World
afterEach(() => world.close())

async function openActions(random: (below: number) => number) {
  const { db, node, deployed, readBook } = world
  const deps = { db, node, deployed, readBook }
  const people = [await addCustomer(db, 'anna'), await addCustomer(db, 'ben'), await addCustomer(db, 'cleo')]
  const settle = createSettler({ ...deps, signer: accounts.settler }, { ...settlerPolicy, resendSeconds: 0 })
  const someone = () => people[random(people.length)] ?? { id: '', salt: zeroHash }
  let count = 0
  const name = () => `random:${count++}`
  const postMoves = (moves: Move[], details = {}) =>
    post(db, { reference: name(), kind: 'test', causedBy: 'test', moves, details })

  /** A part of what somebody has, if that is anything. */
  const partOf = async (id: string) => {
    const account = customerAccount(id, 'USDT', 'available')
    const { units } = await balanceOf(db, account)
    return { account, units: units === 0n ? 0n : 1n + (units * BigInt(random(1000))) / 2000n }
  }

  const give = async (to: `0x${string}`) => {
    const units = random(4) === 0 ? 7n : BigInt(1 + random(500)) * unit
    await world.transact(accounts.deployer, 'TestUsdt', deployed.addresses.usdt, 'mint', [to, units])
  }

  const actions: Record<string, () => Promise<unknown>> = {
    deposit: () => give(world.walletOf(someone().salt)),
    gift: () => give([deployed.addresses.treasury, deployed.addresses.settlement][random(2)] ?? '0x'),
    buy: async () => {
      const { id } = someone()
      const { account, units } = await partOf(id)
      const grams = (await balanceOf(db, houseAccount('QMGT', 'treasury'))).units / 10n
      if (units === 0n || grams === 0n) return
      await postMoves([
        settledMove(amountOf('USDT', units), { from: account, to: houseAccount('USDT', 'fees') }),
        settledMove(amountOf('QMGT', grams), {
          from: houseAccount('QMGT', 'treasury'),
          to: customerAccount(id, 'QMGT', 'available'),
        }),
      ])
    },
    pay: async () => {
      const [from, to] = [someone(), someone()]
      const { account, units } = await partOf(from.id)
      if (units === 0n || from.id === to.id) return
      await postMoves([
        settledMove(amountOf('USDT', units), { from: account, to: customerAccount(to.id, 'USDT', 'available') }),
      ])
    },
    // To a stranger, to a wallet of ours, or to nowhere, which goes back.
    send: async () => {
      const { account, units } = await partOf(someone().id)
      if (units === 0n) return
      const to = [accounts.stranger.address, world.walletOf(someone().salt), 'nowhere'][random(3)]
      await postMoves(sendMoves(amountOf('USDT', units), account), { to })
    },
    burn: async () => {
      const account = houseAccount('QMGT', 'treasury')
      const units = (await balanceOf(db, account)).units / 20n
      if (units === 0n) return
      const moves = redeemMoves(amountOf('QMGT', units), account)
      await postMoves(moves.map((each): Move => (each.amount.asset === 'QMGT' ? { ...each, settle: true } : each)))
    },
    issue: async () => {
      await tranche(db, String(1 + random(9)), name().replace(':', '-'))
      finalAtOnce(world)
      await attestIn(world)
      world.meddleWith((call, pass) => pass(call))
    },
    mint: () => mintRound({ ...deps, signer: accounts.issuer }),
    settle,
    mine: () => world.mine(1 + random(3)),
    watch: () => watchDeposits(deps),
  }
  return { deps, actions, settle }
}

test.each([1, 20261115])(
  'ledger and chain agree after each of %s’s random steps, and in the end nothing is in flight',
  async (seed) => {
    world = await openWorld()
    await fillVault(world.db, '1000')
    const random = randomOf(seed)
    const { deps, actions, settle } = await openActions(random)
    await world.mine(3)
    await watchAll(world)
    const names = Object.keys(actions)
    const done: string[] = []
    for (let step = 0; step < steps; step++) {
      const name = names[random(names.length)] ?? ''
      done.push(name)
      await actions[name]?.()
      const run = await reconcile(deps)
      expect({ differences: run?.differences, problem: run?.problem }, done.join(' ')).toEqual({ differences: [] })
    }
    for (let calm = 0; calm < 2; ) {
      const { underWay } = await mintRound({ ...deps, signer: accounts.issuer })
      calm = (await settle()) + underWay === 0 ? calm + 1 : 0
      await world.mine(3)
    }
    await watchAll(world)
    expect(await reconcile(deps)).toMatchObject({ differences: [], inFlight: [] })
    expect(await verifyLedger(world.db, undefined)).toMatchObject({ ok: true })
  },
  120_000,
)
