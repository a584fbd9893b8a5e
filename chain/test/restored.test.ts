import { connect, type Db } from '@ingot/db/connect'
import { asOwner, copyTestDatabase } from '@ingot/db/test-server'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Move, post, settledMove } from '@ingot/ledger/post'
import { readGaps } from '@ingot/ledger/restore'
import { sealEntries, sealKeyOf } from '@ingot/ledger/seal'
import { sendMoves } from '@ingot/ledger/send'
import { settlementsOf } from '@ingot/ledger/settlement'
import { redeemMoves } from '@ingot/ledger/vault'
import { verifyLedger } from '@ingot/ledger/verify'
import { amountOf } from '@ingot/money/amount'
import type { OnChainAsset } from '@ingot/money/assets'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openAddressBook } from '../src/address-book.ts'
import { compareSeals, createAnchorer } from '../src/anchoring/anchor.ts'
import { reconcile } from '../src/reconciling/reconcile.ts'
import { restored } from '../src/restoring/restored.ts'
import { createSettler, settlerPolicy } from '../src/settling/settler.ts'
import { accounts } from './support/chain.ts'
import { type House, openHouse } from './support/house.ts'
import { finalAtOnce, watchAll } from './support/issuing.ts'
import { addCustomer, inLedger, unit, type World } from './support/settling.ts'

const stranger = accounts.stranger.address
const key = sealKeyOf('a secret that seals')

let house: House
let world: World
/** The books as they were at the moment to which they are set back. */
let before: string
const opened: Db[] = []

beforeEach(async () => {
  house = await openHouse()
  world = house.world
}, 60_000)
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.destroy()))
  await world.close()
})

const setMoment = async () => {
  before = await copyTestDatabase(world.databaseUrl)
}

/** The house with the books of that moment, and the chain as it is now. */
const setBack = () => {
  const [db, owner] = [before, asOwner(before)].map((url) => connect(url, { part: 'test', max: 3 })) as [Db, Db]
  opened.push(db, owner)
  const { node, deployed } = world
  const then: World = { ...world, db, readBook: openAddressBook(db, deployed.addresses) }
  const settle = createSettler({ db, node, deployed, signer: accounts.settler }, { ...settlerPolicy, resendSeconds: 0 })
  let count = 0
  return {
    db,
    settle,
    postMoves: async (moves: Move[], details = {}) =>
      (await post(db, { reference: `after:${count++}`, kind: 'test', causedBy: 'test', moves, details })).entry,
    run: async () => {
      await watchAll(then)
      return reconcile({ db, node, deployed }, { whole: true })
    },
    restored: (since?: bigint) =>
      restored({ db, owner, node, deployed, readBook: then.readBook, since, pause: () => world.mine() }),
  }
}

const settleAll = async (settle = house.settle) => {
  for (let under = 1; under > 0; await world.mine()) under = await settle()
  await world.mine(3)
}

const give = (asset: OnChainAsset, units: bigint, from: { id: string }, to: { id: string }) =>
  house.postMoves([
    settledMove<OnChainAsset>(amountOf(asset, units), {
      from: customerAccount(from.id, asset, 'available'),
      to: customerAccount(to.id, asset, 'available'),
    }),
  ])

test('what was done and what came in since is booked, and ledger and chain agree again', async () => {
  const { anna, ben } = house
  const waiting = await house.sendOut(stranger, 3n * unit)
  await setMoment()
  await house.buy()
  await give('USDT', 11n * unit, anna, ben)
  await house.sendOut(stranger)
  await house.sendOut(world.walletOf(ben.salt), 5n * unit)
  await settleAll()
  await house.giveUsdt(world.walletOf(ben.salt), 40n * unit)
  await world.mine(3)
  await house.run()
  const balances = async (db: Db) =>
    Promise.all([anna, ben].flatMap((who) => (['USDT', 'QMGT'] as const).map((asset) => inLedger(db, who, asset))))
  const wanted = await balances(world.db)

  const then = setBack()
  const { deposits, forgotten } = await then.restored()
  expect(deposits).toBe(1)
  expect(forgotten.map(({ why }) => why)).toEqual([undefined, undefined, undefined, undefined])
  // What was queued at that moment was done since, under the same number as what it is: the settler finds that by itself.
  await settleAll(then.settle)
  expect((await settlementsOf(then.db, [waiting])).map(({ state }) => state)).toEqual(['confirmed'])
  expect(await balances(then.db)).toEqual(wanted)
  const found = await then.run()
  expect(found).toMatchObject({ differences: [], inFlight: [] })
  expect(await verifyLedger(then.db, undefined)).toMatchObject({ ok: true })
  // Customers see it in their lists.
  const { rows } = await sql<{ owner: string }>`
    select owner from ledger_movements where type = 'restored' order by number`.execute(then.db)
  expect(rows.map(({ owner }) => owner)).toEqual([anna, anna, ben, anna, anna, ben].map(({ id }) => `customer:${id}`))
})

