import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { parseAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Operator, withOperators } from '../../approvals/test-approvals.ts'
import { policy } from '../../policy.ts'
import { day, minute } from '../identity/test-people.ts'
import { createMarket, hundredAGram, type Trader } from '../trade/test-market.ts'
import { reserves } from './feature.ts'
import { lookAtReserves, type NewestHeader, thinHistory } from './looking.ts'

const create = async () => withOperators(await createMarket())
let house: Awaited<ReturnType<typeof create>>
let anna: Operator
let bert: Operator
let ines: Trader
let count = 0
let header: NewestHeader = { anchorsSince: null, at: null }

const hour = 60 * minute
const [buy, sell] = [
  { pair: 'QMGT/USDT', side: 'buy', amount: '1', of: 'receive' },
  { pair: 'QMGT/USDT', side: 'sell', amount: '1', of: 'pay' },
]
const watching = () => ({ db: house.db, now: house.now, newestHeader: async () => header })
/** As the worker looks, and as everybody knows of it some seconds later. */
const look = async (passing = 0) => {
  house.passTime(passing)
  const causes = await lookAtReserves(watching())
  house.passTime(policy.reserves.pageSeconds * 1000)
  await house.setPrice(hundredAGram)
  return causes
}
const state = async () => (await house.newClient().get('/reserves')).body.data
const stopped = {
  status: 409,
  body: { error: { name: 'ProductClosed', details: { product: 'swap', why: 'reserves' } } },
}
/** Whatever a test has found missing is there again. */
const mend = async () => {
  header = { anchorsSince: null, at: null }
  await sql`delete from chain_attested`.execute(house.db)
  await sql`delete from chain_reconciliations`.execute(house.db)
  if ((await look()).includes('list')) await confirmBars()
  await look()
  await look(policy.reserves.steadyMinutes * minute)
}
/** Somebody who has just logged in, whatever time has passed. */
const newTrader = async () => {
  ines = await house.newTrader(`ines${++count}`, { USDT: '1000', QMGT: '20' })
}

beforeAll(async () => {
  house = await create()
  await house.setPrice(hundredAGram)
  await house.fillVault('1000')
  await house.fillTreasury('QMGT', '500')
  await house.fillTreasury('USDAU', '1000')
  await house.fillTreasury('USDT', '5000')
  anna = await house.newOperator('anna', ['Owner', 'Vault'])
  bert = await house.newOperator('bert', ['Owner', 'Vault'])
  await newTrader()
})
afterAll(() => house.close())
afterEach(async () => {
  await mend()
  await newTrader()
})

/** As if somebody had written another weight into the list, past all that keeps one from it. */
const weighBars = (change: string) =>
  runAsOwner(
    asOwner(house.databaseUrl),
    `alter table vault_bars disable trigger user; update vault_bars set fine_units = fine_units ${change};
      alter table vault_bars enable trigger user`,
  )
const confirmBars = async () => {
  await house.logInAgain(anna)
  await house.logInAgain(bert)
  const id = await house.askedBy(anna, { action: 'confirm-bars', thing: 'bars' })
  expect((await house.decide(bert, 'approve', id)).body.data.state).toBe('done')
}
const attest = (grams: string) =>
  sql`insert into chain_attested (asset, grams, units, block, seen_at)
    values ('XAU', ${grams}::numeric * 1000000000000000000, 0, 7, now())`.execute(house.db)
const compared = (hours: number, problem: string | null, differences: object[] = []) =>
  sql`insert into chain_reconciliations (at, block, checked, differences, difference_count, in_flight, in_flight_count, problem)
    values (now() - make_interval(hours => ${hours}::int), 1, 1, ${JSON.stringify(differences)}, 1, '[]', 0, ${problem})`.execute(
    house.db,
  )

describe('before anybody has looked', () => {
  test('nothing is claimed, and nothing stopped', async () => {
    expect(await state()).toMatchObject({ sales: 'unknown', causes: [], reading: null })
    expect((await ines.quote(buy)).status).toBe(200)
  })
})

