/** There is no default: whoever divides says what becomes of the rest. */
export type Rounding = 'up' | 'down' | 'half-even'

/** So that a fraction of a base unit always stays with the house. */
export const customerPays = 'up' satisfies Rounding
export const customerGets = 'down' satisfies Rounding

const roundsUp: Record<Rounding, (quotient: bigint, remainder: bigint, divisor: bigint) => boolean> = {
  up: (_quotient, remainder) => remainder > 0n,
  down: () => false,
  'half-even': (quotient, remainder, divisor) => {
    const twice = remainder * 2n
    return twice > divisor || (twice === divisor && quotient % 2n === 1n)
  },
}

/** Divides what is not negative by what is positive. */
export const divide = (dividend: bigint, divisor: bigint, rounding: Rounding): bigint => {
  const quotient = dividend / divisor
  return roundsUp[rounding](quotient, dividend % divisor, divisor) ? quotient + 1n : quotient
}
