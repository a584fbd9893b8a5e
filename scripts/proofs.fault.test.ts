import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { proofOf } from '@ingot/api/features/proofs/service'
import { findUnderWay } from '@ingot/api/features/proofs/store'
import { rebuild } from '@ingot/api/features/proofs/taking'
import { anchorAbi } from '@ingot/chain/anchoring/anchor-abi'
import { readDeployed } from '@ingot/chain/deployed'
import { connectNode } from '@ingot/chain/node'
import { connect, type Db } from '@ingot/db/connect'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { checkProof } from '@ingot/proof/check'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { root } from './stack.ts'
import { killNow, openKillableStack } from './test-killable-stack.ts'
import { createRandom, seed } from './test-random.ts'

const breakages = 4
const people = 12
const patience = { timeout: 60_000, interval: 250 }

let stack: Awaited<ReturnType<typeof openKillableStack>>
afterAll(() => stack?.remove())

const addPeople = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
    select 'proof' || n || '@people.example', 'proof' || n, '', now(), lpad(n::text, 8, '0'), lpad(n::text, 64, '0'), now()
    from generate_series(1, ${people}) n returning id`.execute(db)
  return rows.map(({ id }) => id)
}

const takeSnapshot = (data: string) =>
  spawn(process.execPath, [join(root, 'scripts/reserves.ts'), 'snapshot'], {
    env: { PATH: process.env.PATH, INGOT_DATA: data, NODE_ENV: 'development' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })

type Row = { number: string; hash: string; previous: string | null; anchored: string | null }

const listAll = async (db: Db): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select s.number, '0x' || encode(s.hash, 'hex') as hash, '0x' || (s.header ->> 'previous') as previous,
      '0x' || encode(a.hash, 'hex') as anchored
    from proof_snapshots s left join chain_anchors a on a.kind = 'snapshot' and a.number = s.number
    order by s.number`.execute(db)
  return rows
}

test(`snapshots and anchors that are killed ${breakages} times end whole, one of each number (seed ${seed})`, async () => {
  const random = createRandom(seed)
  stack = await openKillableStack()
  await stack.start()
  const db = connect(stack.databaseUrl(), { part: 'test', max: 4 })
  const ids = await addPeople(db)
  let posted = 0
  const pay = async (id = ids[random(people)] ?? '') => {
    const to = customerAccount(id, 'GDS', 'available')
    const moves = [move(amountOf('GDS', BigInt(1 + random(1e9))), { from: houseAccount('GDS', 'outside'), to })]
    await post(db, { reference: `proof:${posted++}`, kind: 'test', causedBy: 'test', moves })
  }
  for (const id of ids) await pay(id)

  for (let broken = 0; broken < breakages; broken++) {
    const command = takeSnapshot(stack.data)
    const ended = once(command, 'exit')
    await pay()
    // While it is made, or a moment after it is done and goes to the chain.
    await Promise.race([ended, vi.waitUntil(async () => (await findUnderWay(db)) !== undefined, patience)])
    await sleep(random(600))
    const { chain, worker } = await stack.pids()
    killNow(command.pid, [chain, worker, undefined][random(3)])
    await ended
  }
  // The first goes on with what was begun, if anything was.
  for (const _ of [1, 2]) expect((await once(takeSnapshot(stack.data), 'exit'))[0]).toBe(0)

  await vi.waitFor(async () => {
    const waiting = (await listAll(db)).filter(({ anchored }) => anchored === null)
    expect(waiting).toEqual([])
  }, patience)
  const all = await listAll(db)
  expect(all.length).toBeGreaterThan(1)
  const { CHAIN_RPC_URL = '', CHAIN_ADDRESSES = '' } = await stack.chain()
  const address = readDeployed(CHAIN_ADDRESSES).addresses.anchor ?? '0x'
  const node = connectNode(CHAIN_RPC_URL)
  for (const [index, { number, hash, previous, anchored }] of all.entries()) {
    expect(number).toBe(String(index + 1))
    expect(previous).toBe(all[index - 1]?.hash ?? null)
    expect(anchored).toBe(hash)
    const args = [BigInt(number)] as const
    expect(await node.readContract({ address, abi: anchorAbi, functionName: 'hashOf', args })).toBe(hash)
    expect(await rebuild(db, Number(number))).toEqual([])
  }
  for (const id of ids) {
    const checked = await checkProof(await proofOf(db, id), { anchorHash: all.at(-1)?.hash.slice(2) })
    expect(checked).toMatchObject({ ok: true, number: all.length })
  }
  await db.destroy()
}, 240_000)