describe('what is owed', () => {
  test('is what was issued less what the treasury has, with what customers keep outside, and told to the last unit', async () => {
    const moved = parseAmount('QMGT', '5')
    await post(house.db, {
      ...{ reference: 'test:outside', kind: 'send', causedBy: 'test' },
      moves: [
        move(moved, { from: customerAccount(ines.id, 'QMGT', 'available'), to: houseAccount('QMGT', 'outside') }),
      ],
    })
    await look()
    const { reading, sales } = await state()
    expect(sales).toBe('open')
    const line = (asset: string) => reading.lines.find((each: { asset: string }) => each.asset === asset)
    expect(line('QMGT')).toEqual({
      ...{ asset: 'QMGT', issued: '500', treasury: '460', owed: '40', outside: '5', grams: '40' },
      ...{ minted: '500', burnt: '0' },
    })
    // Nobody has any: what was set aside for the treasury's own is owed to nobody.
    expect(line('USDAU')).toMatchObject({ issued: '1000', treasury: '1000', owed: '0', grams: '0' })
    expect(line('GDS')).toMatchObject({ minted: null, burnt: null, owed: '0' })
    expect(reading).toMatchObject({ bars: 1, fineGrams: '1000', owedGrams: '40', coverage: '2500.00' })
    expect(reading.usdt).toEqual({ held: '7000', owed: '2000', coverage: '350.00' })
  })

  test('counts dollars of gold by their grams', async () => {
    await house.give(ines.id, 'USDAU', '100')
    await look()
    const { reading } = await state()
    const usdau = reading.lines.find(({ asset }: { asset: string }) => asset === 'USDAU')
    expect(usdau).toMatchObject({ owed: '100' })
    expect(Number(usdau.grams)).toBeCloseTo(1.02, 1)
    expect(Number(reading.owedGrams)).toBeCloseTo(60 + Number(usdau.grams), 9)
  })
})

describe('sales stop by themselves', () => {
  const expectStopped = async (cause: string) => {
    expect(await state()).toMatchObject({ sales: 'stopped', causes: [cause] })
    const asked = await ines.quote(buy)
    expect(asked).toMatchObject(stopped)
    expect(asked.body.error.message).toBe(
      'Buying gold is stopped until our reserves are shown to cover everything we owe.',
    )
    expect((await ines.trade(sell)).status).toBe(200)
  }

  test('when less gold lies there than is owed, and go on when it is back, after it has been so for a while', async () => {
    await weighBars('/ 25')
    await house.give(ines.id, 'QMGT', '30')
    expect(await look()).toEqual(['coverage'])
    await expectStopped('coverage')
    await weighBars('* 25')
    await look(minute)
    expect((await state()).sales).toBe('stopped')
    await look(policy.reserves.steadyMinutes * minute)
    expect(await state()).toMatchObject({ sales: 'open', causes: [], stoppedAt: null })
    expect((await ines.trade(buy)).status).toBe(200)
  })

  test('when wallets hold fewer dollars than customers have', async () => {
    await compared(0, null, [{ token: 'USDT', place: 'wallet', owner: 'house', difference: '-5500.5' }])
    expect(await look()).toEqual(['coverage'])
    await expectStopped('coverage')
    // Of more wallets than are kept with a run, it keeps the sum.
    await sql`update chain_reconciliations set differences = '[]'`.execute(house.db)
    expect(await look()).toEqual([])
    await sql`update chain_reconciliations set missing_usdt = 5500.5`.execute(house.db)
    expect(await look()).toEqual(['coverage'])
  })

  test('when nobody has compared the list with the vault for 31 days, until two operators have', async () => {
    await confirmBars()
    expect(await look(policy.reserves.listDays * day - hour)).toEqual([])
    expect(await look(2 * hour)).toEqual(['list'])
    await newTrader()
    await expectStopped('list')
    await confirmBars()
    await look(policy.reserves.steadyMinutes * minute)
    await look(policy.reserves.steadyMinutes * minute)
    expect((await state()).sales).toBe('open')
    await confirmBars()
  })

  test('when the chain says another weight than the bars for longer than an attestation takes', async () => {
    await attest('900')
    expect(await look()).toEqual([])
    expect(await state()).toMatchObject({ sales: 'open', attested: { grams: '900', block: '7' } })
    expect(await look(policy.reserves.disagreeHours * hour - minute)).toEqual([])
    expect(await look(2 * minute)).toEqual(['chain'])
    await sql`update chain_attested set grams = 1000 * 10::numeric ^ 18`.execute(house.db)
    expect(await look()).toEqual([])
  })

  test('when the vault was not looked at on the chain for a day, or no comparison with it was finished, if ever one was', async () => {
    await attest('1000')
    await sql`update chain_attested set seen_at = now() - interval '25 hours'`.execute(house.db)
    expect(await look()).toEqual(['chain'])
    await sql`update chain_attested set seen_at = now() - interval '23 hours'`.execute(house.db)
    expect(await look()).toEqual([])
    await compared(25, null)
    await compared(0, 'the node is silent')
    expect(await look()).toEqual(['chain'])
    // Where all of it stood still, the chain is given the time until the next look.
    await sql`update reserve_looks set looked_at = now() - interval '16 minutes'`.execute(house.db)
    expect([await look(), await look()]).toEqual([[], ['chain']])
    await compared(0, null)
    expect(await look()).toEqual([])
  })

  test('when no snapshot was anchored for 48 hours, where they are at all', async () => {
    const since = house.now()
    header = { anchorsSince: since, at: null }
    expect(await look(policy.reserves.headerHours * hour)).toEqual([])
    expect(await look(minute)).toEqual(['header'])
    header = { anchorsSince: since, at: house.now() }
    expect(await look()).toEqual([])
  })

  test('when nobody looks any more, and go on at once when somebody does', async () => {
    await look()
    await sql`update reserve_looks set looked_at = now() - interval '16 minutes'`.execute(house.db)
    house.passTime(policy.reserves.pageSeconds * 1000)
    expect((await state()).sales).toBe('unknown')
    expect(await ines.quote(buy)).toMatchObject(stopped)
    await look()
    expect((await ines.quote(buy)).status).toBe(200)
  })
})

