/** What a card does that is known to the sandbox; the numbers are those that card processors give for tests. */
export type CardKind = 'pays' | 'second-step' | 'fails' | 'disputed' | 'pays-later' | 'fails-later'

export const CARDS: { number: string; kind: CardKind; words: string; failure?: string }[] = [
  { number: '4242424242424242', kind: 'pays', words: 'pays' },
  { number: '4000002500003155', kind: 'second-step', words: 'asks for a second step' },
  { number: '4000000000009995', kind: 'fails', words: 'has too little', failure: 'insufficient_funds' },
  { number: '4000000000000002', kind: 'fails', words: 'is declined', failure: 'generic_decline' },
  { number: '4000000000000259', kind: 'disputed', words: 'pays, and is disputed at once' },
  { number: '4000000000007775', kind: 'pays-later', words: 'pays later' },
  { number: '4000000000008880', kind: 'fails-later', words: 'fails later' },
]

export const FAILURES: Record<string, string> = {
  insufficient_funds: 'Your card has too little on it. Try another one',
  generic_decline: 'Your card was declined. Try another one',
  authentication_required: 'Your bank did not confirm that it is you. Try again, or another card',
}

export const foldNumber = (text: string): string => text.replace(/[\s-]/g, '')

/** The last digit of a card number follows from the others. */
export const isCardNumber = (number: string): boolean => {
  if (!/^\d{13,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** Whatever is not known is declined: no real card is ever to be entered here. */
export const cardOf = (number: string) => CARDS.find((card) => card.number === number)
