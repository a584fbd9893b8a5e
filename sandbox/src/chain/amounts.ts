import { formatUnits, parseUnits } from 'viem'

const DECIMAL = /^(0|[1-9]\d{0,29})(?:\.(\d{1,30}))?$/

/** The exact number of base units, or null when the text is no such number or has more decimals than the unit. */
export const readUnits = (text: unknown, decimals: number): bigint | null => {
  const match = typeof text === 'string' ? DECIMAL.exec(text) : null
  if (match === null || (match[2] ?? '').length > decimals) return null
  return parseUnits(match[0], decimals)
}

/** For people: all decimals that matter, thousands set apart. */
export const showUnits = (units: bigint, decimals: number): string => {
  const [whole = '', fraction] = formatUnits(units, decimals).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
