import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { verifyLedger } from '@ingot/ledger/verify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHouse } from '../holdings/test-holdings.ts'
import { createBooking } from './test-booking.ts'

let house: Awaited<ReturnType<typeof createHouse>>
let ids: Record<'open' | 'packed' | 'back' | 'credited' | 'replaced' | 'inPlace' | 'ofHolding', string>

beforeAll(async () => {
  house = await createHouse()
  const books = createBooking({ db: house.db, now: house.now, issuing: house.kyc })
  const ann = await house.newSaver('ann-lee', { QMGT: '200', USDT: '9000' })
  expect((await ann.buy('GAE', 'USDT', '2010')).status).toBe(200)
  const [{ id: holding }] = await ann.holdings()
  const ask = async (more: object = {}) => {
    const [bar = ''] = await books.bars('10')
    const [id = ''] = await books.request({ customer: ann.id, parcels: [[bar]], ...more })
    return id
  }
  const sent = async (...then: ('Lost' | 'Delivered')[]) => {
    const id = await ask()
    await books.approve(id)
    await books.pack(id)
    await books.send(id, ...then)
    return id
  }
  const [open, back, packed] = [await ask(), await ask(), await sent('Delivered')]
  await books.end(back)
  const [credited, replaced] = [await sent('Lost'), await sent('Lost')]
  await books.credit(credited, true)
  const inPlace = await books.replace(replaced, await books.bars('10'))
  const ofHolding = await ask({ holding, asset: 'GAE' })
  await books.approve(ofHolding)
  await books.pack(ofHolding)
  ids = { open, back, packed, credited, replaced, inPlace, ofHolding }
})
afterAll(() => house.close())

const verdict = async () => {
  const found = await verifyLedger(house.db, undefined)
  return 'wrong' in found ? found.wrong : 'all is right'
}

const tables = [
  'withdrawals',
  'withdrawal_bars',
  'bar_reservations',
  'vault_departures',
  'holding_departures',
  'holdings',
]
const triggers = (which: 'enable' | 'disable') =>
  tables.map((table) => `alter table ${table} ${which} trigger user;`).join(' ')
/** As somebody with the database in hand. */
const tamper = (statement: string) =>
  runAsOwner(asOwner(house.databaseUrl), `${triggers('disable')} ${statement}; ${triggers('enable')}`)

const one = (which: keyof typeof ids) => `id = '${ids[which]}'`

test('what happened is found to be right', async () => {
  expect(await verdict()).toBe('all is right')
})

type Case = [what: string, change: () => string, undo: () => string, wrong: RegExp]
const cases: Case[] = [
  [
    'a fee that is another one',
    () => `update withdrawals set fee_units = fee_units + 1 where ${one('open')}`,
    () => `update withdrawals set fee_units = fee_units - 1 where ${one('open')}`,
    /USDT withdrawing, and the withdrawals say/,
  ],
  [
    'grams that are other ones',
    () => `update withdrawals set units = units + 1 where ${one('open')}`,
    () => `update withdrawals set units = units - 1 where ${one('open')}`,
    /QMGT withdrawing, and the withdrawals say/,
  ],
  [
    'one that is called packed and is not',
    () => `update withdrawals set units = units + 1 where ${one('packed')}`,
    () => `update withdrawals set units = units - 1 where ${one('packed')}`,
    /are not what its entry set aside$/,
  ],
  [
    'a bar of another weight',
    () => `update withdrawal_bars set fine_units = fine_units + 1 where withdrawal = '${ids.packed}'`,
    () => `update withdrawal_bars set fine_units = fine_units - 1 where withdrawal = '${ids.packed}'`,
    /is for other grams than its bars have$/,
  ],
  [
    'one that was packed with the entry of another',
    () => `update withdrawals set packed_entry = request_entry where ${one('packed')}`,
    () =>
      `update withdrawals set packed_entry = (select entry from ledger_movements m where m.id = movement) where ${one('packed')}`,
    /left with a withdrawal that it is not of$/,
  ],
  [
    'a bar that left to somebody else',
    () => `update vault_departures set taken_to = 'a friend' where taken_to like 'Withdrawal %'`,
    () =>
      `update vault_departures d set taken_to = 'Withdrawal ' || w.number from withdrawals w where w.packed_entry = d.entry`,
    /left with a withdrawal that it is not of$/,
  ],
  [
    'one that gave nothing back',
    () => `update withdrawals set ended_entry = request_entry where ${one('back')}`,
    () =>
      `update withdrawals w set ended_entry = e.id from ledger_entries e where e.reference = 'withdrawal-back:' || w.id and w.${one('back')}`,
    /did not give back what was set aside for it$/,
  ],
  [
    'one that was credited with nothing',
    () => `update withdrawals set ended_entry = request_entry where ${one('credited')}`,
    () =>
      `update withdrawals w set ended_entry = e.id from ledger_entries e where e.reference = 'withdrawal-credited:' || w.id and w.${one('credited')}`,
    /was not credited with its entry$/,
  ],
  [
    'one that was replaced by nothing',
    () => `update withdrawals set ended_entry = request_entry where ${one('replaced')}`,
    () => `update withdrawals w set ended_entry = n.request_entry from withdrawals n where n.replaces = w.id`,
    /has nothing in its place$/,
  ],
  [
    'one in the place of another that was not lost',
    () => `update withdrawals set replaces = '${ids.packed}' where ${one('inPlace')}`,
    () => `update withdrawals set replaces = '${ids.replaced}' where ${one('inPlace')}`,
    /has nothing in its place$|did not come with the entry that made a loss good$/,
  ],
  [
    'a bar that is kept for nobody',
    () => `update bar_reservations set withdrawal = null, until = now() where withdrawal = '${ids.open}'`,
    () => `update bar_reservations set withdrawal = '${ids.open}', until = null where withdrawal is null`,
    /is not kept as the withdrawals say$/,
  ],
  [
    'a holding’s part that left with another entry',
    () => `update holding_departures set entry = entry - 1`,
    () => `update holding_departures set entry = entry + 1`,
    /was not packed with its entry$/,
  ],
]

test.each(cases)('it finds %s', async (_what, change, undo, wrong) => {
  await tamper(change())
  const found = await verdict()
  await tamper(undo())
  expect(found).toMatch(wrong)
  expect(await verdict()).toBe('all is right')
})
