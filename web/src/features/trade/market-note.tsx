import { errorTable } from '@ingot/endpoints/errors'
import type { Price } from '@ingot/endpoints/trade'
import classes from './market-note.module.css'

/** Why there may be no quote, or a dearer one; in the server's own words where it would refuse. */
const noteOf = ({ state, tradable }: Price): string | undefined => {
  if (state === 'stale') return errorTable.PriceStale.message
  if (state === 'suspect') return errorTable.PriceSuspect.message
  if (state === 'open') return undefined
  return tradable
    ? 'The gold market is closed. You can trade at its last price, with a wider spread.'
    : errorTable.MarketClosed.message
}

export const MarketNote = ({ price }: { price: Price | null | undefined }) => {
  const note = price && noteOf(price)
  return (
    <div role="status" className={classes.place}>
      {note && <p className={classes.note}>{note}</p>}
    </div>
  )
}
