import type { Price } from '@ingot/endpoints/trade'
import { formatUtcMoment } from '../../lib/local-format.ts'
import classes from './market-note.module.css'

/** No closure is as long as a week, so the day of the week and the time say it all. */
const opening = new Intl.DateTimeFormat([...navigator.languages], {
  weekday: 'long',
  hour: 'numeric',
  minute: '2-digit',
})

/** Why the line is dashed and until when; and whether one can trade, where nothing else says it. */
export const ClosedNote = ({
  price: { opensAt, tradable },
  saysTerms,
}: {
  price: Pick<Price, 'opensAt' | 'tradable'>
  saysTerms: boolean
}) => (
  <div role="status">
    <p className={classes.note}>
      The gold market is closed
      {opensAt && (
        <>
          {' '}
          until{' '}
          <time dateTime={opensAt} title={formatUtcMoment(new Date(opensAt))}>
            {opening.format(new Date(opensAt))}
          </time>
        </>
      )}
      . The dashed line is its last price.
      {saysTerms && (tradable ? ' You can trade at it, with a wider spread.' : ' Trading resumes when it opens.')}
    </p>
  </div>
)
