import { decimalsOf } from './asset-figures.ts'
import { cutDecimals } from './decimal-text.ts'
import { formatDecimal, numberFormat } from './local-format.ts'

// Amounts as people write them: '1,000.50' on an English device, '1.000,50' on a German one. What was typed stays as it
// was typed; what it means is exact decimal text, and what could mean two things is asked about or said, never guessed.

/** What stands in a field: what was typed, or a figure that was filled in and of which the field shows the first decimals. */
export type Entry = { readonly text: string; readonly exact?: string }

export const emptyEntry: Entry = { text: '' }

const exactText = (amount: string): string => {
  const { whole, decimals } = formatDecimal(amount)
  return `${whole}${decimals}`
}

/** Whatever the field shows of it, the exact figure counts: nothing is left over. What would look like nothing is shown whole. */
export const filledIn = (asset: string, exact: string): Entry => {
  const cut = cutDecimals(exact, decimalsOf(asset))
  return { text: exactText(/[1-9]/.test(cut) ? cut : exact), exact }
}

type Reading = {
  /** Exact decimal text; missing while there is none. */
  readonly amount?: string
  /** How it was read, where others would read it differently. */
  readonly note?: string
  /** Why it cannot be read. */
  readonly problem?: string
}

/** As many as an amount can have. */
const mostDecimals = 18
const mostDigits = 20

type Marks = { readonly decimal: string; readonly group: string; readonly digits: readonly string[] }

let known: Marks | undefined

/** How the device writes numbers. A mark that is neither point nor comma can only mean what it means here. */
const marksOfDevice = (): Marks => {
  if (known) return known
  const parts = numberFormat(1).formatToParts('1234567.8' as Intl.StringNumericLiteral)
  const markOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  const digits = Array.from({ length: 10 }, (_, digit) => numberFormat(0).format(digit))
  known = { decimal: markOf('decimal'), group: markOf('group'), digits }
  return known
}

const isPointOrComma = (mark: string) => mark === '.' || mark === ','

/** With plain digits, point or comma, and a blank for whatever else stands between thousands. */
const plainText = (typed: string, { decimal, group, digits }: Marks): string =>
  [...typed]
    .map((letter) => {
      if (isPointOrComma(letter)) return letter
      if (letter === decimal) return '.'
      if (letter === group || /[\s'’]/.test(letter)) return ' '
      const digit = digits.indexOf(letter)
      return digit < 0 ? letter : String(digit)
    })
    .join('')
    .trim()

/** In threes, or as the device itself would set them apart, such as 12,34,567 in India. */
const isGrouped = (whole: string, mark: string): boolean => {
  const groups = whole.split(mark)
  const [first = '', ...rest] = groups
  if (/^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group))) return true
  const digits = groups.join('')
  const isPlain = /^\d+$/.test(digits)
  return isPlain && plainText(formatDecimal(digits).whole, marksOfDevice()).replaceAll(/[ .,]/g, mark) === whole
}

/** Which mark stands between thousands, which before the decimals; both empty where there is none. */
type Roles = { readonly group: string; readonly decimal: string; readonly couldBeOther?: boolean }

/** One mark alone: the device says what it means, unless only one of the meanings is possible. */
const roleOfLone = (text: string, mark: string, marks: Marks): Roles | 'unclear' => {
  const [before = '', after = ''] = text.split(mark)
  const asGroup = { group: mark, decimal: '', couldBeOther: true }
  const asDecimal = { group: '', decimal: mark, couldBeOther: true }
  const couldBeThousands = /^[1-9]\d{0,2}$/.test(before) && /^\d{3}$/.test(after)
  const isOwnDecimal = mark === (marks.decimal === ',' ? ',' : '.')
  if (!couldBeThousands) return { ...asDecimal, couldBeOther: !isOwnDecimal }
  if (isOwnDecimal) return asDecimal
  return mark === marks.group ? asGroup : 'unclear'
}

