import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { amountOf } from '@ingot/money/amount'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { customerAccount, houseAccount } from './account.ts'
import { recordMovements } from './movement.ts'
import { type Move, move, post, settledMove } from './post.ts'
import { openFilledLedger } from './test-filled-ledger.ts'
import { issueMoves, redeemMoves, takeInBar } from './vault.ts'
import { verifyLedger } from './verify.ts'

let ledger: Awaited<ReturnType<typeof openFilledLedger>>
const [ann, ben] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const gold = (units: bigint) => amountOf('GAE', units)
const mine = customerAccount(ann, 'GAE', 'available')
const treasury = houseAccount('GAE', 'treasury')

/** An entry with the customer's movement, and what a feature would write with it. */
const happen = (type: string, moves: Move[], rows: (movement: string) => Promise<unknown>) =>
  inTransaction(ledger.db, async (tx) => {
    const { entry } = await post(tx, { reference: `${type}:${randomUUID()}`, kind: type, causedBy: 'test', moves })
    return recordMovements(tx, [{ owner: `customer:${ann}`, type, entry }])
  }).then(([movement = '']) => rows(movement))

/** Of each holding 100 were booked for 200; then 30 of the first ended for 90, which is 30 more than they had cost. */
beforeEach(async () => {
  ledger = await openFilledLedger()
  const { db } = ledger
  const bar = { refiner: 'Test', serial: '1', fineness: '1000', grossGrams: '1' }
  await inTransaction(db, (tx) => takeInBar(tx, bar, 'test'))
  await happen('tranche', issueMoves(gold(1000n), treasury), async () => undefined)
  for (const number of [1, 2])
    await happen('gae', [settledMove(gold(100n), { from: treasury, to: mine })], (movement) =>
      sql`
        insert into holdings (id, customer, product, asset, booked_at, movement, note, price, units, booking_units, cost_units,
          paid_asset, paid_units, fee_units, policy_version, available_units, open_cost_units)
        values (${randomUUID()}, ${ann}, 'GAE', 'GAE', now(), ${movement}, ${randomUUID()}, '2', 100, 200, 200, 'USDT', 200, ${number},
          0, 100, 200)`.execute(db),
    )
  await happen('gae-termination', redeemMoves(gold(30n), mine), async (movement) => {
    await sql`
      insert into terminations (id, customer, product, asset, units, currency, gross_units, fee_units, receive_units, value_units,
        cost_units, price, mid_price, spread, fee, quoted, note, policy_version, at)
      values (${movement}, ${ann}, 'GAE', 'GAE', 30, 'USDT', 91, 1, 90, 90, 60, '3', '3', 0, 0, true, ${randomUUID()}, 0,
        now())`.execute(db)
    await sql`
      insert into termination_parts (termination, place, holding, units, left_units, cost_units, receive_units, value_units)
      select ${movement}, 1, id, 30, 70, 60, 90, 90 from holdings order by number limit 1`.execute(db)
    await sql`
      update holdings set available_units = 70, terminated_units = 30, open_cost_units = 140, paid_out_units = 90,
        realised_units = 30, state = 'Partially Terminated'
      where number = (select min(number) from holdings)`.execute(db)
  })
  await sql`
    insert into holding_positions (customer, product, holdings, open_units, available_units, cost_units, paid_out_units,
      realised_units)
    values (${ann}, 'GAE', 2, 170, 170, 340, 90, 30)`.execute(db)
})
afterEach(() => ledger.close())

const verdict = () => verifyLedger(ledger.db, undefined)
/** As somebody with the database in hand. */
const tamper = (statement: string) =>
  ledger.tamper(`
    alter table holdings disable trigger user, drop constraint holdings_sound;
    alter table terminations disable trigger user; alter table termination_parts disable trigger user; ${statement}`)

test('holdings that add up are found to be right', async () => {
  expect(await verdict()).toMatchObject({ ok: true })
})

test('what only changes its purpose changes it in a holding too', async () => {
  const moves = [move(gold(20n), { from: mine, to: customerAccount(ann, 'GAE', 'estate') })]
  await happen('estate', moves, async () => undefined)
  expect(await verdict()).toEqual({
    ok: false,
    wrong: `customer:${ann} has 0.00000000000000015 GAE available, and the holdings say 0.00000000000000017`,
  })
  await sql`
    update holdings set available_units = available_units - 20, estate_units = 20
    where terminated_units = 0`.execute(ledger.db)
  await sql`update holding_positions set available_units = 150`.execute(ledger.db)
  // The holdings are right again; what is not is that nobody is there who receives it.
  expect(await verdict()).toEqual({
    ok: false,
    wrong: `customer:${ann} has 0.00000000000000002 GAE in the estate, and its parts say 0`,
  })
})

describe('it finds', () => {
  const first = 'number = (select min(number) from holdings)'
  test.each([
    [
      'grams of nobody’s holding',
      `update holdings set customer = '${ben}'`,
      `customer:${ann} has 0.00000000000000017 GAE available, and the holdings say 0`,
    ],
    [
      'a holding that came of nothing',
      `update holdings set movement = '${ben}' where ${first}`,
      'holding 1 came without an entry of its own',
    ],
    [
      'units that are gone',
      `update holdings set terminated_units = 29 where ${first}`,
      'holding 1 does not add up to what was booked',
    ],
    [
      'a state that is not so',
      `update holdings set state = 'Terminated' where ${first}`,
      'holding 1 is in a state that does not follow from its units',
    ],
    [
      'a cost that is gone',
      `update holdings set open_cost_units = 139 where ${first}`,
      'holding 1 has a cost that is not what it was',
    ],
    [
      'another result',
      `update holdings set realised_units = 31 where ${first}`,
      'holding 1 has another result than its terminations',
    ],
    ['a part that is gone', 'delete from termination_parts', 'holding 1 has other ended units than its terminations'],
    [
      'a termination that is more than its parts',
      'update terminations set receive_units = 91, gross_units = 92',
      /^termination \S+ is not what its parts add up to$/,
    ],
    [
      'one of somebody else’s',
      `update terminations set customer = '${ben}'`,
      /^termination \S+ ended a holding of somebody else/,
    ],
    [
      'one of nothing',
      `insert into terminations select gen_random_uuid(), customer, product, asset, units, currency, gross_units, fee_units,
        receive_units, value_units, cost_units, price, mid_price, spread, fee, quoted, note, policy_version, at
        from terminations`,
      /^termination \S+ ended no holding$/,
    ],
    [
      'a sum that is too high',
      'update holding_positions set realised_units = 31',
      `the position of customer:${ann} in GAE is not the sum of the holdings`,
    ],
    [
      'a sum that is gone',
      'delete from holding_positions',
      `the position of customer:${ann} in GAE is not the sum of the holdings`,
    ],
  ])('%s', async (_what, statement, wrong) => {
    await tamper(statement)
    const found = await verdict()
    expect('wrong' in found && found.wrong).toMatch(wrong)
  })
})
