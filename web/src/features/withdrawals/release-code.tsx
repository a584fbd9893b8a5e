import type { WithdrawalDetails } from '@ingot/endpoints/withdrawal-fields'
import { Card } from '../../ui/card.tsx'
import classes from './withdrawals.module.css'

/** The code for which it is handed over, large enough to be read to somebody at the door. */
export const ReleaseCode = ({ withdrawal: { releaseCode, way } }: { withdrawal: WithdrawalDetails }) =>
  releaseCode !== null && (
    <Card as="section" className={classes.release} aria-labelledby="release-title">
      <h2 id="release-title" className={classes.title}>
        Release code
      </h2>
      <p className={classes.code}>
        {releaseCode.slice(0, 3)} {releaseCode.slice(3)}
      </p>
      <p className={classes.quiet}>
        {way === 'collect'
          ? 'Tell it only at the counter, to whoever hands you the bars.'
          : 'Tell it only to whoever hands you the parcel, once it is there.'}
      </p>
    </Card>
  )
