/**
 * What was typed, if it reads as an amount or the beginning of one: digits and one point, which some keyboards have as a
 * comma. Null for anything else, so that the field keeps what it had.
 */
export const cleanAmount = (typed: string): string | null => {
  const text = typed.trim().replace(',', '.')
  const whole = text.startsWith('.') ? `0${text}` : text.replace(/^0+(?=\d)/, '')
  return /^(?:\d{1,18}(?:\.\d{0,18})?)?$/.test(whole) ? whole : null
}