describe('a worker that starts', () => {
  test('looks at once, so that after a standstill nobody waits for the next minute', async () => {
    await look()
    await sql`update reserve_looks set looked_at = now() - interval '16 minutes'`.execute(house.db)
    house.passTime(policy.reserves.pageSeconds * 1000)
    expect(await ines.quote(buy)).toMatchObject(stopped)
    await reserves.follows?.(house as never, {} as never)?.stop()
    house.passTime(policy.reserves.pageSeconds * 1000)
    await house.setPrice(hundredAGram)
    expect((await ines.quote(buy)).status).toBe(200)
  })
})

describe('a stop', () => {
  const stop = async () => {
    header = { anchorsSince: new Date(house.now().getTime() - 49 * hour), at: null }
    await look()
  }

  test('refuses a quote from before, though this process does not know of it yet', async () => {
    const { id } = (await ines.quote(buy)).body.data
    header = { anchorsSince: new Date(house.now().getTime() - 49 * hour), at: null }
    await lookAtReserves(watching())
    // Without any time between, what is remembered says that everything is open: the transaction looks for itself.
    expect(await ines.swap(id)).toMatchObject(stopped)
  })

  test('at the very moment of purchases lets each of them through or not, and none by half', async () => {
    const quotes = await Promise.all([1, 2, 3, 4].map(() => ines.quote(buy)))
    const before = Number(await house.balance(ines, 'QMGT'))
    header = { anchorsSince: new Date(house.now().getTime() - 49 * hour), at: null }
    const [, ...trades] = await Promise.all([
      lookAtReserves(watching()),
      ...quotes.map(({ body }) => ines.swap(body.data.id)),
    ])
    for (const { status, body } of trades) if (status !== 200) expect(body.error.name).toBe('ProductClosed')
    const done = trades.filter(({ status }) => status === 200).length
    expect(Number(await house.balance(ines, 'QMGT'))).toBe(before + done)
  })

  test('is told of each product that makes more owed, and of no other', async () => {
    await stop()
    const closed = (await ines.client.get('/products')).body.data
    const names = closed.flatMap(({ name, closed: why }: { name: string; closed: string }) =>
      why === 'reserves' ? [name] : [],
    )
    expect(names.toSorted()).toEqual(['convert', 'gae', 'gds', 'remit', 'spend', 'staking', 'swap'])
  })

  test('stops issuing as well, tells every operator, and stands in health and history', async () => {
    await house.logInAgain(anna)
    await stop()
    const issuing = sql`select stopped_by, reason from ledger_issuing_stops`
    const reason = 'No snapshot has been anchored on the chain for too long.'
    expect((await issuing.execute(house.db)).rows).toEqual([{ stopped_by: 'reserves', reason }])
    const { rows } = await sql`
      select action, alone, facts from audit_lines order by number desc limit 1`.execute(house.db)
    expect(rows).toEqual([{ action: 'stop-sales', alone: true, facts: { Why: reason } }])
    const { stops } = (await anna.client.get('/operator/reserves')).body.data
    expect(stops[0]).toEqual({ beganAt: expect.any(String), causes: ['header'], endedAt: null, endedBy: null })
    expect((await anna.client.get('/operator/desk')).body.data.alarms).toContainEqual(
      expect.objectContaining({ name: 'reserves' }),
    )
    // Looked at again, it is the same stop.
    await look(minute)
    expect((await anna.client.get('/operator/reserves')).body.data.stops.length).toBe(stops.length)
  })

  test('is let pass by two operators with words for everybody, for a time, and not for what comes up later', async () => {
    await stop()
    await Promise.all([house.logInAgain(anna), house.logInAgain(bert)])
    const given = { note: 'The chain is down; the bars were counted today.', hours: '3' }
    const id = await house.askedBy(anna, { action: 'lift-interlock', thing: 'interlock', given })
    expect((await house.decide(anna, 'approve', id)).status).toBe(403)
    expect((await house.decide(bert, 'approve', id)).body.data.state).toBe('done')
    await look()
    expect(await state()).toMatchObject({ sales: 'lifted', lift: { note: given.note } })
    expect((await ines.trade(buy)).status).toBe(200)
    // Something else.
    await weighBars('/ 100')
    await look(minute)
    expect(await state()).toMatchObject({ sales: 'stopped', causes: ['coverage'] })
    await weighBars('* 100')
    await look(minute)
    expect((await state()).sales).toBe('lifted')
    await look(3 * hour)
    expect(await state()).toMatchObject({ sales: 'stopped', causes: ['header'], lift: null })
  })

  test('for two things, one after the other, is let pass for both, each until its own end and with its own words', async () => {
    const letPass = async (note: string, hours: string) => {
      await Promise.all([house.logInAgain(anna), house.logInAgain(bert)])
      const id = await house.askedBy(anna, { action: 'lift-interlock', thing: 'interlock', given: { note, hours } })
      expect((await house.decide(bert, 'approve', id)).body.data.state).toBe('done')
      await look()
    }
    await stop()
    await letPass('The chain is down.', '3')
    await weighBars('/ 100')
    await look(minute)
    await letPass('A bar is on its way.', '5')
    const lifted = await state()
    expect(lifted).toMatchObject({ sales: 'lifted', causes: ['header', 'coverage'] })
    expect(lifted.lift.note).toMatch(/^The chain is down. \(until .* UTC\) A bar is on its way. \(until .* UTC\)$/)
    await look(3 * hour)
    expect(await state()).toMatchObject({
      sales: 'stopped',
      causes: ['header'],
      lift: { note: 'A bar is on its way.' },
    })
    await weighBars('* 100')
  })

  test('cannot be let pass for longer than 72 hours, without words, or where there is none', async () => {
    await Promise.all([house.logInAgain(anna)])
    const ask = (given: Record<string, string>) =>
      house.ask(anna, { action: 'lift-interlock', thing: 'interlock', given })
    const note = 'The bars were counted today.'
    expect((await ask({ note, hours: '3' })).body.error.message).toBe('Sales are not stopped.')
    await stop()
    expect((await ask({ note, hours: '73' })).status).toBe(400)
    expect((await ask({ note: 'ok', hours: '3' })).status).toBe(400)
    expect((await ask({ hours: '3' })).status).toBe(400)
  })
})

describe('the history', () => {
  test('has a point for each stretch, and is thinned to an hour and a day without losing the last of them', async () => {
    const before = house.now()
    for (let times = 0; times < 4; times += 1) await look(20 * minute)
    const points = (await house.newClient().get('/reserves/coverage?range=day')).body.data
    expect(points.length).toBeGreaterThanOrEqual(4)
    expect(points.map(({ at }: { at: string }) => at)).toEqual(points.map(({ at }: { at: string }) => at).toSorted())
    const kept = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from reserve_readings where at >= ${before}`.execute(house.db)
      return rows[0]?.count ?? 0
    }
    const all = await kept()
    house.passTime((policy.reserves.minuteDays + 1) * day)
    await thinHistory(watching())
    const thinned = await kept()
    expect(thinned).toBeGreaterThanOrEqual(2)
    expect(thinned).toBeLessThan(all)
    house.passTime((policy.reserves.hourDays + 1) * day)
    await thinHistory(watching())
    expect(await kept()).toBeLessThanOrEqual(2)
    expect((await house.newClient().get('/reserves/coverage?range=week')).status).toBe(400)
    expect((await house.newClient().get('/reserves')).headers['cache-control']).toBe('public, max-age=5')
  })
})
