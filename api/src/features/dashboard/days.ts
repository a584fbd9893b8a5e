import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { bidsAt } from '../statements/valuing.ts'
import * as store from './days-store.ts'
import { dayBefore, dayOf, daysBetween, endOf } from './rules.ts'

/** So many days are made at once, for so many parts of the customers one after another: no statement takes longer than it may. */
const daysAtOnce = 31
const partCount = 64

type DayDeps = { db: Db; now: () => Date }

/** Ids are random: each part has about as many customers. */
const parts: readonly store.Few[] = Array.from({ length: partCount }, (_, part) => {
  const size = 2 ** 32 / partCount
  const digits = (first: number) => first.toString(16).padStart(8, '0')
  return {
    from: `${digits(part * size)}-0000-0000-0000-000000000000`,
    to: `${digits((part + 1) * size - 1)}-ffff-ffff-ffff-ffffffffffff`,
  }
})

/** The days from one to another, a few at a time, each with what a gram brought when it ended. */
const pricedDays = async (db: Db, from: string, to: string): Promise<store.PricedDay[][]> => {
  const days: store.PricedDay[] = []
  for (const day of daysBetween(from, to)) {
    const { bidOf } = await bidsAt(db, endOf(day))
    days.push({ day, bid: bidOf('GAE')?.bid ?? null })
  }
  return Array.from({ length: Math.ceil(days.length / daysAtOnce) }, (_, index) =>
    days.slice(index * daysAtOnce, (index + 1) * daysAtOnce),
  )
}

/** Writes down how everybody stood at the end of each day that is over and not made yet. Says how many days that were. */
export const makeDays = async ({ db, now }: DayDeps): Promise<number> => {
  const { first, last } = await store.readDaysMade(db)
  const from = last === null ? first : dayBefore(last, -1)
  const stretches = from === null ? [] : await pricedDays(db, from, dayBefore(dayOf(now())))
  for (const days of stretches) {
    for (const few of parts)
      await inTransaction(db, async (tx) => {
        await store.lockDays(tx)
        await store.insertDays(tx, days, few, false)
      })
    await store.noteMade(db, days, now())
  }
  return stretches.flat().length
}

/** Makes all days anew, from nothing but what was booked, ended and left. Says how many days that were. */
export const rebuildDays = async ({ db, now }: DayDeps): Promise<number> => {
  const { first } = await store.readDaysMade(db)
  const until = dayBefore(dayOf(now()))
  const stretches = first === null ? [] : await pricedDays(db, first, until)
  for (const few of parts)
    await inTransaction(db, async (tx) => {
      await store.lockDays(tx)
      await store.deleteDays(tx, until, few)
      for (const days of stretches) await store.insertDays(tx, days, few, true)
    })
  for (const days of stretches) await store.noteMade(db, days, now())
  return stretches.flat().length
}
