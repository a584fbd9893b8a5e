import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runChainCommand } from '@ingot/chain/command'
import { readDeployed } from '@ingot/chain/deployed'
import { connectNode } from '@ingot/chain/node'
import { walletAddress } from '@ingot/chain/wallets'
import { connect, type Db } from '@ingot/db/connect'
import { isUnavailable } from '@ingot/db/unavailable'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { LedgerError } from '@ingot/ledger/ledger-error'
import { type Move, move, post, settledMove } from '@ingot/ledger/post'
import { sendMoves } from '@ingot/ledger/send'
import { takeInBar } from '@ingot/ledger/vault'
import { amountOf } from '@ingot/money/amount'
import { sandboxClient } from '@ingot/sandbox/client'
import { sql } from 'kysely'
import { type Address, erc20Abi, formatUnits, getAbiItem, type Hex, zeroAddress } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { root } from './stack.ts'
import { killNow, openKillableStack } from './test-killable-stack.ts'
import { createRandom, seed, soakMinutes } from './test-random.ts'
import { expectRest } from './test-rest.ts'

/** Without a soak: how many times something is broken. */
const breakages = 14
const orderPatience = { timeout: 60_000 }
const unit = 10n ** 18n
const dust = '0.000001'
const strangers: Address[] = [
  '0x00000000000000000000000000000000000A11cE',
  '0x0000000000000000000000000000000000000B0b',
]

let stack: Awaited<ReturnType<typeof openKillableStack>>
const secondWorkers: ChildProcess[] = []

afterAll(() => {
  for (const worker of secondWorkers) worker.kill('SIGKILL')
  stack?.remove()
})

type Person = { id: string; wallet: Address }

const addPeople = async (db: Db, walletOf: (salt: Hex) => Address): Promise<Person[]> => {
  const { rows } = await sql<{ id: string; salt: Hex }>`
    insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
    select 'fault' || n || '@people.example', 'fault' || n, '', now(), lpad(n::text, 8, '0'), lpad(n::text, 64, '0'), now()
    from generate_series(1, 6) n returning id, '0x' || encode(wallet_salt, 'hex') as salt`.execute(db)
  return rows.map(({ id, salt }) => ({ id, wallet: walletOf(salt) }))
}

/** What somebody does with gold and dollars, as entries of the ledger. */
const orderOf = (random: (below: number) => number, people: Person[]): { moves: Move[]; to?: Address } => {
  const pick = <T>(list: T[]) => list[random(list.length)] as T
  const [one, other] = [pick(people), pick(people)]
  const units = BigInt(1 + random(50)) * unit
  const dollars = amountOf('USDT', units)
  const gold = amountOf('QMGT', units / 100n)
  const purse = customerAccount(one.id, 'USDT', 'available')
  const safe = customerAccount(one.id, 'QMGT', 'available')
  const treasury = { dollars: houseAccount('USDT', 'treasury'), gold: houseAccount('QMGT', 'treasury') }
  const orders: (() => { moves: Move[]; to?: Address })[] = [
    () => ({
      moves: [
        settledMove(dollars, { from: purse, to: treasury.dollars }),
        settledMove(gold, { from: treasury.gold, to: safe }),
      ],
    }),
    () => ({
      moves: [
        settledMove(gold, { from: safe, to: treasury.gold }),
        settledMove(dollars, { from: treasury.dollars, to: purse }),
      ],
    }),
    () => ({
      moves:
        one === other
          ? [settledMove(dollars, { from: purse, to: treasury.dollars })]
          : [settledMove(dollars, { from: purse, to: customerAccount(other.id, 'USDT', 'available') })],
    }),
    () => ({ moves: sendMoves(dollars, purse), to: pick(strangers) }),
    () => ({ moves: sendMoves(gold, safe), to: pick(strangers) }),
    () => ({
      moves: [
        settledMove(gold, { from: safe, to: houseAccount('QMGT', 'issued') }),
        move(amountOf('XAU', gold.units), {
          from: houseAccount('XAU', 'allocated'),
          to: houseAccount('XAU', 'unallocated'),
        }),
      ],
    }),
  ]
  return pick(orders)()
}

/** Orders one after the other; each is posted again under its name until the database has taken or refused it. */
const orderUntil = async (
  db: Db,
  people: Person[],
  trader: number,
  orders: { taken: number },
  stopped: () => boolean,
) => {
  const random = createRandom(seed * 31 + trader)
  for (let n = 0; !stopped(); n++) {
    const { moves, to } = orderOf(random, people)
    const entry = {
      reference: `order:${trader}:${n}`,
      kind: 'order',
      causedBy: 'test',
      moves,
      details: to ? { to } : {},
    }
    for (let done = false; !done && !stopped(); ) {
      try {
        await post(db, entry)
        orders.taken++
        done = true
      } catch (error) {
        // Too little is there, which the database has said by itself.
        if (error instanceof LedgerError) done = true
        else if (!isUnavailable(error)) throw error
        await sleep(20)
      }
    }
    await sleep(10 + random(60))
  }
}

const payUntil = async (people: Person[], treasury: Address, stopped: () => boolean) => {
  const { chain } = sandboxClient(stack.sandbox)
  const random = createRandom(seed * 17)
  while (!stopped()) {
    const kind = random(10)
    const address = kind === 0 ? treasury : (people[random(people.length)]?.wallet ?? treasury)
    const amount = kind === 1 ? dust : String(1 + random(300))
    // Whether a payment was made although its answer was lost is told by the chain in the end.
    await chain.faucet({ address, asset: 'USDT', amount }).catch(() => undefined)
    await sleep(50 + random(150))
  }
}

