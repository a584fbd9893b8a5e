import { randomUUID } from 'node:crypto'
import { mostBars } from '@ingot/endpoints/vault'
import { verifyLedger } from '@ingot/ledger/verify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Operator, withOperators } from '../../approvals/test-approvals.ts'
import { createMarket } from '../trade/test-market.ts'

// Bars come and go by two operators, and everybody who may sees what is there.

let house: Awaited<ReturnType<typeof createHouse>>
let anna: Operator
let bert: Operator
let frida: Operator
const createHouse = async () => withOperators(await createMarket())
beforeAll(async () => {
  house = await createHouse()
  anna = await house.newOperator('anna', ['Vault'])
  bert = await house.newOperator('bert', ['Owner'])
  frida = await house.newOperator('frida', ['Finance'])
})
afterAll(() => house.close())

const heading = 'refiner,brand,serial,year,fineness,grossGrams,vault'
let count = 0
const newSerial = () => `S-${++count}`
const listOf = (...serials: string[]) =>
  [heading, ...serials.map((serial) => `Alpine Refinery,Edelweiss,${serial},2024,999.9,100,Zurich`)].join('\n')
const takingIn = (csv: string, name = `DN-${++count}`) => ({
  action: 'take-in-bars',
  thing: `delivery:${name}`,
  given: { csv },
})
const takingOut = (id: string) => ({ action: 'take-out-bar', thing: `bar:${id}`, given: { to: 'Ann, for assay' } })
const check = (csv: string, by = anna) => by.client.post('/operator/vault/check-bars', { csv })
const sums = async () => (await anna.client.get('/operator/vault')).body.data
const barsLike = async (serial: string, show = '') =>
  (await anna.client.get(`/operator/vault/bars?search=${serial}${show && `&show=${show}`}`)).body.data
const decided = async (asked: Parameters<typeof house.askedBy>[1]) => {
  const id = await house.askedBy(anna, asked)
  return house.decide(bert, 'approve', id)
}
const takenIn = async (...serials: string[]) => {
  expect((await decided(takingIn(listOf(...serials)))).body.data?.state).toBe('done')
  return Promise.all(serials.map(async (serial) => (await barsLike(serial))[0].id as string))
}

test('a delivery is checked, asked for, approved, and then in the vault with all that is known', async () => {
  const before = await sums()
  const [one, two] = [newSerial(), newSerial()]
  const csv = listOf(one, two)
  const { body: checked } = await check(csv)
  expect(checked.data).toMatchObject({ problems: [], fineGrams: '199.98' })
  expect(checked.data.bars[0]).toEqual({
    ...{ line: 2, refiner: 'Alpine Refinery', brand: 'Edelweiss', serial: one, year: 2024, vault: 'Zurich' },
    ...{ fineness: '999.9', grossGrams: '100', fineGrams: '99.99', note: null },
  })
  const id = await house.askedBy(anna, takingIn(csv, 'DN 4711/26'))
  expect(await sums()).toEqual(before)
  const { body } = await house.decide(bert, 'approve', id)
  expect(body.data).toMatchObject({
    state: 'done',
    before: [{ name: 'In the vault', value: '0 bars, 0.000000 g fine' }],
    after: [
      { name: 'In the vault', value: '2 bars, 199.980000 g fine' },
      { name: 'Delivery', value: 'DN 4711/26: 2 bars, 199.980000 g fine' },
      {
        name: 'Bar 1',
        value: `Alpine Refinery ${one}, brand Edelweiss, 2024, 100 g of 999.9, 99.990000 g fine, Zurich`,
      },
      { name: 'Bar 2' },
    ],
  })
  expect(await sums()).toEqual({ bars: 2, grams: '199.98', free: '199.98', behindTokens: '0', behindUsdau: '0' })
  const [bar] = await barsLike(one.toLowerCase(), 'in')
  expect(bar).toMatchObject({
    ...{ serial: one, brand: 'Edelweiss', year: 2024, vault: 'Zurich', fineGrams: '99.99', round: 1 },
    ...{ delivery: 'DN 4711/26', leftAt: null, takenTo: null, reservedFor: null, departureEntry: null },
  })
  const { rows } = await sql`
    select reference, caused_by from ledger_entries where id = ${bar.arrivalEntry}`.execute(house.db)
  expect(rows).toEqual([{ reference: `vault-intake:Alpine Refinery:${one}`, caused_by: `approval:${id}` }])
})

test('a bar leaves and comes again', async () => {
  const serial = newSerial()
  const [id = ''] = await takenIn(serial)
  const { body } = await decided(takingOut(id))
  expect(body.data).toMatchObject({
    state: 'done',
    after: expect.arrayContaining([{ name: 'Goes to', value: 'Ann, for assay' }]),
  })
  expect(await barsLike(serial, 'in')).toEqual([])
  expect(await barsLike(serial, 'left')).toMatchObject([{ id, takenTo: 'Ann, for assay' }])
  expect((await house.ask(anna, takingOut(id))).body.error).toMatchObject({
    name: 'StateChanged',
    message: 'This bar has left the vault already.',
  })
  await takenIn(serial)
  expect(await barsLike(serial)).toMatchObject([
    { round: 2, leftAt: null },
    { round: 1, id },
  ])
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
})

