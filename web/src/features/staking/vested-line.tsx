import type { Stake } from '@ingot/endpoints/staking-fields'
import type { CSSProperties } from 'react'
import { addDecimals } from '../../lib/decimal-text.ts'
import { inQmgt } from './stake-rules.ts'
import { dayWords, onDay } from './stake-words.ts'
import classes from './staking.module.css'

const vestedOf = ({ claimable, requested, paid }: Stake): string => addDecimals(addDecimals(claimable, requested), paid)

/** For the width of a line alone. */
const shareOf = (part: string, whole: string): number => Math.min(1, Number(part) / Number(whole))

/** How much has vested by now, and until when the rest does: only what is there is drawn. */
export const VestedLine = ({ stake }: { stake: Stake }) => {
  const { reward, days, termDays, beganAt, endsAt } = stake
  const vested = vestedOf(stake)
  return (
    <div className={classes.vested}>
      <p>
        {inQmgt(vested)} of {inQmgt(reward)} has vested by day {days} of {dayWords(termDays)}.
      </p>
      <div className={classes.line} aria-hidden="true">
        <span style={{ '--share': shareOf(vested, reward) } as CSSProperties} />
      </div>
      <p className={classes.ends} aria-hidden="true">
        <span>{onDay(beganAt)}</span>
        <span>{onDay(endsAt)}</span>
      </p>
    </div>
  )
}
