import { inTransaction } from '@ingot/db/transaction'
import { houseAccount } from '@ingot/ledger/account'
import { readChainHealth } from '@ingot/ledger/chain-health'
import { move, reverse } from '@ingot/ledger/post'
import { advanceSettlements, settlementsOf } from '@ingot/ledger/settlement'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { watchDeposits } from '../src/deposits/watch-deposits.ts'
import { reconcile } from '../src/reconciling/reconcile.ts'
import { type House, openHouse } from './support/house.ts'
import { unit, type World } from './support/settling.ts'

let house: House
let world: World
beforeEach(async () => {
  house = await openHouse()
  world = house.world
}, 60_000)
afterEach(() => world.close())

describe('health', () => {
  const health = async () =>
    Object.fromEntries((await readChainHealth(world.db)).map(({ name, ok, problem }) => [name, ok ? 'ok' : problem]))

  const allWell = { deposits: 'ok', reconciliation: 'ok', settlements: 'ok', issuing: 'ok' }

  test('is silent until a chain is connected, and well when all is', async () => {
    await house.run()
    expect(await health()).toEqual(allWell)
    await sql`delete from chain_identity`.execute(world.db)
    expect(await readChainHealth(world.db)).toEqual([])
  })

  test('names drift and the stop, and forgets them when they are over', async () => {
    const entry = await house.postMoves([
      move(amountOf('USDT', unit), { from: houseAccount('USDT', 'outside'), to: house.annasUsdt }),
    ])
    await house.run()
    expect(await health()).toEqual({
      ...allWell,
      reconciliation: 'drift: 1 difference',
      issuing: 'stopped by reconciliation',
    })
    await inTransaction(world.db, (tx) => reverse(tx, entry, { reference: 'back', causedBy: 'test' }))
    await house.run()
    expect(await health()).toEqual(allWell)
  })

  test('names a comparison that stopped, or cannot be finished, after three intervals', async () => {
    await house.run()
    await sql`update chain_cursor set began_at = now() - interval '1 day'`.execute(world.db)
    await sql`update chain_reconciliations set at = now() - interval '179 seconds'`.execute(world.db)
    expect(await health()).toEqual(allWell)
    await sql`update chain_reconciliations set at = now() - interval '181 seconds'`.execute(world.db)
    expect(await health()).toMatchObject({ reconciliation: 'stopped' })
    await sql`update chain_cursor set hash = ${`0x${'12'.repeat(32)}`}`.execute(world.db)
    await reconcile(house.deps)
    expect(await health()).toMatchObject({ reconciliation: 'cannot be finished' })
  })

  test('names a watcher that stopped, and one that met another chain', async () => {
    await sql`update chain_cursor set looked_at = now() - interval '121 seconds'`.execute(world.db)
    expect(await health()).toMatchObject({ deposits: 'stopped' })
    await sql`update chain_cursor set hash = ${`0x${'12'.repeat(32)}`}`.execute(world.db)
    await watchDeposits(house.deps)
    expect(await health()).toMatchObject({ deposits: 'the chain has changed' })
    await sql`delete from chain_cursor`.execute(world.db)
    await sql`delete from chain_alarms`.execute(world.db)
    expect(await health()).toMatchObject({ deposits: 'not begun' })
  })

  test('names settlements that failed or take too long, counted from when they were last queued', async () => {
    const entry = await house.buy()
    expect(await health()).toEqual(allWell)
    await world.asOwner(`
      alter table ledger_settlement_states disable trigger ledger_settlement_states_append_only;
      update ledger_settlement_states set at = now() - interval '601 seconds'`)
    expect(await health()).toMatchObject({ settlements: '3 older than ten minutes' })
    const advance = (change: Parameters<typeof advanceSettlements>[2]) =>
      inTransaction(world.db, (tx) => advanceSettlements(tx, [entry], change))
    await advance({ state: 'failed', reason: 'no' })
    expect(await health()).toMatchObject({ settlements: '3 failed' })
    await advance({ state: 'queued' })
    expect(await health()).toEqual(allWell)
  })

  test('is not troubled by a send that went back to its customer', async () => {
    const entry = await house.sendOut('no address')
    await house.settle()
    expect(await settlementsOf(world.db, [entry])).toMatchObject([{ state: 'failed' }])
    expect(await health()).toEqual(allWell)
  })
})
