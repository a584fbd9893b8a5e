import { shortAddress } from '../../lib/short-address.ts'
import { Asked } from '../../ui/asked-about.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Item, ItemFigure, ItemList, ItemNote } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Tranche, type Treasury, useAskedTranches } from './queries.ts'
import { Command, Grams, Section } from './section.tsx'

const whoOf = ({ asker, approver }: Tranche): string =>
  asker === null ? 'issued at the machine' : `asked for by ${asker}, approved by ${approver}`

const TrancheItem = ({ tranche }: { tranche: Tranche }) => {
  const { name, asset, amount, grams, at, state, hash, block, reason, next } = tranche
  return (
    <Item heading="h3" title={name} aside={<ItemFigure>{state}</ItemFigure>}>
      <ItemNote>
        <Moment at={at} />, {whoOf(tranche)}
      </ItemNote>
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
    </Item>
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
        <ItemList>
          {tranches.map((tranche) => (
            <TrancheItem key={tranche.name} tranche={tranche} />
          ))}
        </ItemList>
      )}
    </Section>
  )
}
