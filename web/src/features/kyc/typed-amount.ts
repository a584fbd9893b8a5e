import { formatDecimal, numberFormat } from '../../lib/local-format.ts'

const escaped = (sign: string) => sign.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** However a space or an apostrophe between digits is typed, it is the same sign. */
const evened = (text: string) => text.replaceAll(/\s/g, ' ').replaceAll('’', "'")

const signsOf = (format: Intl.NumberFormat) => {
  const parts = format.formatToParts(1234567.5)
  const signOf = (wanted: string) => evened(parts.find(({ type }) => type === wanted)?.value ?? '')
  return { group: signOf('group'), decimal: signOf('decimal') }
}

/**
 * The plain amount in what was typed as people write it: “42,000” where thousands have a comma, “42.000” where they have a
 * point. What cannot be read that way stays as it is, for the contract to refuse.
 */
export const plainAmount = (typed: string, format = numberFormat(2)): string => {
  const text = evened(typed.trim())
  const { group, decimal } = signsOf(format)
  const whole =
    group === '' ? String.raw`\d+` : String.raw`\d{1,3}(?:${escaped(group)}\d{2,3})*${escaped(group)}\d{3}|\d+`
  const own = new RegExp(String.raw`^(${whole})(?:${escaped(decimal)}(\d{1,2}))?$`).exec(text)
  if (!own) return typed
  const [, digits = '', cents] = own
  const plain = digits.replaceAll(/\D/g, '')
  return cents === undefined ? plain : `${plain}.${cents}`
}

/** As the reader's device writes it; what is no amount stays as it was typed. */
export const shownAmount = (plain: string): string => {
  if (!/^\d{1,12}(\.\d{1,2})?$/.test(plain)) return plain
  const { whole, decimals } = formatDecimal(plain)
  return whole + decimals
}
