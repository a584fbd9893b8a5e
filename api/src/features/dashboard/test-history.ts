import { expect } from 'vitest'
import { letLeave } from '../holdings/test-departures.ts'
import type { createHouse, Saver } from '../holdings/test-holdings.ts'
import {
  applyBooking,
  applyDeparture,
  applyTermination,
  type Lot,
  type Model,
  newModel,
  oneOf,
  type Random,
  readEntry,
  shown,
} from './test-model.ts'

type House = Awaited<ReturnType<typeof createHouse>>

const gram = 10n ** 18n

/** For tests: a customer who does anything that can be done with holdings, and what that comes to by the books. */
export const createHistory = (house: House, saver: Saver, random: Random) => {
  const model: Model = newModel()
  const { db } = house

  const book = async (answer: { status: number; body: { data: { id: string; holding: string } } }) => {
    expect(answer).toMatchObject({ status: 200 })
    const { id, holding } = answer.body.data
    applyBooking(model, holding, await readEntry(db, { movement: id }))
  }
  const openLots = () => model.lots.filter(({ open }) => open > 0n)
  /** All of it, or a part that leaves enough. */
  const partOf = ({ open }: Lot): bigint =>
    random(3) === 0 || open < gram / 10n ? open : (open * BigInt(20 + random(60))) / 100n
  const currency = () => oneOf(random, ['USDT', 'USDAU', 'QMGT'])
  const dollars = () => `${50 + random(400)}.${random(100)}7`

  const endOne = async (lot: Lot) => {
    const units = shown(partOf(lot)) ?? ''
    const done = await (lot.product === 'GCA' ? saver.endGca : saver.end)(lot.id, currency(), units)
    expect(done).toMatchObject({ status: 200 })
    applyTermination(model, await readEntry(db, { movement: done.body.data.id }), lot.id)
  }
  /** Some of the oldest and a part of the one after them. */
  const endOldest = async ({ product }: Lot) => {
    const lots = openLots().filter((lot) => lot.product === product)
    const whole = lots.slice(0, random(3))
    const next = lots[whole.length]
    const units = whole.reduce((sum, { open }) => sum + open, 0n) + (next ? partOf(next) : 0n)
    const quote = await saver.quoteTermination({ product, currency: currency(), units: shown(units) })
    expect(quote).toMatchObject({ status: 200 })
    const done = await saver.terminateAt(quote.body.data.id)
    expect(done).toMatchObject({ status: 200 })
    applyTermination(model, await readEntry(db, { movement: done.body.data.id }))
  }
  const leave = async (lot: Lot) => {
    const kind = oneOf(random, ['delivered', 'passed', 'reversed'] as const)
    const given = { customer: saver.id, holding: lot.id, kind, units: partOf(lot), at: house.now() }
    const { entry } = await letLeave(db, given)
    applyDeparture(model, await readEntry(db, { entry }))
  }

  const steps = [
    async () => book(await saver.buy('GAE', oneOf(random, ['USDT', 'USDAU']), dollars())),
    async () => book(await saver.buy('GAE', 'USDT', `${1 + random(3)}.${1 + random(98)}`, 'receive')),
    async () => book(await saver.convert(`${1 + random(2)}.${1 + random(998)}`)),
    async () => {
      const hasGae = openLots().some(({ product }) => product === 'GAE')
      await book(await saver.buy(hasGae ? 'GAEX' : 'GAE', oneOf(random, ['USDT', 'USDAU']), dollars()))
    },
    ...[endOne, endOldest, leave].map((end) => async () => {
      const lots = openLots()
      if (lots.length > 0) await end(oneOf(random, lots))
    }),
  ]
  /** Does something; no faster than a page may ask. */
  const act = async () => {
    house.passTime(1500)
    await oneOf(random, steps)()
  }
  return { saver, model, act }
}

export type History = ReturnType<typeof createHistory>
