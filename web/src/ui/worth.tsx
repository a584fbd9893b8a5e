import { multiplyDecimals } from '../lib/decimal-text.ts'
import { ifSold } from '../lib/movement-words.ts'
import { useGramValue } from '../lib/use-price.ts'
import { Dollars } from './position-figures.tsx'

/**
 * What grams would bring now; null while no price is known. All figures of a page follow the one price that it polls, so that
 * none of them says something else than another.
 */
export const useWorth = () => {
  const perGram = useGramValue()
  return (grams: string): string | null => (perGram === undefined ? null : multiplyDecimals(grams, perGram))
}

export const Worth = ({ grams }: { grams: string }) => (
  <>
    <Dollars value={useWorth()(grams)} /> {ifSold}
  </>
)

/** The same of what was entered, once there is something. */
export const WorthOfEntered = ({ grams }: { grams: string | undefined }) =>
  grams !== undefined && /[1-9]/.test(grams) && <Worth grams={grams} />
