import type { WithdrawalDetails } from '@ingot/endpoints/withdrawal-fields'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { FormText } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './withdrawals.module.css'

/** Where the carrier says it is, the last word first. */
export const Tracking = ({ withdrawal: { carrier, tracking, scans } }: { withdrawal: WithdrawalDetails }) =>
  tracking !== null && (
    <Card as="section" className={classes.card} aria-labelledby="tracking-title">
      <h2 id="tracking-title" className={classes.title}>
        Tracking
      </h2>
      <div className={classes.number}>
        {carrier !== null && <span>{carrier} </span>}
        <CopyText label="tracking number" value={tracking} />
      </div>
      {scans.length === 0 ? (
        <FormText isQuiet>The carrier has not said anything about it yet.</FormText>
      ) : (
        <ul className={classes.scans} aria-label="What the carrier says">
          {scans.map(({ at, words, place }) => (
            <li key={`${at} ${words}`}>
              <span>
                {words}
                {place !== '' && <small>{place}</small>}
              </span>
              <small>
                <Moment at={at} />
              </small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
