import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { fileOf, pageOf, type Stretch, type Table } from './lists.ts'

type Row = { number: bigint; word: string }

/** A list of so many rows, the newest with the highest number, that keeps what was asked of it. */
const listOfRows = (count: number, wordOf = (number: bigint) => `word ${number}`) => {
  const asked: Stretch[] = []
  const list: Table<{ even?: boolean }, Row, string> = {
    read: async ({ even }, { before = BigInt(count) + 1n, limit }) => {
      asked.push({ before, limit })
      const rows: Row[] = []
      for (let number = before > count ? BigInt(count) : before - 1n; number > 0n && rows.length < limit; number--)
        if (!even || number % 2n === 0n) rows.push({ number, word: wordOf(number) })
      return rows
    },
    number: ({ number }) => number,
    show: (rows) => rows.map(({ word }) => word),
    name: 'words',
    columns: { Word: (word) => word, Length: (word) => String(word.length) },
  }
  return { list, asked }
}

describe('a page', () => {
  test('of an empty list is empty, and the last one', async () => {
    expect(await pageOf(listOfRows(0).list, {})).toEqual({ data: [], meta: { cursor: null } })
  })

  test('that holds all there is has no cursor, however full it is', async () => {
    const { data, meta } = await pageOf(listOfRows(50).list, {})
    expect([data.length, meta.cursor]).toEqual([50, null])
  })

  test('leads to the next until the end, and nothing is missed or shown twice', async () => {
    const { list, asked } = listOfRows(101)
    const first = await pageOf(list, {})
    const second = await pageOf(list, { cursor: first.meta.cursor ?? '' })
    const third = await pageOf(list, { cursor: second.meta.cursor ?? '' })
    expect([first, second, third].map(({ meta }) => meta.cursor)).toEqual(['52', '2', null])
    const all = [first, second, third].flatMap(({ data }) => data)
    expect(all).toEqual(Array.from({ length: 101 }, (_, place) => `word ${101 - place}`))
    // One more than is shown, and never all.
    expect(asked.map(({ limit }) => limit)).toEqual([51, 51, 51])
  })

  test('is narrowed by the filter, on every page of it', async () => {
    const { list } = listOfRows(120)
    const first = await pageOf(list, { even: true })
    const second = await pageOf(list, { even: true, cursor: first.meta.cursor ?? '' })
    expect([first.data.at(-1), second.data]).toEqual([
      'word 22',
      Array.from({ length: 10 }, (_, place) => `word ${20 - 2 * place}`),
    ])
    expect(second.meta.cursor).toBeNull()
  })

  test('takes a cursor that nobody was given, up to one that the database cannot count to', async () => {
    const { list, asked } = listOfRows(3)
    for (const cursor of ['0', '1', '4', '0000000000000000002', '9223372036854775807', '9'.repeat(19)])
      expect((await pageOf(list, { cursor })).meta).toEqual({ cursor: null })
    expect(asked.map(({ before }) => before)).toEqual([0n, 1n, 4n, 2n, 2n ** 63n - 1n, 2n ** 63n - 1n])
  })
})

describe('a file', () => {
  const linesOf = async (...given: Parameters<typeof fileOf<{ even?: boolean }, Row, string>>) =>
    (await text(fileOf(...given).reply)).split('\r\n')

  test('is offered under the name of what it holds', () => {
    expect(fileOf(listOfRows(0).list, {}).headers).toEqual({
      'content-disposition': 'attachment; filename="words.csv"',
    })
  })

  test('of an empty list is its heading', async () => {
    expect(await linesOf(listOfRows(0).list, {})).toEqual(['Word,Length', ''])
  })

  test('holds everything once, read a stretch at a time', async () => {
    const { list, asked } = listOfRows(1000)
    const [heading, ...lines] = await linesOf(list, {})
    expect(heading).toBe('Word,Length')
    expect(lines).toEqual([...Array.from({ length: 1000 }, (_, place) => `word ${1000 - place}`).map(withLength), ''])
    expect(asked.map(({ limit }) => limit)).toEqual([500, 500, 500])
  })

  test('is narrowed by the filter', async () => {
    expect(await linesOf(listOfRows(4).list, { even: true })).toEqual(['Word,Length', 'word 4,6', 'word 2,6', ''])
  })

  test('says at its end that there is more than it may hold, and only then', async () => {
    const whole = await linesOf(listOfRows(200_000).list, {})
    expect([whole.length, whole.at(-2)]).toEqual([200_002, 'word 1,6'])
    const cut = await linesOf(listOfRows(200_001).list, {})
    expect(cut.slice(-3)).toEqual(['word 2,6', 'There are more than 200000 words. Please choose a shorter period.', ''])
    expect(cut).toHaveLength(200_003)
  })

  test('holds nothing that a spreadsheet would run', async () => {
    const words = [
      '=1+1',
      '+1',
      '-1',
      '-1+1',
      '@sum',
      '\tx',
      '12.5',
      'plain',
      'a "word"',
      'one, two',
      '=a,"b"',
      'two\nlines',
    ]
    const { list } = listOfRows(words.length, (number) => words.at(-Number(number)) ?? '')
    expect(await linesOf({ ...list, columns: { '=Word': (word) => word } }, {})).toEqual([
      "'=Word",
      "'=1+1",
      "'+1",
      '-1',
      "'-1+1",
      "'@sum",
      "'\tx",
      '12.5',
      'plain',
      '"a ""word"""',
      '"one, two"',
      '"\'=a,""b"""',
      '"two\nlines"',
      '',
    ])
  })
})

const withLength = (word: string) => `${word},${word.length}`
