import type { Holding, HoldingPosition } from '@ingot/endpoints/holding-fields'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { summaryAddress } from '../../lib/holding-words.ts'
import { emptyEntry } from '../../lib/typed-amount.ts'
import { useDeal } from '../../lib/use-deal.ts'
import { useHoldingRules } from './queries.ts'
import { type Bounds, type HowMuch, leftOf, partProblem, type TerminationForm, wantedOf } from './termination-form.ts'
import { terminationQuoting } from './termination-queries.ts'
import { performTermination } from './transactions.ts'

/** What is ended: a holding, or what there is of its product, oldest first. */
export type Ended = { readonly position: HoldingPosition; readonly holding: Holding | undefined }

const boundsOf = ({ position, holding }: Ended, least: string | undefined): Bounds => ({
  open: holding?.open ?? position.units,
  available: holding?.available ?? position.available,
  least,
})

/** The state of the form: what was entered, what follows from it, and what is wrong with it. */
export const useTermination = (ended: Ended) => {
  const { position, holding } = ended
  const [howMuch, setHowMuch] = useState<HowMuch>({
    // Who comes from one holding means that one; of all holdings of a product one mostly needs a part.
    isWhole: holding !== undefined,
    entry: emptyEntry,
    currency: 'USDT',
  })
  const [product, id] = [position.product, holding?.id]
  const form = useMemo<TerminationForm>(() => ({ ...howMuch, product, holding: id }), [howMuch, product, id])
  const bounds = boundsOf(ended, useHoldingRules()?.termination.leastUnits)
  const navigate = useNavigate()
  const { quoted, problem, forgetProblem, onConfirm } = useDeal(terminationQuoting, {
    form,
    wantedOf: (entered: TerminationForm) => wantedOf(entered, bounds),
    perform: (quote) => performTermination(quote, id),
    onDone: ({ data }) => void navigate(summaryAddress(data.id)),
  })
  const change = (changes: Partial<HowMuch>) => {
    forgetProblem()
    setHowMuch((before) => ({ ...before, ...changes }))
  }
  return {
    form,
    change,
    bounds,
    /** What of it is there afterwards. */
    left: leftOf(form, bounds),
    quoted,
    partProblem: partProblem(form, bounds),
    /** Why it was refused when it was confirmed; of no concern once something else is chosen. */
    problem,
    forgetProblem,
    onConfirm,
  }
}