/** Breaks something, or has the node misbehave for a while. */
const breakSomething = async (random: (below: number) => number, step: number) => {
  const { chain, control } = sandboxClient(stack.sandbox)
  const pids = await stack.pids()
  const times = 1 + random(20)
  // Each in turn, so that even a short run has them all; the moment is what chance decides.
  const acts: (() => unknown)[] = [
    () => killNow(pids.chain),
    () => control.set('chain', { fault: 'drop', times }),
    () => killNow(pids.sandbox),
    () => chain.reorg({ depth: 2 }),
    () => killNow(stack.postmaster()),
    () => control.set('chain', { fault: 'forget', times: 3 }),
    () => control.set('chain', { fault: 'slow', delayMs: 400, times }),
    () => chain.reorg({ depth: 1, drop: true }),
    () => control.set('chain', { fault: 'wrong', answer: 'error', times }),
    () => control.set('chain', { fault: 'twice', times }),
    () => control.set('chain', { fault: 'lose', times }),
    () => killNow(pids.chain, pids.sandbox, stack.postmaster()),
    () => control.set('chain', { fault: 'wrong', answer: 'stale', times }),
    () => control.set('chain', { fault: 'refuse', answer: 'temporary', times }),
  ]
  // A sandbox that was just killed cannot be told to misbehave, and needs not.
  await Promise.resolve(acts[step % acts.length]?.()).catch(() => undefined)
}

test(`the chain follows the ledger through everything that breaks (seed ${seed})`, async () => {
  stack = await openKillableStack()
  await stack.start()
  const settings = await stack.chain()
  const deployed = readDeployed(settings.CHAIN_ADDRESSES ?? '')
  const { addresses } = deployed
  const node = connectNode(settings.CHAIN_RPC_URL ?? '')
  const db = connect(stack.databaseUrl(), { part: 'test', max: 8 })
  const env = { ...process.env, ...settings, DATABASE_URL: stack.databaseUrl() }
  const command = (...words: string[]) => runChainCommand(words, { db, env, print: () => undefined })
  const people = await addPeople(db, (salt) => walletAddress(addresses, salt))
  await db
    .transaction()
    .execute((tx) => takeInBar(tx, { refiner: 'Refiner', serial: 'F1', fineness: '1000', grossGrams: '20000' }, 'test'))
  await command('tranche', 'QMGT', '10000', '--name', 'fault')
  await command('attest')
  await command('mint')
  // Started by mistake: a second worker with the same key.
  secondWorkers.push(spawn(process.execPath, [join(root, 'chain/src/worker.ts')], { env, stdio: 'ignore' }))

  let stopped = false
  const isStopped = () => stopped
  const orders = { taken: 0 }
  const busy = Promise.all([
    orderUntil(db, people, 1, orders, isStopped),
    orderUntil(db, people, 2, orders, isStopped),
    payUntil(people, addresses.treasury, isStopped),
  ])
  const random = createRandom(seed)
  const deadline = Date.now() + soakMinutes * 60_000
  for (let step = 0; step < breakages || Date.now() < deadline; step++) {
    // Not more often than the supervisor brings parts back within a minute.
    await sleep(soakMinutes ? 4_000 + random(4_000) : 1_000 + random(1_500))
    // On a busy machine the first payments take their time, and what nobody uses is not worth breaking.
    await expect.poll(() => orders.taken, orderPatience).toBeGreaterThan(step + 1)
    await breakSomething(random, step)
  }
  await expect
    .poll(
      () =>
        sandboxClient(stack.sandbox)
          .control.clear('chain')
          .then(
            () => true,
            () => false,
          ),
      { timeout: 60_000 },
    )
    .toBe(true)
  stopped = true
  await busy
  expect(orders.taken).toBeGreaterThan(breakages)

  await expectRest({ db, node, deployed })

  const paid = await node.getLogs({
    address: addresses.usdt,
    event: getAbiItem({ abi: erc20Abi, name: 'Transfer' }),
    args: { from: zeroAddress, to: people.map(({ wallet }) => wallet) },
    fromBlock: 0n,
  })
  const credited = await sql<{ units: string }>`
    select coalesce(sum(m.units), 0) as units from ledger_moves m join ledger_accounts s on s.id = m.source
      join ledger_accounts t on t.id = m.target
    where s.owner = 'house' and s.purpose = 'outside' and m.asset = 'USDT' and t.owner <> 'house'`.execute(db)
  const sumPaid = paid.reduce((sum, { args: { value = 0n } }) => (value < unit / 100n ? sum : sum + value), 0n)
  expect(BigInt(credited.rows[0]?.units ?? 0), 'each payment credited once').toBe(sumPaid)

  const left = await sql<{ asset: string; units: string }>`
    select m.asset, sum(m.units) as units from ledger_moves m join ledger_accounts t on t.id = m.target
    where t.owner = 'house' and t.purpose = 'outside' group by m.asset`.execute(db)
  const sent = new Map(left.rows.map(({ asset, units }) => [asset, BigInt(units)]))
  for (const [asset, address] of [
    ['USDT', addresses.usdt],
    ['QMGT', addresses.qmgt],
  ] as const) {
    const held = await Promise.all(
      strangers.map((stranger) =>
        node.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [stranger] }),
      ),
    )
    expect(sent.get(asset) ?? 0n, `each send of ${asset} arrived once`).toBe(held.reduce((a, b) => a + b, 0n))
  }
  console.log(
    `${orders.taken} orders and ${paid.length} payments, ${formatUnits(sumPaid, 18)} USDT: each settled once (seed ${seed})`,
  )
  await db.destroy()
  for (const worker of secondWorkers.splice(0)) worker.kill('SIGKILL')
  expect(await stack.stop()).toBe(0)
})
