import { afterAll, beforeAll, expect, test } from 'vitest'
import { day, hour } from '../identity/test-people.ts'
import { askFor, createStatements } from './test-statements.ts'

let house: Awaited<ReturnType<typeof createStatements>>
type Holder = Awaited<ReturnType<typeof house.newHolder>>
const people: Record<string, Holder> = {}
const of = (name: string): Holder => {
  const found = people[name]
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

const october = { from: '2026-10-01', until: '2026-10-31' }
const some = ['USDT', '98765.43'] as const

beforeAll(async () => {
  house = await createStatements()
  for (const name of ['mover', 'keeper', 'empty', 'islander', 'early', 'late'])
    people[name] = await house.newHolder(name)
  const at = (text: string) => new Date(`${text}T12:00:00Z`)
  for (const name of ['keeper', 'empty', 'islander'])
    await house.act(of(name).id, { type: 'deposit', gets: some }, at('2026-08-01'))
  await house.act(of('empty').id, { type: 'send', gives: some }, at('2026-09-01'))
  for (const name of ['mover', 'early']) await house.act(of(name).id, { type: 'deposit', gets: some }, at('2026-10-10'))
  await house.act(of('late').id, { type: 'deposit', gets: some }, new Date('2026-11-01T00:00:30Z'))
  // It is the last day of October, and two ask for something.
  house.passTime(-2 * day)
  expect((await askFor(of('early').client, 'statement', october)).status).toBe(200)
  // The same as Pacific/Pago_Pago, by an older name.
  const zone = 'US/Samoa'
  expect((await askFor(of('islander').client, 'balance-confirmation', { day: '2026-10-01', zone })).status).toBe(200)
})
afterAll(() => house.close())

const statementsOf = async (name: string): Promise<{ state: string; subtitle: string; id: string }[]> =>
  (await of(name).client.get('/documents?kind=statement')).body.data

/** Whoever was mailed, and how often. */
const mailed = async () => {
  await house.runMails()
  return house.inbox.map(({ to }) => to.replace('@example.com', '')).toSorted()
}

test('on the first of a month everybody who had or moved something gets a statement and one mail, once', async () => {
  house.passTime(20 * hour)
  await Promise.all([house.strikeMonth(), house.strikeMonth()])
  expect(await mailed()).toEqual(['early', 'keeper', 'mover'])
  await house.strikeMonth()
  expect(await mailed()).toEqual(['early', 'keeper', 'mover'])
  expect(await statementsOf('mover')).toMatchObject([{ state: 'valid', subtitle: '1 October 2026 to 31 October 2026' }])
  // What was asked for before the month had ended has been replaced.
  expect((await statementsOf('early')).map(({ state }) => state)).toEqual(['valid', 'superseded'])
  for (const name of ['empty', 'late', 'islander']) expect(await statementsOf(name)).toEqual([])
})

test('the month ends where the customer last asked for a document', async () => {
  house.passTime(7 * hour)
  await house.strikeMonth()
  expect(await mailed()).toEqual(['early', 'islander', 'keeper', 'mover'])
  const [statement] = await statementsOf('islander')
  const { content } = (await of('islander').client.get(`/documents/${statement?.id}`)).body.data
  expect(content.notes[0]).toContain('US/Samoa')
})

test('the mail leads to the statement and has no figure of the account in it', async () => {
  const mail = house.inbox.find(({ to }) => to === 'mover@example.com')
  const [statement] = await statementsOf('mover')
  expect(mail?.subject).toBe('Your statement for October 2026 is ready')
  const link = `/pdf?document=${statement?.id}`
  expect(mail?.text).toContain(link)
  // The address has an id in it, which may have any digits.
  const withoutLinks = (text = '') => text.replaceAll(/https?:\/\/\S+/g, '')
  expect(withoutLinks(`${mail?.subject} ${mail?.text} `).replaceAll('October 2026', '')).not.toMatch(/[0-9]/)
  expect(withoutLinks(mail?.html.replaceAll(/<[^>]*>/g, ''))).not.toMatch(/98|765|USDT/)
})

test('who asks for the month himself gets the very one', async () => {
  const [made] = await statementsOf('keeper')
  expect((await askFor(of('keeper').client, 'statement', october)).document.id).toBe(made?.id)
})
