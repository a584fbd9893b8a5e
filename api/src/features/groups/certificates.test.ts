import { createHash } from 'node:crypto'
import { asOwner, runAsOwner } from '@ingot/db/test-server'
import { verifyLedger } from '@ingot/ledger/verify'
import { checkDocument } from '@ingot/paper/check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { factsIn } from '../statements/test-statements.ts'
import { createGroups, type Member } from './test-groups.ts'

let house: Awaited<ReturnType<typeof createGroups>>
beforeAll(async () => {
  house = await createGroups()
})
afterAll(() => house.close())

const verdict = async () => {
  const found = await verifyLedger(house.db, undefined)
  return 'wrong' in found ? found.wrong : 'all is right'
}

const stateOf = async (number: string) =>
  (await house.newClient().get(`/documents/check?number=${number}`)).body.data.state

/** The file as its owner gets it, checked as anybody can. */
const checkFile = async ({ client }: Member, id: string) => {
  const certificates = (await house.newClient().get('/documents/certificates')).body.data
  const { raw } = await client.get(`/documents/${id}/file`)
  return { found: await checkDocument(raw, certificates), hash: createHash('sha256').update(raw).digest('hex') }
}

test('two buy in a group, one leaves, and each certificate tells what is left of the own gold', async () => {
  const [ann, ben] = [await house.newMember('ann-lee'), await house.newMember('ben-moe')]
  const name = 'Gold <b>&</b> "Łódź" 王 (\\)'
  const id = await house.newGroup(ann, [ben], name)
  const free = await house.held('free', 'XAU')
  const bought = await ann.buyIn(id)
  expect(bought).toMatchObject({
    status: 200,
    body: {
      data: {
        ...{ product: 'GDS', type: 'gds', pay: { asset: 'USDT', amount: '201' }, fee: { amount: '1.005' } },
        ...{ receive: { asset: 'GDS', amount: '1.99' }, price: '100.5', group: { id, name } },
      },
    },
  })
  expect(await house.balance(ann, 'USDT')).toBe('4799')
  expect((await ben.buyIn(id, '402', 'USDT')).status).toBe(200)
  expect(Number(free) - Number(await house.held('free', 'XAU'))).toBeCloseTo(5.97, 9)
  expect((await ben.leave(id)).body.data).toMatchObject({ mine: { state: 'Left' }, grams: '3.98', value: '396.01' })

  const [{ holding, certificate }] = await ben.purchases(id)
  expect(certificate.number).toMatch(/^GDS-2026-\d{6}$/)
  expect(await ben.certificate(id, certificate.id)).toMatchObject({
    ...{ version: 1, units: '3.98', left: '3.98', newest: null, holding, group: { id, name } },
    document: { kind: 'gds-certificate', number: certificate.number, state: 'valid', supersededBy: null },
  })
  const first = await checkFile(ben, certificate.id)
  expect(first.found).toMatchObject({
    ...{ outcome: 'genuine', number: certificate.number, hash: first.hash },
    attached: { kind: 'gds-certificate', data: { group: { name, kind: 'club' }, left: '3.98', version: 1 } },
  })
  const { content } = (await ben.client.get(`/documents/${certificate.id}`)).body.data
  expect(factsIn(content, 'What is certified')).toMatchObject({
    ...{ 'Gold left': '3.98 grams', 'Gold bought': '3.98 grams', Group: name, 'Kind of group': 'Club', Version: '1' },
  })
  expect(content.holder[0]).toBe('ben moe')
  // It says no price, and what was paid for it neither.
  expect(JSON.stringify(content)).not.toMatch(/402|100\.5|USDT/)

  // A part ends: another version, in the same moment. The first one's link says so.
  expect((await ben.end(holding, 'USDT', '1.98')).status).toBe(200)
  const [second] = await ben.purchases(id)
  expect(second).toMatchObject({ holding, units: '3.98', open: '2' })
  expect(await ben.certificate(id, certificate.id)).toMatchObject({
    ...{ version: 1, left: '3.98', newest: second.certificate },
    document: { state: 'superseded', supersededBy: second.certificate.number },
  })
  expect(await ben.certificate(id, second.certificate.id)).toMatchObject({ version: 2, left: '2', newest: null })
  expect(await stateOf(certificate.number)).toBe('superseded')
  const next = (await ben.client.get(`/documents/${second.certificate.id}`)).body.data.content
  expect(factsIn(next, 'What is certified')).toMatchObject({ Version: '2', 'Takes the place of': certificate.number })
  // The file of the first is what it was.
  expect((await checkFile(ben, certificate.id)).hash).toBe(first.hash)

  // All of it ends, at a quote and paid in gold: a last version that says that nothing is left.
  const quote = (await ben.quoteTermination({ holding, currency: 'QMGT' })).body.data
  expect((await ben.terminateAt(quote.id)).body.data).toMatchObject({
    type: 'gds-termination',
    pay: { asset: 'GDS', amount: '2' },
  })
  const [last] = await ben.purchases(id)
  expect(await ben.certificate(id, last.certificate.id)).toMatchObject({
    ...{ version: 3, units: '3.98', left: '0' },
    document: { state: 'valid', subtitle: 'GDS, 0 grams left, version 3' },
  })
  const words = JSON.stringify((await ben.client.get(`/documents/${last.certificate.id}`)).body.data.content)
  expect(words).toContain('nothing is left of this purchase')
  expect((await checkFile(ben, last.certificate.id)).found).toMatchObject({ outcome: 'genuine' })
  expect(Number(free) - Number(await house.held('free', 'XAU'))).toBeCloseTo(1.99, 9)
  expect(await house.balance(ben, 'QMGT')).toBe('1.99')
  expect((await ann.positions()).GDS).toMatchObject({ holdings: 1, units: '1.99', cost: '201' })
})

