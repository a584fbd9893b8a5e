import { mostBars } from '@ingot/endpoints/vault'
import { isSameBar, type KnownBar, mainVault, type NewBar, nameKeyOf } from '@ingot/ledger/vault'
import type { Amount } from '@ingot/money/amount'
import { displayAmount } from '@ingot/money/amount-text'
import { type Decimal, formatDecimal, parseDecimal, readDecimal } from '@ingot/money/decimal'
import { fineGramsOfBar, finenessDecimals, weightDecimals } from '@ingot/money/gold'
import { type CsvRow, readCsv } from './csv-rules.ts'

/** A bar that stands in a list, and on which line. */
type ListedBar = { line: number; bar: Required<NewBar>; fine: Amount<'XAU'>; note: string | null }

export type Problem = { line: number; problem: string }

export type BarList = { bars: ListedBar[]; problems: Problem[] }

const columns = ['refiner', 'brand', 'serial', 'year', 'fineness', 'grossGrams', 'vault'] as const
type Column = (typeof columns)[number]
/** The others may be left out or empty. */
const needed: readonly Column[] = ['refiner', 'serial', 'fineness', 'grossGrams']

/** As people write the heading: 'Gross grams' is `grossGrams`. */
const columnOf = (heading: string): Column | undefined => {
  const plain = heading.toLowerCase().replaceAll(/[\s_-]/g, '')
  return columns.find((column) => column.toLowerCase() === plain)
}

