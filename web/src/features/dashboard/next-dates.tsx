import { startOf } from '../../lib/days.ts'
import { formatSharedDay } from '../../lib/local-format.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Row } from '../../ui/row.tsx'
import { Part } from './part.tsx'
import type { Dashboard } from './queries.ts'
import classes from './rows.module.css'

type Next = Dashboard['next'][number]

/** The day of the plan's own zone, as it was agreed on. */
const dayOf = (on: string) => formatSharedDay(new Date(`${on}T00:00:00Z`))

/** A date that was tried already, or at which the market is shut, is tried on a later day. */
const isLater = ({ on, tryAt }: Next) => Date.parse(tryAt) >= Date.parse(startOf(on, 1) ?? '')

const NextRow = ({ next }: { next: Next }) => (
  <Row
    to={`/plans/${next.plan}`}
    title={dayOf(next.on)}
    note={
      <>
        {next.product} plan
        {isLater(next) && (
          <>
            {' '}
            · next try <Moment at={next.tryAt} />
          </>
        )}
      </>
    }
    figure={<Amount value={next.amount} asset="USD" />}
  />
)

/** When plans book next, and for how much. What it will buy is not known before. */
export const NextDates = ({ next }: Pick<Dashboard, 'next'>) =>
  next.length > 0 && (
    <Part title="Next plan dates">
      <ul className={classes.rows}>
        {next.map((date) => (
          <NextRow key={`${date.plan} ${date.on}`} next={date} />
        ))}
      </ul>
      <p className={classes.note}>Each is booked at the price of that moment, which nobody knows in advance.</p>
    </Part>
  )
