import type { EstatePart } from '@ingot/endpoints/estate-fields'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { shownUnits } from '../holdings/holdings.ts'
import type { PartRow } from './desk-store.ts'

/** As operators and whoever receives see what passes on. */
export const shownPart = (part: PartRow): EstatePart => ({
  ...{ id: part.id, asset: part.asset, product: part.product, number: part.holding_number, holding: part.received },
  amount: formatAmount(amountOf(part.asset, BigInt(part.units))),
  cost: part.cost_units === null ? null : shownUnits(BigInt(part.cost_units)),
  passedAt: part.passed_at?.toISOString() ?? null,
})
