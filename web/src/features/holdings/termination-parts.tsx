import { useId } from 'react'
import { holdingAddress, holdingName } from '../../lib/holding-words.ts'
import { formatBriefDay } from '../../lib/local-format.ts'
import { Amount } from '../../ui/amount.tsx'
import { Result } from '../../ui/result.tsx'
import { Row } from '../../ui/row.tsx'
import { Scrolled } from '../../ui/scrolled.tsx'
import type { Sums } from './termination-figures.tsx'
import classes from './termination-parts.module.css'

/** So many are seen at a glance. */
const mostAtOnce = 6

const PartRow = ({ part, paid, asset }: { part: Sums['parts'][number]; paid: string; asset: string }) => (
  <Row
    to={holdingAddress({ product: part.product, id: part.holding })}
    title={holdingName(part)}
    note={
      <>
        Booked {formatBriefDay(new Date(part.bookedAt))} · cost <Amount value={part.cost} asset="USD" /> ·{' '}
        {/[1-9]/.test(part.left) ? (
          <>
            <Amount value={part.left} asset={asset} /> left
          </>
        ) : (
          'nothing left'
        )}
      </>
    }
    figure={<Amount value={part.units} asset={asset} />}
    aside={
      <>
        for <Amount value={part.receive} asset={paid} />
        <span className={classes.result}>
          <Result value={part.result}>{(signed) => <Amount value={signed} asset="USD" />}</Result>
        </span>
      </>
    }
  />
)

/** What of each holding ends, oldest first, with its share of everything. */
export const TerminationParts = ({ of: { parts, pay, receive } }: { of: Sums }) => {
  const id = useId()
  const list = (
    <ul className={classes.list} aria-labelledby={id}>
      {parts.map((part) => (
        <PartRow key={part.holding} part={part} paid={receive.asset} asset={pay.asset} />
      ))}
    </ul>
  )
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {parts.length === 1 ? 'The holding' : `${parts.length} holdings, oldest first`}
      </h2>
      {parts.length > mostAtOnce ? (
        <Scrolled label="Each holding" className={classes.scrolled}>
          {list}
        </Scrolled>
      ) : (
        list
      )}
    </section>
  )
}
