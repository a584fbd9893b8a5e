import { isValidIBAN } from 'ibantools'

// Numbers of cards in what people write: thirteen to nineteen digits that add up, however they are grouped.

const [fewestDigits, mostDigits, shortestIban] = [13, 19, 15]

const luhn = (digits: string): boolean => {
  let sum = 0
  for (const [place, sign] of [...digits].reverse().entries()) {
    const doubled = Number(sign) * (place % 2 === 1 ? 2 : 1)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Of the same length, with letters where an account number stood: parts of it would add up now and then. */
const withoutIbans = (text: string): string =>
  text.replaceAll(/(?<![A-Za-z0-9])[A-Z]{2}\d{2}(?:\s?[A-Z0-9]){11,30}/g, (found) => {
    for (let end = found.length; end >= shortestIban; end--)
      if (isValidIBAN(found.slice(0, end).replaceAll(/\s/g, ''))) return 'x'.repeat(end) + found.slice(end)
    return found
  })

/** Groups of digits, with spaces of any kind, points, dashes and line breaks between them. */
const run = /\d+(?:[\s.\-\u2010-\u2015]{1,3}\d+)*/g

type Group = { digits: string; from: number; to: number; isFraction: boolean }

/** What follows a point or a comma is a fraction, unless it is as long as a group of a card. */
const isFraction = (text: string, from: number, digits: string): boolean =>
  /\d[.,]$/.test(text.slice(Math.max(0, from - 2), from)) && (digits.length < 3 || digits.length > 6)

const groupsOf = (text: string, { 0: whole, index }: RegExpExecArray): Group[] =>
  [...whole.matchAll(/\d+/g)].map(({ 0: digits, index: within }) => {
    const from = index + within
    return { digits, from, to: from + digits.length, isFraction: isFraction(text, from, digits) }
  })

/** The end of the longest number that begins with the first group. No more groups are looked at than a number has digits. */
const endOfCard = (groups: readonly Group[]): number | undefined => {
  let [digits, end]: [string, number | undefined] = ['', undefined]
  for (const group of groups) {
    digits += group.digits
    if (group.isFraction || digits.length > mostDigits) break
    if (digits.length >= fewestDigits && luhn(digits)) end = group.to
  }
  return end
}

/** Where the numbers of cards stand, in order. */
export const findCards = (text: string): { from: number; to: number }[] => {
  const read = withoutIbans(text)
  const cards: { from: number; to: number }[] = []
  for (const found of read.matchAll(run)) {
    const groups = groupsOf(read, found)
    for (const [place, { from }] of groups.entries()) {
      if (from < (cards.at(-1)?.to ?? 0)) continue
      const to = endOfCard(groups.slice(place, place + mostDigits))
      if (to !== undefined) cards.push({ from, to })
    }
  }
  return cards
}
