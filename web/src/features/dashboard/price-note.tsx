import { Amount } from '../../ui/amount.tsx'
import { LinkButton } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './price-note.module.css'
import type { Dashboard } from './queries.ts'

type Price = NonNullable<Dashboard['price']>

const reasons = { stale: 'is out of date', suspect: 'is being checked' } as const

const Old = ({ at, why }: { at: string; why: string }) => (
  <>
    As of <Moment at={at} />. The gold price {why}, so values and results are still those of that time.
  </>
)

const Now = ({ price: { perGram, at, state } }: { price: Price }) => (
  <p className={classes.now}>
    Valued at what gold would bring{state === 'closed' && ' at the last price before the market closed'}, as of{' '}
    <Moment at={at} />: <Amount value={perGram} asset="USD per gram" decimals={2} />
  </p>
)

/** At which price everything is valued, and of when. What is not of now says so. */
export const PriceNote = ({ price }: Pick<Dashboard, 'price'>) => {
  const why = price && price.state !== 'open' && price.state !== 'closed' ? reasons[price.state] : undefined
  return (
    <div className={classes.place}>
      <div role="status">
        {price === null && (
          <p className={classes.old}>No gold price is known yet. A figure that needs one is shown as —.</p>
        )}
        {price && why && (
          <p className={classes.old}>
            <Old at={price.at} why={why} />
          </p>
        )}
      </div>
      {price && !why && <Now price={price} />}
    </div>
  )
}

/** The answer before this one, when no other came. */
export const UnrefreshedNote = ({ at, onRetry }: { at: number; onRetry: () => void }) => (
  <p role="alert" className={classes.old}>
    As of <Moment at={new Date(at).toISOString()} />. Newer figures could not be loaded.{' '}
    <LinkButton onClick={onRetry}>Retry</LinkButton>
  </p>
)
