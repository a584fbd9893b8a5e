import type { Book } from './rules.ts'

/** A book as its customer's account has it. */
export const bookRow = ({ bought, cost, realised }: Book) => ({
  bought_units: String(bought),
  cost_units: String(cost),
  realised_units: String(realised),
})

/** The same as what changed it has it. */
export const bookAfterRow = ({ bought, cost, realised }: Book) => ({
  bought_after: String(bought),
  cost_after: String(cost),
  realised_after: String(realised),
})
