import { afterAll, beforeAll, expect, test } from 'vitest'
import { policy } from '../../policy.ts'
import { defaults, numbersAt } from '../../policy-versions/numbers.ts'
import { insertTestVersion } from '../../policy-versions/test-versions.ts'
import { createPeople } from '../identity/test-people.ts'
import { answersWith, groups } from './answers.ts'
import { type Figures, figuresOf, type Rules } from './figures.ts'

let people: Awaited<ReturnType<typeof createPeople>>
beforeAll(async () => {
  people = await createPeople()
  for (const name of ['olga', 'carl']) await people.newCustomer(name, { operator: true })
})
afterAll(() => people.close())

const questions = groups.flatMap((group) => group.questions)
const written = questions.flatMap(({ id, question, answer }) =>
  [question, ...answer].map((text) => [id, text] as const),
)
const inForce: Rules = { ...policy, ...numbersAt([], new Date()) }

test('there are at least forty questions, each with an address of its own', () => {
  expect(questions.length).toBeGreaterThanOrEqual(40)
  const ids = [...groups, ...questions].map(({ id }) => id)
  expect(ids.filter((id) => !/^[a-z0-9-]+$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

/** What is a name or fixed by the product, and no number of the policy. */
const names = ['2FA', 'six-digit']
const numberWords =
  /\b(?:three|four|five|six|seven|eight|nine|ten|eleven|twelve|fourteen|fifteen|twenty|thirty|forty|fifty|sixty|ninety|hundred|thousand)\b/i

test.each(written)('no number is typed in %s: %s', (_id, text) => {
  const bare = names.reduce((left, name) => left.replaceAll(name, ''), text.replaceAll(/\{\{\w+\}\}/g, ''))
  expect(bare).not.toMatch(/\d/)
  expect(bare).not.toMatch(numberWords)
  expect(bare).not.toMatch(/[{}]|!/)
})

/** Another policy: each number in it is another one. */
const changed = (part: unknown, name = ''): unknown => {
  if (typeof part === 'bigint') return part + 7n
  if (typeof part === 'number') return name === 'seconds' ? part + 60 : part + 7
  if (typeof part === 'string') return /^[\d.]+$/.test(part) ? String(Number(part) + 7) : part
  if (Array.isArray(part)) return part.map((each) => changed(each))
  return Object.fromEntries(Object.entries(part as object).map(([key, value]) => [key, changed(value, key)]))
}

/** These stand in the names of the policy's numbers, or in the contract. */
const fixed = ['barSizes', 'cardPeriod', 'nominees']

test('every figure comes from the policy: in another policy each is another one', () => {
  const [now, other] = [figuresOf(inForce), figuresOf(changed(inForce) as Rules)]
  const same = Object.keys(now).filter((name) => now[name as keyof Figures] === other[name as keyof Figures])
  expect(same.toSorted()).toEqual(fixed)
})

test('every figure is named in an answer, and every name is one of a figure', () => {
  const named = new Set(written.flatMap(([, text]) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name)))
  expect([...named].toSorted()).toEqual(Object.keys(figuresOf(inForce)).toSorted())
})

test('figures are written as people write them', () => {
  expect(figuresOf(inForce)).toMatchObject({
    idle: '15 minutes',
    hold: '48 hours',
    goldFee: '0.25 %',
    tradeMost: '50,000 USD',
    convertLeast: '0.01 g',
    stakeTerms: '0.5 % over 90 days, 1.25 % over 180 days and 3 % over 365 days',
    rewardLevels: '20 % on level 1 and 5 % on level 2',
    barSizes: '1 g, 5 g, 10 g, 20 g, 50 g, 100 g and 1 kg',
    planHour: '9:00',
  })
})

const answerTo = async (wanted: string) => {
  const { status, body } = await people.newClient().get('/support/answers')
  expect(status).toBe(200)
  const all = body.data.flatMap(({ questions: of }: { questions: { id: string; answer: string[] }[] }) => of)
  return all.find(({ id }: { id: string }) => id === wanted).answer.join(' ')
}

test('a visitor reads the numbers that are in force, and the new ones from the moment they are', async () => {
  expect(await answerTo('swap-fees')).toContain('The fee is 0.25 % for QMGT and USDT')
  expect(defaults.get('trade.pairs.QMGT/USDT.fee')).toBe('25')
  const from = new Date(people.now().getTime() + 3600_000)
  await insertTestVersion(people.db, { name: 'trade.pairs.QMGT/USDT.fee', value: '30', from, at: people.now() })
  people.passTime(2000)
  expect(await answerTo('swap-fees')).toContain('0.25 %')
  people.passTime(3600_000)
  expect(await answerTo('swap-fees')).toContain('The fee is 0.3 % for QMGT and USDT')
})

test('who has the answers already is not sent them again', async () => {
  const first = await people.app.inject('/api/support/answers')
  const again = await people.app.inject({
    url: '/api/support/answers',
    headers: { 'if-none-match': String(first.headers.etag) },
  })
  expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 304, ''])
})

test('no placeholder is left in what is read', () => {
  expect(JSON.stringify(answersWith(figuresOf(inForce)))).not.toMatch(/\{\{|undefined|NaN/)
})