/** What stands in which place, or why nobody can tell. */
const readHeadings = ({ line, cells }: CsvRow): { places: (Column | undefined)[]; problems: Problem[] } => {
  const places = cells.map(columnOf)
  const unknown = cells.filter((_, place) => places[place] === undefined)
  const twice = columns.filter((column) => places.filter((each) => each === column).length > 1)
  const missing = needed.filter((column) => !places.includes(column))
  const problems = [
    ...unknown.map((name) => `There is no column “${shortened(name)}”: the columns are ${columns.join(', ')}.`),
    ...twice.map((column) => `The column “${column}” is there twice.`),
    ...missing.map((column) => `The column “${column}” is missing.`),
  ]
  return { places, problems: problems.map((problem) => ({ line, problem })) }
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

const nameText = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,&'’()/+-]{0,59}$/u
const serialText = /^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$/

const namesProblem = (what: string, text: string): string[] =>
  text === ''
    ? [`The ${what} is missing.`]
    : nameText.test(text)
      ? []
      : [`The ${what} has to begin with a letter or digit and may have up to 60 letters, digits and spaces.`]

const serialProblem = (text: string): string[] =>
  text === ''
    ? ['The serial is missing.']
    : serialText.test(text)
      ? []
      : ['The serial may have up to 40 letters and digits, with spaces, points, dashes or slashes between them.']

const oldestYear = 1850

const yearProblem = (text: string, thisYear: number): string[] => {
  if (text === '') return []
  if (!/^[0-9]{4}$/.test(text)) return [`The year needs four digits, such as ${thisYear}.`]
  if (Number(text) > thisYear) return [`The year ${text} is still to come.`]
  return Number(text) < oldestYear ? [`The year has to be ${oldestYear} or later.`] : []
}

type Bounds = { what: string; decimals: number; least: string; most: string; unit: string }
const fineness: Bounds = { what: 'fineness', decimals: finenessDecimals, least: '900', most: '999.99', unit: '' }
const weight: Bounds = { what: 'weight', decimals: weightDecimals, least: '0.5', most: '13000', unit: ' g' }

const decimalWords: Record<number, string> = { [finenessDecimals]: 'two', [weightDecimals]: 'six' }

const numberProblem = ({ what, decimals, least, most, unit }: Bounds, text: string): string[] => {
  const reading = readDecimal(text, decimals)
  if (!reading.ok) {
    if (reading.reason === 'Empty') return [`The ${what} is missing.`]
    if (reading.reason === 'TooManyDecimals') return [`The ${what} has more than ${decimalWords[decimals]} decimals.`]
    return [`The ${what} “${shortened(text)}” is not a number that can be read: please write it like ${most}.`]
  }
  const scaled = ({ value, scale }: Decimal) => value * 10n ** BigInt(decimals - scale)
  const [given, low, high] = [reading.decimal, parseDecimal(least, decimals), parseDecimal(most, decimals)].map(scaled)
  return given !== undefined && low !== undefined && high !== undefined && low <= given && given <= high
    ? []
    : [`The ${what} has to be from ${least} to ${most}${unit}.`]
}

/** One line as a bar, or everything that is wrong with it. */
const readBar = (
  { line, cells }: CsvRow,
  places: readonly (Column | undefined)[],
  thisYear: number,
): ListedBar | Problem[] => {
  if (cells.length !== places.length)
    return [{ line, problem: `There are ${cells.length} values here, and ${places.length} columns.` }]
  const given = (column: Column) => cells[places.indexOf(column)] ?? ''
  const [refiner, serial, year] = [given('refiner'), given('serial'), given('year')]
  const [brand, vault] = [given('brand') || refiner, given('vault') || mainVault]
  const problems = [
    ...namesProblem('refiner', refiner),
    ...(brand === refiner ? [] : namesProblem('brand', brand)),
    ...serialProblem(serial),
    ...yearProblem(year, thisYear),
    ...numberProblem(fineness, given('fineness')),
    ...numberProblem(weight, given('grossGrams')),
    ...namesProblem('vault', vault),
  ]
  if (problems.length > 0) return problems.map((problem) => ({ line, problem }))
  const [parts, grams] = [
    parseDecimal(given('fineness'), finenessDecimals),
    parseDecimal(given('grossGrams'), weightDecimals),
  ]
  const bar = {
    ...{ refiner, serial, brand, vault, year: year === '' ? null : Number(year) },
    ...{ fineness: formatDecimal(parts), grossGrams: formatDecimal(grams) },
  }
  return { line, bar, fine: fineGramsOfBar(bar), note: null }
}

const most = (line: number): Problem => ({
  line,
  problem: `There are more than ${mostBars} bars. Please split the list.`,
})

/** A list of bars as somebody typed it: what it says, and line by line what is wrong with it. */
export const readBarList = (text: string, thisYear: number): BarList => {
  const { rows, problem } = readCsv(text)
  const [headings, ...lines] = rows
  if (problem) return { bars: [], problems: [problem] }
  if (!headings) return { bars: [], problems: [{ line: 1, problem: 'The list is empty.' }] }
  const { places, problems } = readHeadings(headings)
  if (problems.length > 0) return { bars: [], problems }
  const tooMany = lines[mostBars]
  if (tooMany) return { bars: [], problems: [most(tooMany.line)] }
  if (lines.length === 0)
    return { bars: [], problems: [{ line: headings.line, problem: 'There is no bar below the columns.' }] }
  const read = lines.map((line) => readBar(line, places, thisYear))
  return {
    bars: read.flatMap((each) => (Array.isArray(each) ? [] : [each])),
    problems: read.flatMap((each) => (Array.isArray(each) ? each : [])),
  }
}

/** What tells two bars of one name apart. */
const apart = ({ grossGrams, year }: NewBar) =>
  `${formatDecimal(parseDecimal(grossGrams, weightDecimals))} g, ${year ?? 'year unknown'}`

/** The list against itself and the vault: no bar is in twice, and one that is only named alike is worth a second look. */
export const compareBars = ({ bars, problems }: BarList, known: readonly KnownBar[]): BarList => {
  const listed = Map.groupBy(bars, ({ bar }) => nameKeyOf(bar))
  const here = Map.groupBy(
    known.filter(({ isIn }) => isIn),
    nameKeyOf,
  )
  const judged: BarList = { bars: [], problems: [...problems] }
  for (const each of bars) {
    const { line, bar } = each
    const beside = (listed.get(nameKeyOf(bar)) ?? []).filter((other) => other !== each)
    const inside = here.get(nameKeyOf(bar)) ?? []
    const before = beside.find((other) => other.line < line && isSameBar(other.bar, bar))
    const [namesake] = [...inside, ...beside.map((other) => other.bar)]
    if (before) judged.problems.push({ line, problem: `The same bar is on line ${before.line}, too.` })
    else if (inside.some((other) => isSameBar(other, bar)))
      judged.problems.push({ line, problem: 'This bar is in the vault already.' })
    else
      judged.bars.push({
        ...each,
        note: namesake ? `Another bar has this refiner and serial: ${apart(namesake)}.` : null,
      })
  }
  judged.problems.sort((one, other) => one.line - other.line)
  return judged
}

/** Grams as operators read them in a decision. */
export const gramsText = (amount: Amount<'XAU'>): string => {
  const { whole, decimals } = displayAmount(amount, { decimals: weightDecimals, rounding: 'down', separator: ',' })
  return `${whole}.${decimals} g`
}

/** A bar in one line. */
export const barText = (bar: Required<NewBar>, fine: Amount<'XAU'>): string =>
  [
    `${bar.refiner} ${bar.serial}`,
    ...(bar.brand === bar.refiner ? [] : [`brand ${bar.brand}`]),
    bar.year ?? 'year unknown',
    `${formatDecimal(parseDecimal(bar.grossGrams, weightDecimals))} g of ${formatDecimal(parseDecimal(bar.fineness, finenessDecimals))}`,
    `${gramsText(fine)} fine`,
    bar.vault,
  ].join(', ')
