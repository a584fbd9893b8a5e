import { priceWords } from '@ingot/endpoints/price-words'
import type { Price } from '@ingot/endpoints/trade'
import { formatTimeOfWeek, formatUtcMoment } from '../lib/local-format.ts'
import classes from './market-note.module.css'

/** No closure is as long as a week, so the day of the week and the time say it all. */
const Until = ({ opensAt }: { opensAt: string }) => (
  <>
    {' '}
    until{' '}
    <time dateTime={opensAt} title={formatUtcMoment(new Date(opensAt))}>
      {formatTimeOfWeek(new Date(opensAt))}
    </time>
  </>
)

/** Until when, and on which terms one can trade meanwhile. */
const Closed = ({ price: { opensAt, tradable }, hasLine }: { price: Price; hasLine: boolean }) => (
  <>
    The gold market is closed{opensAt && <Until opensAt={opensAt} />}.{hasLine && ' The dashed line is its last price.'}
    {tradable
      ? ` You can trade at ${hasLine ? 'that price' : 'its last price'}, with a wider spread.`
      : ' Trading resumes when it opens.'}
  </>
)

/** Why there may be no quote, or a dearer one. */
const noteOf = (price: Price, hasLine: boolean) => {
  if (price.state === 'open') return undefined
  if (price.state === 'closed') return <Closed price={price} hasLine={hasLine} />
  // In the server's own words, by which it would refuse.
  return priceWords[price.state === 'stale' ? 'PriceStale' : 'PriceSuspect']
}

export const MarketNote = ({
  price,
  hasLine = false,
}: {
  price: Price | null | undefined
  /** Whether it stands above the line of prices, which is dashed while the market is closed: as a line of text, for which there is room. */
  hasLine?: boolean
}) => {
  const note = price && noteOf(price, hasLine)
  return (
    <div role="status" className={classes.place}>
      {note && <p className={hasLine ? classes.line : classes.note}>{note}</p>}
    </div>
  )
}
