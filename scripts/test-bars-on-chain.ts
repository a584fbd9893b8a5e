import { runChainCommand } from '@ingot/chain/command'
import { readDeployed } from '@ingot/chain/deployed'
import { issuingAbi } from '@ingot/chain/issuing-abi'
import { connectNode } from '@ingot/chain/node'
import type { Db } from '@ingot/db/connect'
import type { WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { readBars } from '@ingot/ledger/vault'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { expectBacking } from './test-backing.ts'
import { killNow, type openKillableStack } from './test-killable-stack.ts'
import { openMortals } from './test-mortal.ts'
import { createRandom, type Random, seed } from './test-random.ts'
import { expectRest } from './test-rest.ts'
import type { WithdrawalRun } from './test-withdrawal-worker.ts'

// Bars that leave a whole stack, whose chain is killed now and then, and so is whoever books them.

/** What becomes of a withdrawal, act by act, and in which state each leaves it. */
const fates: Record<string, [WithdrawalRun['act'], WithdrawalState][]> = {
  delivered: [
    ['approve', 'Approved'],
    ['pack', 'Packed'],
    ['send', 'Delivered'],
  ],
  cancelled: [
    ['approve', 'Approved'],
    ['end', 'Cancelled'],
  ],
  credited: [
    ['approve', 'Approved'],
    ['pack', 'Packed'],
    ['send', 'Lost'],
    ['credit', 'Credited'],
  ],
  replaced: [
    ['approve', 'Approved'],
    ['pack', 'Packed'],
    ['send', 'Lost'],
    ['replace', 'Replaced'],
  ],
  assayed: [
    ['approve', 'Approved'],
    ['pack', 'Packed'],
    ['send', 'Returned'],
    ['credit', 'Credited'],
  ],
}

/** Nothing of these touches the books. */
const quiet: readonly WithdrawalRun['act'][] = ['approve', 'send']

type Taking = {
  stack: Awaited<ReturnType<typeof openKillableStack>>
  db: Db
  customer: string
  /** A GAE with a few grams, of which every other one is given. */
  holding: string
}

type World = Taking & {
  random: Random
  workers: ReturnType<typeof openMortals<WithdrawalRun>>
  chainDeaths: number
}

const mostChainDeaths = 2

const shuffled = <T>(random: Random, all: readonly T[]): T[] => {
  const left = [...all]
  return all.flatMap(() => left.splice(random(left.length), 1))
}

type Bar = { id: string; refiner: string; serial: string; fineness: string }

/** A bar of one gram that is in and kept for nobody. */
const freeBar = async (db: Db): Promise<Bar> => {
  const { rows } = await sql<Bar>`
    select id::text as id, refiner, serial, fineness::text as fineness from vault_bars b where gross_grams = 1
      and not exists (select from vault_departures d where d.bar = b.id)
      and not exists (select from bar_reservations r where r.bar = b.id) order by id limit 1`.execute(db)
  if (!rows[0]) throw new Error('there is no bar left')
  return rows[0]
}

type Found = { id: string; state: WithdrawalState }

const newest = async ({ db, customer }: World, after: readonly string[]): Promise<Found | undefined> => {
  const { rows } = await sql<Found>`
    select id, state from withdrawals where customer = ${customer} and not id = any(${[...after]}::uuid[])
    order by number desc limit 1`.execute(db)
  return rows[0]
}

const known = async ({ db, customer }: World): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from withdrawals where customer = ${customer}`.execute(db)
  return rows.map(({ id }) => id)
}

const stateOf = async (db: Db, id: string): Promise<WithdrawalState | undefined> => {
  const { rows } = await sql<{ state: WithdrawalState }>`select state from withdrawals where id = ${id}`.execute(db)
  return rows[0]?.state
}

/** Whoever does it dies on the way, one time in three; the chain's worker beside it, but seldom: it is given up if it dies too often. */
const run = async (world: World, act: WithdrawalRun['act'], given: unknown[]) => {
  const { stack, random, workers } = world
  if (world.chainDeaths < mostChainDeaths && random(4) === 0) {
    world.chainDeaths += 1
    killNow((await stack.pids()).chain)
  }
  const order: WithdrawalRun = { at: Date.now(), act, given }
  await workers.run(random(3) === 0 ? { ...order, dieAt: 1 + random(20), during: random(2) === 0 } : order)
}

/** Until it is done: whoever died has done it or not. */
const until = async (isDone: () => Promise<boolean>, again: () => Promise<void>) => {
  for (let tries = 0; tries < 20; tries++) {
    await again()
    if (await isDone()) return
  }
  throw new Error('it was never done')
}

const request = async (world: World, isOfHolding: boolean): Promise<{ id: string; bar: Bar }> => {
  const { db, customer, holding } = world
  const before = await known(world)
  const bar = await freeBar(db)
  await until(
    async () => (await newest(world, before)) !== undefined,
    async () => {
      // What was only chosen by whoever died is given up.
      await sql`delete from bar_reservations where withdrawal is null`.execute(db)
      await sql`
        update withdrawal_choices set released_at = now() where order_id is null and released_at is null`.execute(db)
      const of = isOfHolding ? { holding, asset: 'GAE' } : {}
      await run(world, 'request', [{ customer, parcels: [[bar.id]], ...of }])
    },
  )
  return { id: (await newest(world, before))?.id ?? '', bar }
}

const givenTo = async (
  { db }: World,
  act: WithdrawalRun['act'],
  { id, bar: { refiner, serial, fineness } }: { id: string; bar: Bar },
  state: WithdrawalState,
): Promise<unknown[]> => {
  if (act === 'send') return [id, state]
  if (act === 'replace') return [id, [(await freeBar(db)).id]]
  if (act !== 'credit') return [id]
  const isLost = (await stateOf(db, id)) === 'Lost'
  return [id, isLost, isLost ? [] : [{ refiner, serial, fineness, grossGrams: '1' }]]
}

/** Ledger, chain and vault agree, and what is attested then is what lies in the register. */
const expectAgreement = async ({ stack, db }: World) => {
  const env = await stack.chain()
  const [node, deployed] = [connectNode(env.CHAIN_RPC_URL ?? ''), readDeployed(env.CHAIN_ADDRESSES ?? '')]
  await expectRest({ db, node, deployed })
  await expectBacking(db)
  await runChainCommand(['attest'], { db, env, print: () => undefined })
  const attested = await node.readContract({
    ...{ address: deployed.addresses.reserve, abi: issuingAbi, functionName: 'vaultGrams', blockTag: 'finalized' },
  })
  expect(attested).toBe((await readBars(db)).reduce((sum, { fine }) => sum + fine.units, 0n))
}

/** One withdrawal of each fate, in any order; ledger, chain, vault and attestation agree after every act that books something. */
export const takeBarsOut = async (taking: Taking) => {
  const random = createRandom(seed * 13)
  const workers = openMortals<WithdrawalRun>('test-withdrawal-worker.ts', { DATABASE_URL: taking.stack.databaseUrl() })
  const world: World = { ...taking, random, workers, chainDeaths: 0 }
  try {
    for (const [index, name] of shuffled(random, Object.keys(fates)).entries()) {
      const asked = await request(world, index % 2 === 0)
      await expectAgreement(world)
      for (const [act, state] of fates[name] ?? []) {
        await until(
          async () => (await stateOf(taking.db, asked.id)) === state,
          async () => {
            // Who died after it had left brings it to its end.
            const isSent = act === 'send' && (await stateOf(taking.db, asked.id)) === 'Sent'
            await run(world, isSent ? 'moveOn' : act, await givenTo(world, act, asked, state))
          },
        )
        if (!quiet.includes(act)) await expectAgreement(world)
      }
    }
  } finally {
    await workers.close()
  }
}
