import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { rowsTable } from '@ingot/api/test-writes'
import { connect } from '@ingot/db/connect'
import { runAsOwner } from '@ingot/db/test-server'
import { customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { root } from './stack.ts'
import { killNow, openKillableStack } from './test-killable-stack.ts'

const soakMinutes = Number(process.env.INGOT_SOAK_MINUTES ?? 0)
/** One of each kind; the soak goes on by the clock. */
const rounds = 4
const writers = 6
const answerLimit = 10_000
/** A part that died has a minute to become ready again, and the database recovers before it. */
const patience = { timeout: 120_000, interval: 200 }

let stack: Awaited<ReturnType<typeof openKillableStack>>

afterAll(() => stack.remove())

/** Writes rows one after another; each is sent again under the same key until it is acknowledged. */
const writeUntil = async (writer: number, stopped: () => boolean) => {
  const acknowledged: string[] = []
  for (let n = 0; !stopped(); n++) {
    const note = `writer-${writer}-row-${n}`
    for (let done = false; !done; ) {
      const headers = { 'content-type': 'application/json', 'x-test-caller': 'crash', 'idempotency-key': note }
      const request = {
        method: 'POST',
        headers,
        body: JSON.stringify({ note }),
        signal: AbortSignal.timeout(answerLimit),
      }
      const answer = await fetch(`${stack.portal}/api/test/rows/crash`, request).catch(() => undefined)
      done = answer?.status === 200
      if (answer && ![200, 503].includes(answer.status))
        throw new Error(`answered ${answer.status}: ${await answer.text()}`)
      if (!done) await sleep(50)
    }
    acknowledged.push(note)
  }
  return acknowledged
}

test('kill -9 of the api, of PostgreSQL, of both and of everything: each acknowledged write is there once', async () => {
  stack = await openKillableStack({ apiEntry: join(root, 'api/src/test-writes-main.ts') })
  await stack.start()
  await runAsOwner(stack.ownerUrl(), rowsTable)
  let stopped = false
  const written = Promise.all(Array.from({ length: writers }, (_, writer) => writeUntil(writer, () => stopped)))
  const deadline = Date.now() + soakMinutes * 60_000

  for (let round = 0; round < rounds || Date.now() < deadline; round++) {
    await sleep(300 + ((round * 137) % 500))
    const { supervisor, ...parts } = await stack.pids()
    if (round % 4 === 0) killNow(parts.api)
    if (round % 4 === 1) killNow(stack.postmaster())
    if (round % 4 === 2) killNow(parts.api, stack.postmaster())
    if (round % 4 === 3) {
      killNow(supervisor, ...Object.values(parts), stack.postmaster())
      await stack.start()
    }
    await expect
      .poll(
        () =>
          fetch(`${stack.portal}/api/health`, { signal: AbortSignal.timeout(answerLimit) }).then(
            ({ status }) => status,
            () => 0,
          ),
        patience,
      )
      .toBe(200)
  }

  await sleep(500)
  stopped = true
  const acknowledged = (await written).flat()
  const db = connect(stack.databaseUrl(), { part: 'test' })
  const { rows } = await sql<{
    note: string
    times: number
  }>`select note, count(*)::int as times from test_rows group by note`.execute(db)
  const verdict = await verifyLedger(db, undefined)
  const deposited = await balanceOf(db, customerAccount('crash', 'USDT', 'available'))
  await db.destroy()
  const times = new Map(rows.map((row) => [row.note, row.times]))
  expect(acknowledged.length).toBeGreaterThan(rounds * writers)
  expect(acknowledged.filter((note) => times.get(note) !== 1)).toEqual([])
  expect([...times.values()].every((count) => count === 1)).toBe(true)
  expect(verdict).toMatchObject({ ok: true, entries: BigInt(rows.length) })
  expect(deposited.units).toBe(BigInt(rows.length))
  console.log(`${acknowledged.length} writes acknowledged, each there once`)

  expect(await stack.stop()).toBe(0)
})
