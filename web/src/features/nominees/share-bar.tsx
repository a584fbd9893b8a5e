import { wholeShare } from '@ingot/endpoints/nominee-fields'
import { shareWords } from '../../lib/share-words.ts'
import classes from './nominees.module.css'
import { sumOf } from './shares.ts'

/** The shares side by side; who has which stands in words below. */
export const ShareBar = ({ shares }: { shares: readonly number[] }) => {
  const sum = sumOf(shares)
  const whole = Math.max(sum, wholeShare)
  return (
    <div className={classes.barWhole}>
      <div className={classes.bar} aria-hidden="true">
        {shares.map((share, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a share is its place.
          <span key={place} className={classes.barPart} style={{ width: `${(share / whole) * 100}%` }} />
        ))}
      </div>
      <span className={classes.sum}>{shareWords(sum)}</span>
    </div>
  )
}