test('GDS counts in the figures over all products and in statements, and in none that is named after another', async () => {
  const cas = await house.newMember('cas-orr')
  const id = await house.newGroup(cas)
  await cas.buyIn(id)
  const [{ holding }] = await cas.purchases(id)
  await cas.end(holding, 'USDT', '0.99')
  // One gram is left: 101.005… of the cost, and it brings 99.5.
  const { figures, products } = (await cas.client.get('/dashboard')).body.data
  expect(figures).toMatchObject({
    ...{ totalGAEProfit: '0', totalGAELoss: '0', totalGAEXLoss: '0', totalGoldConvertLoss: '0', totalProfit: '0' },
    ...{ totalGAEBookingNote: '0', totalGoldConvertBookingNote: '0', TotalNetCashout: '98.012475' },
    ...{ totalBooking: '100.5', totalLoss: '3.487525', grandTotal: '-3.487525' },
  })
  expect(products.find(({ product }: { product: string }) => product === 'GDS')).toMatchObject({
    units: '1',
    value: '99.5',
  })
  expect((await cas.client.get('/dashboard/figures/totalLoss')).body.data).toMatchObject([{ product: 'GDS' }])
  house.passTime(Math.max(0, Date.now() - house.now().getTime()) + 1000)
  const client = await house.signInAgain('cas-orr')
  const today = house.now().toISOString().slice(0, 10)
  const asked = await client.post('/documents/statement', {
    ...{ from: `${today.slice(0, 4)}-01-01`, until: today, zone: 'UTC', paper: 'A4' },
  })
  expect(asked.status).toBe(200)
  const { content } = (await client.get(`/documents/${asked.body.data.id}`)).body.data
  expect(JSON.stringify(content)).toContain('GDS')
})

test('what is ended is ended holding by holding', async () => {
  const dan = await house.newMember('dan-poe')
  const id = await house.newGroup(dan)
  await dan.buyIn(id)
  await dan.buyIn(id)
  const refused = await dan.quoteTermination({ product: 'GDS', currency: 'USDT' })
  expect(refused.body.error).toMatchObject({
    ...{ name: 'WrongProduct', message: 'GDS is ended holding by holding. Please choose one.' },
  })
})

describe('the books are compared with groups, the vault and certificates', () => {
  const holding = `(select id from holdings where product = 'GDS' order by number limit 1)`
  const [off, on] = ['disable', 'enable'].map(
    (word) =>
      `alter table gds_bookings ${word} trigger user; alter table documents ${word} trigger user;
       alter table ledger_moves ${word} trigger user; alter table gds_members ${word} trigger user;`,
  )
  const valid = `kind = 'gds-certificate' and subject = ${holding}::text and state = 'valid'`
  test.each<[what: string, change: string, back: string, wrong: RegExp]>([
    [
      'a holding without its group',
      `create table kept as select * from gds_bookings where holding = ${holding}; delete from gds_bookings where holding = ${holding}`,
      'insert into gds_bookings select * from kept; drop table kept',
      /^holding \d+ was bought in no group$/,
    ],
    [
      'a buyer who was never in the group',
      'update gds_members set joined_at = null',
      'update gds_members set joined_at = asked_at',
      /^holding \d+ was bought in a group that its customer was never in$/,
    ],
    [
      'a certificate that is gone',
      `update documents set state = 'reversed' where ${valid}`,
      `update documents set state = 'valid' where kind = 'gds-certificate' and subject = ${holding}::text and state = 'reversed'`,
      /^holding \d+ has no certificate that holds$/,
    ],
    [
      'a certificate that says more than is left',
      `update documents set subtitle = 'GDS, 19.9 grams left, version 1' where ${valid}`,
      `update documents set subtitle = 'GDS, 1.99 grams left, version 1' where ${valid}`,
      /^holding \d+ has a certificate that says something else than is left$/,
    ],
    [
      'grams that no gold was set aside for',
      `update ledger_moves set units = units + 1 where number = (select max(m.number) from ledger_moves m join ledger_entries e on e.id = m.entry where e.kind = 'gds' and m.asset = 'XAU')
         and asset = 'XAU' and entry = (select min(id) from ledger_entries where kind = 'gds')`,
      `update ledger_moves set units = units - 1 where asset = 'XAU' and entry = (select min(id) from ledger_entries where kind = 'gds')`,
      /./,
    ],
  ])('%s', async (_what, change, back, wrong) => {
    const owner = asOwner(house.databaseUrl)
    await runAsOwner(owner, `${off} ${change}`)
    expect(await verdict()).toMatch(wrong)
    expect(await verdict()).not.toBe('all is right')
    await runAsOwner(owner, `${back}; ${on}`)
    expect(await verdict()).toBe('all is right')
  })
})
