import { inTransaction } from '@ingot/db/transaction'
import { type Amount, amountOf } from '@ingot/money/amount'
import type { Asset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Account, customerAccount, houseAccount } from './account.ts'
import { move, post } from './post.ts'
import { finalEntry, findFinalEntry, sealEntries, sealKeyOf } from './seal.ts'
import { openFilledLedger } from './test-filled-ledger.ts'
import { totalsAt, unitsAt } from './units-at.ts'

const key = sealKeyOf('a secret that only the test knows')

let ledger: Awaited<ReturnType<typeof openFilledLedger>>
let count = 0
beforeAll(async () => {
  ledger = await openFilledLedger()
})
afterAll(() => ledger.close())

const moved = <A extends Asset>(amount: Amount<A>, between: Record<'from' | 'to', Account<A>>) =>
  post(ledger.db, {
    ...{ reference: `moved:${++count}`, kind: 'test', causedBy: 'test' },
    moves: [move(amount, between)],
  })

/** Of each customer, added up. */
const addedUp = async (entry: bigint) => {
  const sums = new Map<Asset, bigint>()
  for (const units of (await unitsAt(ledger.db, ['c0', 'c1', 'c2', 'c3', 'c4', 'c5', 'c6'], entry)).values())
    for (const [asset, each] of units) sums.set(asset, (sums.get(asset) ?? 0n) + each)
  return sums
}

/** Gold comes to the treasury, goes to a customer, of whom some goes outside, and a fee is paid. */
const goOn = async () => {
  const [treasury, own] = [houseAccount('QMGT', 'treasury'), customerAccount('c3', 'QMGT', 'available')]
  await moved(amountOf('QMGT', 50n), { from: houseAccount('QMGT', 'issued'), to: treasury })
  await moved(amountOf('QMGT', 20n), { from: treasury, to: own })
  await moved(amountOf('QMGT', 5n), { from: own, to: houseAccount('QMGT', 'outside') })
  await moved(amountOf('QMGT', 1n), { from: own, to: houseAccount('QMGT', 'fees') })
  await moved(amountOf('QMGT', 2n), { from: own, to: customerAccount('c4', 'QMGT', 'staked') })
}

test('what all customers had is what the house and the world outside had not, at any entry, whatever was sealed', async () => {
  await goOn()
  await sealEntries(ledger.db, key)
  await goOn()
  await sealEntries(ledger.db, key)
  await sealEntries(ledger.db, key)
  await goOn()
  const last = await finalEntry(ledger.db)
  for (let entry = 0n; entry <= last; entry++) {
    const [totals, sums] = [await totalsAt(ledger.db, entry), await addedUp(entry)]
    for (const asset of ['USDT', 'QMGT'] as const) expect(totals.get(asset) ?? 0n).toBe(sums.get(asset) ?? 0n)
  }
  expect((await totalsAt(ledger.db, last)).get('QMGT')).toBe(3n * 14n)
})

test('nothing of it is read from what is theirs, so that one tells of the other when somebody changed it', async () => {
  const last = await finalEntry(ledger.db)
  const before = await totalsAt(ledger.db, last)
  await ledger.tamper(`update ledger_lines set units_after = units_after + 7
    where account in (select id from ledger_accounts where owner like 'customer:%')`)
  expect(await totalsAt(ledger.db, last)).toEqual(before)
  expect(await addedUp(last)).not.toEqual(before)
})

test('which entry is final is not known while something is under way for too long', async () => {
  await inTransaction(ledger.db, async (tx) => {
    await sql`select pg_current_xact_id()`.execute(tx)
    // Not for long, since others on this server would wait as well.
    expect(await findFinalEntry(ledger.db, 2)).toBeUndefined()
  })
  expect(await findFinalEntry(ledger.db)).toBeGreaterThan(0n)
})
