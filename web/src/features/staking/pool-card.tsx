import type { Staking } from '@ingot/endpoints/staking-fields'
import { Card } from '../../ui/card.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { limitQmgt } from './stake-rules.ts'
import { dayWords } from './stake-words.ts'
import classes from './staking.module.css'

/** What rewards are paid from, and the rules in a few lines. */
export const PoolCard = ({ staking }: { staking: Staking }) => {
  const { pool, vestsFromDays, noticeDays, leastClaim } = staking
  return (
    <Card as="section" className={classes.card} aria-labelledby="pool-title">
      <h2 id="pool-title" className={classes.title}>
        The pool of rewards
      </h2>
      <FigureRows isAlone>
        <FigureRow name="Left in the pool">
          <ExactAmount value={pool.left} asset="QMGT" rolls />
        </FigureRow>
      </FigureRows>
      <ul className={classes.rules}>
        <li>
          Rewards come out of this pool, which we fill with a part of the fees we have earned. What is set aside for a
          stake has left it, and stays set aside.
        </li>
        <li>
          Nothing vests before day {vestsFromDays}. From then on it vests day by day, until all of it has vested on the
          last day.
        </li>
        <li>
          You claim what has vested, from {limitQmgt(leastClaim)} on; once the term is over, any rest. We check each
          claim before it is paid.
        </li>
        <li>
          You can leave early with {dayWords(noticeDays)}’ notice: all of the stake comes back, and what has not vested
          goes back to the pool.
        </li>
        <li>When the term is over, your QMGT is available again automatically.</li>
      </ul>
    </Card>
  )
}
