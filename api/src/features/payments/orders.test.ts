import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BackHouse, createBackHouse } from './test-back.ts'
import type { Payer } from './test-payments.ts'

let house: BackHouse
beforeAll(async () => {
  house = await createBackHouse()
})
afterAll(() => house.close())

type Happening = (id: string) => { id: string }
type Story = { name: string; events: Happening[]; ends: string; refunded: string; lost: string }

const pay: Happening = (id) => house.cards.pay(id)
const payLater: Happening = (id) => house.cards.payLater(id)
const settle: Happening = (id) => house.cards.settleLater(id, 'paid')
const expire: Happening = (id) => house.cards.expire(id)
const refund =
  (cents: bigint): Happening =>
  (id) =>
    house.cards.refund(id, cents)
const dispute =
  (cents: bigint): Happening =>
  (id) =>
    house.cards.dispute(id, cents)
const won: Happening = (id) => house.cards.close(id, 'won')
const lost: Happening = (id) => house.cards.close(id, 'lost')

/** What may happen to a payment of 10 dollars, in the order in which it does. */
const stories: Story[] = [
  {
    ...{ name: 'paid later, a part back, the rest lost', ends: 'Reversed', refunded: '3.33', lost: '6.67' },
    events: [payLater, settle, refund(333n), dispute(667n), lost],
  },
  {
    ...{ name: 'refunded in parts', ends: 'Refunded', refunded: '10', lost: '0' },
    events: [pay, refund(1n), refund(333n), refund(334n), refund(332n)],
  },
  {
    ...{ name: 'disputed twice, won and lost', ends: 'Reversed', refunded: '0', lost: '10' },
    events: [pay, dispute(1000n), won, dispute(1000n), lost],
  },
  {
    ...{ name: 'a part lost, a part back', ends: 'Cleared', refunded: '2.5', lost: '3' },
    events: [pay, dispute(300n), lost, refund(125n), refund(125n)],
  },
  {
    ...{ name: 'a part lost, the rest back', ends: 'Reversed', refunded: '7', lost: '3' },
    events: [pay, dispute(300n), lost, refund(700n)],
  },
  {
    ...{ name: 'a part back, disputed, won', ends: 'Cleared', refunded: '4', lost: '0' },
    events: [expire, pay, refund(400n), dispute(600n), won],
  },
]

/** Every row of so many messages or fewer, with lost and repeated ones, in every order. */
const rowsOf = (count: number): number[][] => {
  const events = Array.from({ length: count }, (_, index) => index + 1)
  let rows: number[][] = [[]]
  const all: number[][] = [...rows]
  for (let length = 1; length <= count; length++) {
    rows = rows.flatMap((row) => events.map((each) => [...row, each]))
    all.push(...rows)
  }
  return all
}

/**
 * What has happened by when we look: no message comes before what it is about, and what one says is never believed. In the end all
 * is found without any message.
 */
const looksOf = (row: readonly number[], count: number): number[] => [
  ...new Set([...row, count].map((last, index) => Math.max(last, ...row.slice(0, index)))),
]

/** Rows that make us look at the same moments are one: what comes again in between is told twice below. */
const distinct = (count: number): number[][] => [
  ...new Map(rowsOf(count).map((row) => [looksOf(row, count).join(), looksOf(row, count)])).values(),
]

let names = 0
let payer: { one: Payer; left: number } | undefined
/** Nobody pays more than the limits let him. */
const nextPayment = async (): Promise<{ payer: Payer; id: string }> => {
  if (!payer || payer.left === 0) payer = { one: await house.newPayer(`payer-${++names}`), left: 90 }
  payer.left -= 1
  const { one } = payer
  return { payer: one, id: (await one.started('10')).id }
}

const bookings = async (id: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ledger_entries where reference = ${`payment:${id}`}`.execute(house.db)
  return rows[0]?.count ?? 0
}

test('there are 3,906 rows of up to five messages, and 16 ways in which they make us look', () => {
  expect(rowsOf(5)).toHaveLength(3906)
  expect(distinct(5)).toHaveLength(16)
})

test.each(stories)('$name: whatever messages come, in any order, twice or not at all, it ends alike', async (story) => {
  const { events, ends, refunded, lost: lostInAll } = story
  for (const looks of distinct(events.length)) {
    const made = await nextPayment()
    let happened = 0
    for (const look of looks) {
      for (; happened < look; happened++) events[happened]?.(made.id)
      await house.follow(made.id)
      await house.follow(made.id)
    }
    expect(await made.payer.payment(made.id), looks.join()).toMatchObject({ state: ends, refunded, lost: lostInAll })
    expect(await bookings(made.id)).toBe(1)
  }
  expect(await house.wrong()).toBeUndefined()
})

const permutationsOf = <T>(all: readonly T[]): T[][] =>
  all.length === 0
    ? [[]]
    : all.flatMap((each, index) => permutationsOf(all.toSpliced(index, 1)).map((rest) => [each, ...rest]))

test('messages in every order and each twice, over the front door and many at once, end alike', async () => {
  const events = [pay, dispute(1000n), lost]
  const made: string[] = []
  for (const order of permutationsOf(events.map((_, index) => index))) {
    const { id } = await nextPayment()
    made.push(id)
    const messages = events.map((happen) => happen(id))
    const sent = order.flatMap((index) => [messages[index] ?? {}, messages[index] ?? {}])
    const answers = await Promise.all(sent.map((message) => house.sendMessage(message)))
    expect(answers.map(({ status }) => status)).toEqual(sent.map(() => 200))
    // As many as a customer may have open are worked at a time.
    if (made.length % 3 === 0) await house.runSent()
  }
  for (const id of made) expect(await bookings(id)).toBe(1)
  const { rows } = await sql<{ state: string; count: number }>`
    select state, count(*)::int as count from card_payments where id = any(${made}::uuid[]) group by state`.execute(
    house.db,
  )
  expect(rows).toEqual([{ state: 'Reversed', count: 6 }])
  expect(await house.wrong()).toBeUndefined()
})