test('what is wrong with a list is told line by line, and nobody can ask for it', async () => {
  const serial = newSerial()
  await takenIn(serial)
  const bad = [
    listOf(serial),
    'Alpine Refinery,,N-1,2099,999.9,100,',
    'Alpine Refinery,,N-2,,850,0.1,',
    'Alpine Refinery,,N-3,,999.9,1,',
    'Alpine Refinery,,N-3,,999.9,1,',
  ].join('\n')
  expect((await check(bad)).body.data).toMatchObject({
    bars: [{ line: 5, serial: 'N-3' }],
    problems: [
      { line: 2, problem: 'This bar is in the vault already.' },
      { line: 3, problem: 'The year 2099 is still to come.' },
      { line: 4, problem: 'The fineness has to be from 900 to 999.99.' },
      { line: 4, problem: 'The weight has to be from 0.5 to 13000 g.' },
      { line: 6, problem: 'The same bar is on line 5, too.' },
    ],
  })
  expect((await house.ask(anna, takingIn(bad))).body.error).toMatchObject({
    name: 'StateChanged',
    message:
      'Line 2: This bar is in the vault already. Line 3: The year 2099 is still to come. Line 4: The fineness has to be from 900 to 999.99. There are 2 more problems.',
  })
})

describe('a delivery', () => {
  test('is taken in once, whatever is in it', async () => {
    const asked = takingIn(listOf(newSerial()), 'ONCE')
    expect((await decided(asked)).body.data.state).toBe('done')
    const again = await house.ask(anna, takingIn(listOf(newSerial()), 'ONCE'))
    expect(again.body.error.message).toBe('Delivery ONCE has been taken in already.')
  })

  test('has one name, in capitals', async () => {
    for (const name of ['', 'dn-1', ' DN-1', 'DN_1', 'D'.repeat(41), '=1+1'])
      expect([name, (await house.ask(anna, takingIn(listOf(newSerial()), name))).status]).toEqual([name, 404])
  })

  test('whose bar came otherwise in the meantime is outdated as a whole', async () => {
    const [shared, alone] = [newSerial(), newSerial()]
    const first = await house.askedBy(anna, takingIn(listOf(shared)))
    const second = await house.askedBy(anna, takingIn(listOf(alone, shared)))
    expect((await house.decide(bert, 'approve', first)).status).toBe(200)
    expect((await house.decide(bert, 'approve', second)).body.error).toMatchObject({
      message: 'Line 3: This bar is in the vault already.',
      details: { state: 'outdated' },
    })
    expect(await barsLike(alone)).toEqual([])
  })

  test('next to which a bar of the same name has come is looked at again', async () => {
    const serial = newSerial()
    const id = await house.askedBy(anna, takingIn(listOf(serial)))
    expect((await decided(takingIn(listOf(serial).replace('2024', '2023')))).status).toBe(200)
    expect((await house.decide(bert, 'approve', id)).body.error.details).toEqual({ state: 'outdated' })
    expect((await check(listOf(serial))).body.data.bars[0].note).toBe(
      'Another bar has this refiner and serial: 100 g, 2023.',
    )
  })

  test('of 200 bars comes in one go', async () => {
    const many = Array.from({ length: mostBars }, newSerial)
    const began = Date.now()
    expect((await decided(takingIn(listOf(...many)))).body.data.after).toHaveLength(mostBars + 2)
    expect(Date.now() - began).toBeLessThan(10_000)
    const first = (await anna.client.get('/operator/vault/bars')).body
    expect(first.data).toHaveLength(50)
    const next = (await anna.client.get(`/operator/vault/bars?cursor=${first.meta.cursor}`)).body
    expect(next.data[0].serial).toBe(many.at(-51))
  })

  test('that shares a bar with nineteen others, all approved at once, comes alone', async () => {
    const serial = newSerial()
    const deciders = [bert, await house.newOperator('carl', ['Vault']), await house.newOperator('dora', ['Owner'])]
    const ids: string[] = []
    for (let n = 0; n < 20; n++) ids.push(await house.askedBy(anna, takingIn(listOf(serial, newSerial()))))
    const answers = await Promise.all(
      ids.map((id, n) => house.decide(deciders[n % deciders.length] as Operator, 'approve', id)),
    )
    expect(answers.filter(({ status }) => status >= 500 && status !== 503)).toEqual([])
    expect((await barsLike(serial, 'in')).length).toBeLessThanOrEqual(1)
    for (const id of ids) await house.decide(bert, 'approve', id)
    expect(await barsLike(serial, 'in')).toHaveLength(1)
    expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
  }, 60_000)
})

