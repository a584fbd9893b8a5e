import { startTraces } from '@ingot/db/test-traces'
import { inSpan, type OpenSpan } from '@ingot/db/trace'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { post, settledMove } from '@ingot/ledger/post'
import { settlementsOf } from '@ingot/ledger/settlement'
import { amountOf } from '@ingot/money/amount'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSettler, settlerPolicy } from '../src/settling/settler.ts'
import { accounts } from './support/chain.ts'
import { addCustomer, giveUsdt, openWorld, type Person, unit, type World } from './support/settling.ts'

let world: World
let anna: Person
let count = 0
beforeAll(async () => {
  world = await openWorld()
  anna = await addCustomer(world.db, 'anna')
  await giveUsdt(world, anna, 1_000n * unit)
}, 120_000)
afterAll(() => world.close())

const pay = () =>
  post(world.db, {
    reference: `test:${count++}`,
    kind: 'test',
    causedBy: 'test',
    moves: [
      settledMove(amountOf('USDT', unit), {
        from: customerAccount(anna.id, 'USDT', 'available'),
        to: houseAccount('USDT', 'treasury'),
      }),
    ],
  })

const settleAll = async () => {
  const round = createSettler(
    { db: world.db, node: world.node, signer: accounts.settler, deployed: world.deployed },
    settlerPolicy,
  )
  while ((await round()) > 0) await world.mine()
}

test('a batch points back to each call whose entries it carries, when it is sent and when it is booked', async () => {
  const traces = startTraces()
  const call = (work: (span?: OpenSpan) => Promise<unknown>) =>
    inSpan('POST /api/swap', { kind: 'call', attributes: {} }, work)
  await call(pay)
  await call(async () => {
    await pay()
    await pay()
  })
  // Nobody traced this one.
  const { entry } = await pay()
  await settleAll()
  const [settled] = await settlementsOf(world.db, [entry])
  expect(settled?.state).toBe('confirmed')
  const called = traces.named('POST /api/swap').map((span) => span.spanContext().spanId)
  const about = {
    'ingot.batch.nonce': expect.any(Number),
    'ingot.batch.entries': 4,
    'ingot.transaction.hash': settled?.hash,
  }
  const [sent] = traces.named('send settlement batch')
  expect(sent?.links.map(({ context }) => context.spanId).sort()).toEqual(called.sort())
  expect(sent?.attributes).toEqual(about)
  const [booked] = traces.named('book settlement batch')
  expect(booked?.links.map(({ context }) => context.spanId).sort()).toEqual(called.sort())
  expect(booked?.attributes).toEqual({ ...about, 'ingot.batch.done': 4, 'ingot.batch.refused': 0 })
  expect(traces.text()).not.toContain(anna.id)
  await traces.stop()
})

test('without an SDK a batch is sent and booked as ever', async () => {
  const { entry } = await pay()
  await settleAll()
  const [settled] = await settlementsOf(world.db, [entry])
  expect(settled?.state).toBe('confirmed')
})
