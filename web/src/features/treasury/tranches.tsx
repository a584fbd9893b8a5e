import { shortAddress } from '../../lib/short-address.ts'
import { Asked } from '../../ui/asked-about.tsx'
import { Card } from '../../ui/card.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Moment } from '../../ui/moment.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Tranche, type Treasury, useAskedTranches } from './queries.ts'
import { Command, Grams, Section } from './section.tsx'
import classes from './treasury.module.css'

const whoOf = ({ asker, approver }: Tranche): string =>
  asker === null ? 'issued at the machine' : `asked for by ${asker}, approved by ${approver}`

const TrancheItem = ({ tranche }: { tranche: Tranche }) => {
  const { name, asset, amount, grams, at, state, hash, block, reason, next } = tranche
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <h3>{name}</h3>
        <span className={classes.state}>{state}</span>
      </div>
      <p className={classes.quiet}>
        <Moment at={at} />, {whoOf(tranche)}
      </p>
      <FigureRows>
        <FigureRow name="Issued">
          <ExactAmount value={amount} asset={asset} />
        </FigureRow>
        <FigureRow name="Set aside">
          <Grams value={grams} />
        </FigureRow>
        {hash !== null && (
          <FigureRow name="Transaction">
            <CopyText label={`transaction of ${name}`} value={hash} shown={shortAddress(hash, 8, 6)} />
          </FigureRow>
        )}
        {block !== null && <FigureRow name="Block">{block}</FigureRow>}
        {reason !== null && <FigureRow name="Reason">{reason}</FigureRow>}
        {next !== null && (
          <FigureRow name="Run next">
            <Command label={`command for ${name}`} value={next} />
          </FigureRow>
        )}
      </FigureRows>
    </li>
  )
}

/** What was issued at once, and how far the chain has followed. */
export const Tranches = ({ tranches }: Pick<Treasury, 'tranches'>) => {
  const { data: asked = [] } = useAskedTranches()
  return (
    <Section
      title="Tranches"
      note="Attesting and minting have keys of their own, and are done at the machines that hold them."
    >
      <Asked approvals={asked} />
      {tranches.length === 0 ? (
        <EmptyState title="No tranches yet">What is issued into the treasury is listed here.</EmptyState>
      ) : (
        <Card as="ul" className={classes.list}>
          {tranches.map((tranche) => (
            <TrancheItem key={tranche.name} tranche={tranche} />
          ))}
        </Card>
      )}
    </Section>
  )
}