test('gold that tokens stand for does not leave, also if they were issued after it was asked for', async () => {
  const [id = ''] = await takenIn(newSerial())
  const asked = await house.askedBy(anna, takingOut(id))
  const { free } = await sums()
  await house.fillTreasury('QMGT', free)
  expect((await house.decide(bert, 'approve', asked)).body.error).toMatchObject({
    message: 'Only 0.000000 g are free, and this bar has 99.990000 g: what tokens stand for cannot leave.',
    details: { state: 'outdated' },
  })
  expect(await sums()).toMatchObject({ free: '0', behindTokens: free })
  expect((await house.ask(anna, takingOut(id))).body.error.name).toBe('StateChanged')
  expect(await verifyLedger(house.db, undefined)).toMatchObject({ ok: true })
})

test('a bar that is kept for a customer does not leave, and the register says for whom', async () => {
  const [serial, other] = [newSerial(), newSerial()]
  const [id = '', free = ''] = await takenIn(serial, other)
  const customer = await house.newCustomer('keeper')
  const who = (await customer.get('/getInfo')).body.data.id
  const choice = randomUUID()
  const until = new Date(house.now().getTime() + 60_000)
  await sql`
    insert into withdrawal_choices (id, customer, figures, made_at, until)
    values (${choice}, ${who}, '{}', ${house.now()}, ${until})`.execute(house.db)
  const asked = await house.askedBy(anna, takingOut(id))
  await sql`insert into bar_reservations (bar, customer, choice, until) values (${id}, ${who}, ${choice}, ${until})`.execute(
    house.db,
  )
  expect((await barsLike(serial))[0]).toMatchObject({ reservedFor: 'a customer who chooses', leftAt: null })
  expect((await barsLike(other))[0].reservedFor).toBeNull()
  const words = 'This bar is kept for a customer who chooses.'
  expect((await house.decide(bert, 'approve', asked)).body.error?.message).toContain(words)
  expect((await house.ask(anna, takingOut(id))).body.error.message).toBe(words)
  expect((await decided(takingOut(free))).status).toBe(200)
  // What was kept for a choice can be had once its time is over.
  house.passTime(61_000)
  expect((await barsLike(serial))[0].reservedFor).toBeNull()
  expect((await decided(takingOut(id))).body.data?.state).toBe('done')
})

test('everything can be downloaded', async () => {
  const serial = newSerial()
  await takenIn(serial)
  const { raw } = await frida.client.get(`/operator/vault/bars.csv?search=${serial}`)
  const [headings, line] = raw.toString().split('\r\n')
  expect(headings).toBe(
    'Refiner,Brand,Serial,Year,Fineness,Gross grams,Fine grams,Vault,Round,Delivery,Arrived,Arrival entry,Left,Kept for,Taken to,Departure entry',
  )
  expect(line).toMatch(/^Alpine Refinery,Edelweiss,S-\d+,2024,999\.9,100,99\.99,Zurich,1,DN-\d+,20[^,]+Z,\d+,,,,$/)
})

test('a thousand checks at once are answered, and change nothing', async () => {
  const csv = listOf(...Array.from({ length: 20 }, newSerial))
  const before = await sums()
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => check(csv, n % 2 ? anna : bert)))
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(status))).toEqual([])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(await sums()).toEqual(before)
}, 60_000)

describe('who may', () => {
  test('read it', async () => {
    const auditor = await house.newOperator('audrey', ['Auditor'])
    const support = await house.newOperator('sue', ['Support', 'Compliance'])
    const customer = await house.newCustomer('cora')
    for (const path of ['/operator/vault', '/operator/vault/bars', '/operator/vault/bars.csv']) {
      for (const { client } of [anna, bert, frida, auditor]) expect((await client.get(path)).status).toBe(200)
      for (const client of [support.client, customer]) expect((await client.get(path)).status).toBe(403)
    }
    for (const by of [frida, auditor, support]) expect((await check(listOf('X-1'), by)).status).toBe(403)
  })

  test('not be asked with nonsense', async () => {
    const wrong = ['', 'a\u0000b', 'a\u200bb', '\ud800', 'x'.repeat(64 * 1024 + 1)]
    for (const csv of wrong) {
      expect([csv.slice(0, 9), (await check(csv)).status]).toEqual([csv.slice(0, 9), 400])
      expect((await house.ask(anna, takingIn(csv))).status).toBe(400)
    }
    expect((await check('x'.repeat(400 * 1024))).status).toBe(413)
    for (const query of [
      'show=out',
      'cursor=x',
      'search=a%00',
      'cursor=9999999999999999999',
      `search=${'x'.repeat(61)}`,
    ])
      expect((await anna.client.get(`/operator/vault/bars?${query}`)).status).toBeLessThan(500)
    for (const thing of ['bar:0', 'bar:01', 'bar:9999999999999999999', 'bar:999999999999999999', 'bar:', 'bar:1 '])
      expect([thing, (await house.ask(anna, { ...takingOut('1'), thing })).status]).toEqual([thing, 404])
    for (const to of ['', '  ', 'ab', 'a\nb', 'x'.repeat(201)])
      expect((await house.ask(anna, { ...takingOut('1'), given: { to } })).status).toBe(400)
  })
})
