import { VisuallyHidden } from '@mantine/core'
import { clockText } from '../lib/clock-text.ts'
import classes from './countdown.module.css'

/** What holds longer is counted in minutes. */
const longestInSeconds = 120

const radius = 9
const around = 2 * Math.PI * radius

/** How long the price still holds. The time stands beside the ring, for whoever does not see it move. */
export const Countdown = ({ left, whole }: { left: number; whole: number }) => {
  const share = whole > 0 ? Math.min(1, left / whole) : 0
  return (
    <span className={classes.countdown} role="timer">
      <svg className={classes.ring} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <circle className={classes.track} cx="12" cy="12" r={radius} />
        <circle
          className={classes.rest}
          cx="12"
          cy="12"
          r={radius}
          strokeDasharray={around}
          strokeDashoffset={around * (1 - share)}
        />
      </svg>
      <VisuallyHidden>This price holds for </VisuallyHidden>
      {whole > longestInSeconds ? clockText(left) : `${left} s`}
    </span>
  )
}
