import { parseAmount } from '@ingot/money/amount-text'
import { describe, expect, test } from 'vitest'
import { readCsv } from './csv-rules.ts'
import { compareBars, readBarList } from './rules.ts'

const heading = 'refiner,brand,serial,year,fineness,grossGrams,vault'
const line = 'Alpine Refinery,Edelweiss,AR-1,2024,999.9,1000,Zurich'
const bar = {
  ...{ refiner: 'Alpine Refinery', brand: 'Edelweiss', serial: 'AR-1', year: 2024 },
  ...{ fineness: '999.9', grossGrams: '1000', vault: 'Zurich' },
}
const read = (text: string) => readBarList(text, 2026)
const problemsIn = (text: string) => read(text).problems.map((each) => `${each.line}: ${each.problem}`)

describe('a file is read', () => {
  test.each([
    ['with commas', 'a,b\n1,2'],
    ['with semicolons', 'a;b\n1;2'],
    ['as pasted from a spreadsheet', 'a\tb\n1\t2'],
    ['with the mark some programs begin with', '\ufeffa,b\r\n1,2\r\n'],
    ['with old ends of lines', 'a,b\r1,2\r'],
    ['with spaces and empty lines', ' a , b \n\n1, 2\n , \n\n'],
    ['in quotation marks', '"a","b"\n"1","2"'],
  ])('%s', (_, text) => {
    expect(readCsv(text).rows.map(({ cells }) => cells)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
  })

  test('with separators, marks and ends of lines inside of quotation marks, and the right numbers of lines', () => {
    expect(readCsv('a,b\n"1, ""one""","2\n3"\n\n4,5')).toEqual({
      rows: [
        { line: 1, cells: ['a', 'b'] },
        { line: 2, cells: ['1, "one"', '2\n3'] },
        { line: 5, cells: ['4', '5'] },
      ],
    })
  })

  test.each(['a,b\n1,"2', 'a,b\n1,"2"3', 'a,b\n1,2"', 'a,b\n1,"2" ,3', '"'])('%j has a mark out of place', (text) => {
    const { rows, problem } = readCsv(text)
    expect([rows, problem?.problem]).toEqual([[], 'A quotation mark is out of place on this line.'])
  })

  test('in a moment, however long and wrong it is', () => {
    const began = Date.now()
    for (const text of [
      '"'.repeat(65_535),
      `${'"",'.repeat(21_845)}"`,
      ','.repeat(65_535),
      '\n'.repeat(65_535),
      '"a'.repeat(32_767),
    ])
      readCsv(text)
    expect(Date.now() - began).toBeLessThan(1000)
  })
})

describe('a list of bars', () => {
  test('tells each bar with its fine grams', () => {
    expect(read(`${heading}\n${line}`)).toEqual({
      bars: [{ line: 2, bar, fine: parseAmount('XAU', '999.9'), note: null }],
      problems: [],
    })
  })

  test('may have its columns in any order and written as people do, and leaves out what may be unknown', () => {
    const { bars, problems } = read('Gross Grams;FINENESS;serial;refiner\n1000.000;999.90;AR-1;Alpine Refinery')
    expect(problems).toEqual([])
    expect(bars[0]?.bar).toEqual({ ...bar, brand: 'Alpine Refinery', year: null, vault: 'Main vault' })
    expect(read(`${heading}\nAlpine Refinery,,AR-1,,999.9,1000,`).bars[0]?.bar).toEqual(bars[0]?.bar)
  })

  test.each([
    ['', '1: The list is empty.'],
    [heading, '1: There is no bar below the columns.'],
    [`${heading},assay\n${line},x`, `1: There is no column “assay”: the columns are ${heading.replaceAll(',', ', ')}.`],
    [`serial,${heading}\nAR-1,${line}`, '1: The column “serial” is there twice.'],
    ['refiner,serial,fineness\nA,B,999', '1: The column “grossGrams” is missing.'],
    [`${heading}\nA,B`, '2: There are 2 values here, and 7 columns.'],
  ])('%j is refused', (text, problem) => {
    expect(problemsIn(text)).toEqual([problem])
    expect(read(text).bars).toEqual([])
  })

  const wrong: [keyof typeof bar, string, string | RegExp][] = [
    ['refiner', '', 'The refiner is missing.'],
    ['refiner', '=1+1', /^The refiner has to begin with a letter/],
    ['refiner', 'A:B', /^The refiner has to begin with a letter/],
    ['refiner', 'A'.repeat(61), /^The refiner has to begin with a letter/],
    ['brand', '@x', /^The brand has to begin with a letter/],
    ['vault', '-x', /^The vault has to begin with a letter/],
    ['serial', '', 'The serial is missing.'],
    ['serial', 'T-1:2', /^The serial may have up to 40 letters/],
    ['serial', '×1', /^The serial may have up to 40 letters/],
    ['year', '24', 'The year needs four digits, such as 2026.'],
    ['year', '2027', 'The year 2027 is still to come.'],
    ['year', '1849', 'The year has to be 1850 or later.'],
    ['fineness', '', 'The fineness is missing.'],
    ['fineness', '899.99', 'The fineness has to be from 900 to 999.99.'],
    ['fineness', '1000', 'The fineness has to be from 900 to 999.99.'],
    ['fineness', '999.999', 'The fineness has more than two decimals.'],
    ['fineness', '"999,9"', /^The fineness “999,9” is not a number that can be read/],
    ['grossGrams', '', 'The weight is missing.'],
    ['grossGrams', '0.499999', 'The weight has to be from 0.5 to 13000 g.'],
    ['grossGrams', '13000.000001', 'The weight has to be from 0.5 to 13000 g.'],
    ['grossGrams', '1.0000001', 'The weight has more than six decimals.'],
    ['grossGrams', '1e3', /^The weight “1e3” is not a number/],
    ['grossGrams', '-1', /^The weight “-1” is not a number/],
    ['grossGrams', '9'.repeat(60), /^The weight “9{40}…” is not a number/],
  ]
  test.each(wrong)('with the %s %j is told so', (column, value, problem) => {
    const cells = Object.entries(bar).map(([name, usual]) => (name === column ? value : usual))
    const text = `${Object.keys(bar).join()}\n${cells.join()}`
    expect(read(text).problems).toEqual([
      { line: 2, problem: problem instanceof RegExp ? expect.stringMatching(problem) : problem },
    ])
  })

  test.each([
    ['0.5', '900'],
    ['13000', '999.99'],
  ])('may have %s g of %s', (grams, fineness) => {
    expect(problemsIn(`${heading}\nA,,1,,${fineness},${grams},`)).toEqual([])
  })

  test('has 200 bars and no more', () => {
    const lines = (count: number) =>
      [heading, ...Array.from({ length: count }, (_, n) => `A,,${n + 1},,999.9,100,`)].join('\n')
    expect(read(lines(200)).bars).toHaveLength(200)
    expect(problemsIn(lines(201))).toEqual(['202: There are more than 200 bars. Please split the list.'])
  })
})

describe('compared with the vault, a bar', () => {
  const compared = (lines: string[], isIn = true) => {
    const known = { ...bar, id: '1', round: 1, fine: parseAmount('XAU', '999.9'), entry: 1n, isIn }
    return compareBars(read([heading, ...lines].join('\n')), [known])
  }

  test('is in already, in whichever letters and with however many zeros', () => {
    for (const each of [line, line.toUpperCase(), line.replace('1000', '1000.00'), line.replace('2024', '')])
      expect(compared([each])).toEqual({
        bars: [],
        problems: [{ line: 2, problem: 'This bar is in the vault already.' }],
      })
  })

  test('that has left may come again', () => {
    expect(compared([line], false)).toMatchObject({ bars: [{ note: null }], problems: [] })
  })

  test('of another weight or year is another bar, which is told', () => {
    const { bars, problems } = compared([line.replace('1000', '100'), line.replace('2024', '2023')])
    expect(problems).toEqual([])
    expect(bars.map(({ note }) => note)).toEqual(
      Array(2).fill('Another bar has this refiner and serial: 1000 g, 2024.'),
    )
  })

  test('is in the list once', () => {
    const twice = ['B,,1,,999.9,100,', 'b,,1,2020,999,100.0,', 'B,,1,,999.9,200,']
    const { bars, problems } = compared(twice)
    expect(problems).toEqual([{ line: 3, problem: 'The same bar is on line 2, too.' }])
    expect(bars.map(({ line: at, note }) => [at, note])).toEqual([
      [2, 'Another bar has this refiner and serial: 100 g, 2020.'],
      [4, 'Another bar has this refiner and serial: 100 g, year unknown.'],
    ])
  })
})
