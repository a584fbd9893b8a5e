import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { takeInBar } from '@ingot/ledger/vault'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { snapshotBoard } from './board.ts'
import { createProving } from './test-proofs.ts'

let house: Awaited<ReturnType<typeof createProving>>
beforeAll(async () => {
  house = await createProving()
  await takeIn('K-1')
})
afterAll(() => house.close())

const takeIn = (serial: string) =>
  inTransaction(house.db, (tx) =>
    takeInBar(tx, { refiner: 'Testra', serial, fineness: '999.9', grossGrams: '10' }, 'test'),
  )

/** One whose questions to the database are counted, and of which the first so many fail. */
const countedBoard = (failures = 0) => {
  let asked = 0
  const db: Db = new Proxy(house.db, {
    get: (whole, name) => {
      if (name === 'getExecutor' && ++asked <= failures) throw new Error('no database')
      const value = Reflect.get(whole, name)
      return typeof value === 'function' ? value.bind(whole) : value
    },
  })
  return {
    ...snapshotBoard({ db, now: house.now }),
    /** How many it takes to do something. */
    during: async (work: () => Promise<unknown>) => {
      const before = asked
      await work()
      return asked - before
    },
  }
}

test('the list is read once for all who ask within some seconds, and then anew', async () => {
  await house.snap()
  const board = countedBoard()
  const many = () => Promise.all(Array.from({ length: 20 }, () => board.list({})))
  expect(await board.during(many)).toBe(1)
  expect(await board.during(many)).toBe(0)
  const before = await board.list({})
  await house.snap()
  expect(await board.list({})).toEqual(before)
  house.passTime(policy.reserves.pageSeconds * 1000)
  expect((await board.list({})).data).toHaveLength(before.data.length + 1)
  // What was asked in another way is another page.
  expect((await board.list({ cursor: String(before.data[0]?.number) })).data).toHaveLength(before.data.length - 1)
})

test('a list that could not be read is asked for again', async () => {
  const board = countedBoard(1)
  await expect(board.list({})).rejects.toThrow('no database')
  expect((await board.list({})).data.length).toBeGreaterThan(0)
})

test('the bars of a snapshot are read once, and kept of few snapshots', async () => {
  const board = countedBoard()
  const number = (await board.list({})).data[0]?.number ?? 0
  const read = () => board.read(number)
  const [once, again] = [await board.during(read), await board.during(read)]
  expect(again).toBeLessThan(once)
  const { bars } = await read()
  expect(bars).toMatchObject([{ serial: 'K-1' }])
  for (const serial of ['K-2', 'K-3', 'K-4']) {
    await takeIn(serial)
    expect((await board.read(await house.snap())).bars).toContainEqual(expect.objectContaining({ serial }))
  }
  expect(await board.during(read)).toBe(once)
  expect((await read()).bars).toEqual(bars)
})

test('a snapshot that is not there yet is asked for again', async () => {
  const board = countedBoard()
  const next = ((await board.list({})).data[0]?.number ?? 0) + 1
  await expect(board.read(next)).rejects.toThrow()
  await house.snap()
  expect((await board.read(next)).snapshot.header.number).toBe(next)
})
