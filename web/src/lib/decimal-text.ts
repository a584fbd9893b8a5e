// Exact arithmetic on the decimal texts of the server, for the few figures that a page derives from them.

type Decimal = { readonly value: bigint; readonly scale: number }

const readDecimal = (text: string): Decimal => {
  const [whole = '0', fraction = ''] = text.split('.')
  return { value: BigInt(whole + fraction), scale: fraction.length }
}

const scaled = ({ value, scale }: Decimal, to: number): bigint => value * 10n ** BigInt(to - scale)

const writeDecimal = ({ value, scale }: Decimal): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const point = digits.length - scale
  const text = scale === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
  return value < 0n ? `-${text}` : text
}

/** Below zero when the first is less, above zero when it is more. */
export const compareDecimals = (a: string, b: string): number => {
  const [first, second] = [readDecimal(a), readDecimal(b)]
  const scale = Math.max(first.scale, second.scale)
  const difference = scaled(first, scale) - scaled(second, scale)
  return difference === 0n ? 0 : difference < 0n ? -1 : 1
}

/** Every digit of the sum. */
export const addDecimals = (a: string, b: string): string => {
  const [first, second] = [readDecimal(a), readDecimal(b)]
  const scale = Math.max(first.scale, second.scale)
  return writeDecimal({ value: scaled(first, scale) + scaled(second, scale), scale })
}

/** Every digit of the difference, below zero when the second is more. */
export const subtractDecimals = (a: string, b: string): string => {
  const [first, second] = [readDecimal(a), readDecimal(b)]
  const scale = Math.max(first.scale, second.scale)
  return writeDecimal({ value: scaled(first, scale) - scaled(second, scale), scale })
}

/** Every digit of the product. */
export const multiplyDecimals = (a: string, b: string): string => {
  const [first, second] = [readDecimal(a), readDecimal(b)]
  return writeDecimal({ value: first.value * second.value, scale: first.scale + second.scale })
}

/** The text with exactly so many decimals. What is cut off is lost: for showing, never for sending. */
export const cutDecimals = (text: string, decimals: number): string => {
  const { value, scale } = readDecimal(text)
  if (scale <= decimals) return writeDecimal({ value: value * 10n ** BigInt(decimals - scale), scale: decimals })
  return writeDecimal({ value: value / 10n ** BigInt(scale - decimals), scale: decimals })
}

const percentDecimals = 2

/** By how many per cent the second lies above the first, or below it; undefined when the first is nothing. */
export const percentBetween = (from: string, to: string): string | undefined => {
  const [first, second] = [readDecimal(from), readDecimal(to)]
  const scale = Math.max(first.scale, second.scale)
  const base = scaled(first, scale)
  if (base === 0n) return undefined
  const shift = 10n ** BigInt(percentDecimals + 2)
  return writeDecimal({ value: ((scaled(second, scale) - base) * shift) / base, scale: percentDecimals })
}