const rolesIn = (text: string, marks: Marks): Roles | 'unclear' | undefined => {
  const used = [...text].filter(isPointOrComma)
  const [kinds, last = ''] = [new Set(used).size, used.at(-1)]
  const blank = text.includes(' ') ? ' ' : ''
  if (kinds === 0) return { group: blank, decimal: '' }
  const isForeign = last !== (marks.decimal === ',' ? ',' : '.')
  if (kinds === 2) {
    const isOnce = used.filter((mark) => mark === last).length === 1
    return blank === '' && isOnce
      ? { group: last === '.' ? ',' : '.', decimal: last, couldBeOther: isForeign }
      : undefined
  }
  if (used.length > 1)
    return blank === '' ? { group: last, decimal: '', couldBeOther: last !== marks.group } : undefined
  return blank === '' ? roleOfLone(text, last, marks) : { group: blank, decimal: last, couldBeOther: isForeign }
}

/** A figure stays on one line with what belongs to it. */
const unbroken = '\u00a0'

/** Says which mark was taken for what, with what it came to: every decimal that says something, and as many as the asset shows. */
const readAs = (amount: string, asset: string, { group, decimal }: Roles): string => {
  const told = amount.includes('.') ? amount.replace(/0+$/, '') : amount
  const digits = told.split('.')[1]?.length ?? 0
  const mark = (decimal || group) === ',' ? 'comma' : 'point'
  const role = decimal === '' ? 'thousands' : 'decimals'
  const figure = exactText(cutDecimals(amount, Math.max(digits, decimalsOf(asset))))
  return `The ${mark} marks ${role} here: ${[figure, asset].join(unbroken).trimEnd()}.`
}

const sample = () => exactText('1000.50')

const notAnAmount = (): Reading => ({ problem: `Please write the amount in digits, such as${unbroken}${sample()}.` })

const askWhich = (text: string): Reading => {
  const [before = '', after = ''] = text.split(/[.,]/)
  const small = exactText(`${before}.${after}`)
  return { problem: `This could mean ${small} or ${before}${after}. Please write it one of these ways.` }
}

const amountOf = (text: string, roles: Roles, asset: string): Reading => {
  const { group, decimal, couldBeOther = false } = roles
  const point = decimal === '' ? text.length : text.lastIndexOf(decimal)
  // A mark at the end is still being typed.
  const written = text.slice(0, point).replace(/[.,]$/, '')
  const fraction = text.slice(point + 1)
  const isWhole = group === '' ? /^\d*$/.test(written) : isGrouped(written, group)
  if (!isWhole || !/^\d*$/.test(fraction)) return notAnAmount()
  const whole = (group === '' ? written : written.replaceAll(group, '')).replace(/^0+(?=\d)/, '') || '0'
  if (fraction.length > mostDecimals) return { problem: `Please use at most ${mostDecimals} decimal places.` }
  if (whole.length > mostDigits) return { problem: 'This is more than any account can hold.' }
  const amount = fraction === '' ? whole : `${whole}.${fraction}`
  return couldBeOther && fraction + group !== '' ? { amount, note: readAs(amount, asset, roles) } : { amount }
}

/** What was typed, as an amount of the asset, whose name may stand behind it. While that is not known yet it is empty. */
const readTyped = (typed: string, asset: string): Reading => {
  const marks = marksOfDevice()
  const all = plainText(typed, marks)
  const text = all.toUpperCase().endsWith(asset) ? all.slice(0, all.length - asset.length).trim() : all
  if (text === '' || isPointOrComma(text)) return {}
  if (!/^[\d., ]*\d[\d., ]*$/.test(text)) return notAnAmount()
  const roles = rolesIn(text, marks)
  if (roles === undefined) return notAnAmount()
  return roles === 'unclear' ? askWhich(text) : amountOf(text, roles, asset)
}

export const readEntry = ({ text, exact }: Entry, asset: string): Reading =>
  exact === undefined ? readTyped(text, asset) : { amount: exact }
