import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { verifyLedger } from '@ingot/ledger/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHouse } from '../holdings/test-holdings.ts'
import { createEstateBooks } from './test-estate-books.ts'

let house: Awaited<ReturnType<typeof createHouse>>
/** One has received everything, the other nothing. */
let [dead, known, unknown] = ['', '', '']

beforeAll(async () => {
  house = await createHouse()
  const books = createEstateBooks(house)
  const [ann, bea] = [await house.newSaver('ann', { QMGT: '20', USDT: '900' }), await house.newSaver('bea')]
  expect((await ann.buy('GAE', 'USDT', '404')).status).toBe(200)
  const { estate, beneficiaries } = await books.died(ann.id, [4000, 6000])
  const [first = '', second = ''] = beneficiaries
  await books.pass(estate, first, bea.id)
  dead = ann.id
  known = first
  unknown = second
})
afterAll(() => house.close())

const verdict = async () => {
  const found = await verifyLedger(house.db, undefined)
  return 'wrong' in found ? found.wrong : 'all is right'
}

const tables = ['holdings', 'holding_departures', 'estates']
const triggers = (which: 'enable' | 'disable') =>
  tables.map((table) => `alter table ${table} ${which} trigger user;`).join(' ')
/** As somebody with the database in hand. */
const tamper = (statement: string) =>
  runAsOwner(asOwner(house.databaseUrl), `${triggers('disable')} ${statement}; ${triggers('enable')}`)

const token = (of: () => string) => `beneficiary = '${of()}' and asset = 'USDT'`
const lot = (of: () => string) => `beneficiary = '${of()}' and asset = 'GAE'`
const isWaiting = () => unknown
const hasPassed = () => known

test.each<[string, () => [there: string, back: string], RegExp]>([
  [
    'a part that is less than lies there',
    () => [
      `update estate_parts set units = units - 1 where ${token(isWaiting)}`,
      `update estate_parts set units = units + 1 where ${token(isWaiting)}`,
    ],
    /USDT in the estate, and its parts say/,
  ],
  [
    'grams that move from one who receives to the other',
    () => [
      `update estate_parts set beneficiary = '${known}', round = 9 where ${lot(isWaiting)} and passed_entry is null`,
      `update estate_parts set beneficiary = '${unknown}', round = 1 where round = 9`,
    ],
    /round 1 of estate \d+ shares other GAE/,
  ],
  [
    'shares that are others than was shared by',
    () => [
      `update estate_beneficiaries set share = 1000 where id = '${known}'; update estate_beneficiaries set share = 9000 where id = '${unknown}'`,
      `update estate_beneficiaries set share = 4000 where id = '${known}'; update estate_beneficiaries set share = 6000 where id = '${unknown}'`,
    ],
    /is not shared as its shares say/,
  ],
  [
    'a part that says it was passed on and was not',
    () => [
      `update estate_parts set passed_entry = entry, passed_at = now(), document = id where ${token(isWaiting)}`,
      `update estate_parts set passed_entry = null, passed_at = null, document = null where ${token(isWaiting)}`,
    ],
    /USDT in the estate, and its parts say/,
  ],
  [
    'somebody else who is said to have received',
    () => [
      `update estate_beneficiaries set customer = '${dead}' where id = '${known}'`,
      `update estate_beneficiaries set customer = (select customer from holdings where passed_from is not null) where id = '${known}'`,
    ],
    /was not passed on with its entry/,
  ],
  [
    'another cost than was passed on',
    () => [
      `update estate_parts set cost_units = cost_units + 1 where ${lot(hasPassed)}`,
      `update estate_parts set cost_units = cost_units - 1 where ${lot(hasPassed)}`,
    ],
    /was not passed on with its entry/,
  ],
  [
    'a holding that was booked on another day than what was left',
    () => [
      `update holdings set booked_at = booked_at - interval '1 day' where passed_from is not null`,
      `update holdings set booked_at = booked_at + interval '1 day' where passed_from is not null`,
    ],
    /was received from nobody’s estate, or is not what was left/,
  ],
  [
    'more cost in the parts than the holding has',
    () => [
      `update estate_parts set cost_units = cost_units + 1 where ${lot(isWaiting)}`,
      `update estate_parts set cost_units = cost_units - 1 where ${lot(isWaiting)}`,
    ],
    /has other grams in the estate than its parts/,
  ],
])('it finds %s', async (_, given, words) => {
  const [there, back] = given()
  expect(await verdict()).toBe('all is right')
  await tamper(there)
  expect(await verdict()).toMatch(words)
  await tamper(back)
  expect(await verdict()).toBe('all is right')
})

test('it finds entries of which there is no part', async () => {
  await tamper(
    'create table kept as select * from estate_parts where passed_entry is not null; delete from estate_parts where passed_entry is not null',
  )
  expect(await verdict()).toMatch(/estate/)
  await tamper('insert into estate_parts select * from kept; drop table kept')
  expect(await verdict()).toBe('all is right')
})