test('nothing is booked twice, and no number is given out again', async () => {
  await setMoment()
  const entry = await house.buy()
  await settleAll()
  const then = setBack()
  expect((await then.restored()).forgotten).toMatchObject([{ entry, why: undefined }])
  expect(await then.restored()).toMatchObject({ deposits: 0, forgotten: [{ entry, why: undefined }] })
  const { rows } = await sql<{ id: string }>`
    select id from ledger_entries where kind = 'restored'`.execute(then.db)
  expect(rows).toHaveLength(1)
  expect(BigInt(rows[0]?.id ?? 0)).toBeGreaterThan(entry)
  const next = await then.postMoves(sendMoves(amountOf('USDT', unit), house.annasUsdt), { to: stranger })
  await settleAll(then.settle)
  expect((await settlementsOf(then.db, [next])).map(({ state }) => state)).toEqual(['confirmed'])
  expect(await then.run()).toMatchObject({ differences: [], inFlight: [] })
})

test('a number that was given out again without it is not taken for done: what it wanted comes back, and is named', async () => {
  await setMoment()
  const { number: moment } = await world.node.getBlock({ blockTag: 'finalized' })
  const first = await give('USDT', 11n * unit, house.anna, house.ben)
  await settleAll()
  const then = setBack()
  const again = await then.postMoves(sendMoves(amountOf('USDT', 9n * unit), house.annasUsdt), { to: stranger })
  expect(again).toBe(first)
  await settleAll(then.settle)
  const [settlement] = await settlementsOf(then.db, [again])
  expect(settlement?.state).toBe('failed')
  expect(settlement?.reason).toContain('npm run chain -- restored')
  // It went back to its customer, and the chain has sent nothing to the stranger.
  expect((await inLedger(then.db, house.anna, 'USDT')).units).toBe(500n * unit)
  expect(await world.onChain('USDT', stranger)).toBe(0n)
  expect((await then.run())?.differences).not.toEqual([])
  // By now the settler has gone on behind that moment, so somebody has to say when it was.
  expect((await then.restored()).forgotten).toEqual([])
  expect((await then.restored(moment)).forgotten).toMatchObject([{ entry: first, why: undefined }])
  expect(await then.run()).toMatchObject({ differences: [], inFlight: [] })
})

test('what cannot be booked is named: somebody who is forgotten, what was burnt, and more than there is', async () => {
  const { anna, ben } = house
  await setMoment()
  const newcomer = await addCustomer(world.db, 'newcomer')
  const toNewcomer = await give('USDT', 10n * unit, anna, newcomer)
  const burnt = await house.postMoves(
    redeemMoves(amountOf('QMGT', 2n * unit), houseAccount('QMGT', 'treasury')).map((each) =>
      each.target.purpose === 'issued' ? { ...each, settle: true } : each,
    ),
  )
  await house.postMoves(sendMoves(amountOf('USDT', 480n * unit), house.annasUsdt), { to: stranger })
  await settleAll()
  const then = setBack()
  // Meanwhile somebody let her spend what she has in the books.
  await then.postMoves([
    settledMove(amountOf('USDT', 100n * unit), {
      from: house.annasUsdt,
      to: customerAccount(ben.id, 'USDT', 'available'),
    }),
  ])
  const { forgotten } = await then.restored()
  expect(forgotten.map(({ entry, why }) => [entry, why?.replace(/0x\w+/, '…')])).toEqual([
    [toNewcomer, 'the wallet with the salt … belongs to nobody who is known here'],
    [burnt, 'QMGT was burnt, and the chain does not say for what'],
    [expect.any(BigInt), expect.stringContaining('BalanceTooLow')],
  ])
  const differences = (await then.run())?.differences ?? []
  expect(differences.map(({ token, owner }) => `${token} ${owner}`)).toEqual(
    expect.arrayContaining(['QMGT null', 'QMGT house', `USDT customer:${anna.id}`]),
  )
})

test('seals go on after those that are anchored, and the gap is known to whoever verifies', async () => {
  const { node, deployed } = world
  finalAtOnce(world)
  const anchorIn = async (db: Db) => {
    const anchor = createAnchorer({ db, node, deployed, signer: accounts.anchorer, resendSeconds: 0 })
    for (let turn = 0; turn < 4; turn++) await anchor()
  }
  await sealEntries(world.db, key)
  await setMoment()
  for (let count = 0; count < 3; count++) {
    await house.sendOut(stranger)
    await sealEntries(world.db, key)
  }
  await anchorIn(world.db)
  const contract = deployed.addresses.anchor
  if (!contract) throw new Error('no anchor')
  expect(await compareSeals({ db: world.db, node, contract })).toMatchObject({ compared: 1, last: 4n })

  const then = setBack()
  await expect(anchorIn(then.db)).rejects.toThrow('The seal 4 is anchored, but the ledger does not have it.')
  await then.restored()
  expect(await readGaps(then.db, 'seal')).toEqual([{ known: 1n, next: 5n }])
  expect(await compareSeals({ db: then.db, node, contract })).toMatchObject({ compared: 0, forgotten: true })
  await then.postMoves(sendMoves(amountOf('USDT', unit), house.annasUsdt), { to: stranger })
  await sealEntries(then.db, key)
  await anchorIn(then.db)
  expect(await compareSeals({ db: then.db, node, contract })).toMatchObject({ compared: 1, last: 5n })
  expect(await verifyLedger(then.db, [key.public])).toMatchObject({ ok: true })
})
