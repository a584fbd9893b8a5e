import { Button } from '@mantine/core'
import { useState } from 'react'
import { amountWords } from '../../lib/amount-words.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Item, ItemFigure, ItemList, ItemWays } from '../../ui/item.tsx'
import type { Stock, Treasury } from './queries.ts'
import { Grams, Section } from './section.tsx'
import classes from './treasury.module.css'
import { IssueDialog } from './treasury-dialogs.tsx'

const goldWords = (isCovered: boolean | null): string => {
  if (isCovered === null) return ' Whether the vault has the gold is not known while there is no price.'
  return isCovered ? '' : ' The vault has too little free gold for it: take in bars first.'
}

const Proposal = ({ stock: { asset, proposal } }: { stock: Stock }) =>
  proposal && (
    <p className={classes.proposal}>
      <strong>Issue {amountWords({ asset, amount: proposal.amount })}.</strong> The stock is below what is wanted.
      {goldWords(proposal.isCovered)}
    </p>
  )

const StockItem = ({ stock, mayIssue }: { stock: Stock; mayIssue: boolean }) => {
  const [isAsking, setIsAsking] = useState(false)
  const { asset, stock: held, issued, sold, wanted } = stock
  return (
    <Item
      heading="h3"
      title={asset}
      aside={
        <ItemFigure>
          <ExactAmount value={held} asset={asset} />
        </ItemFigure>
      }
    >
      <FigureRows>
        <FigureRow name="Sold in seven days, less what was bought back">
          <ExactAmount value={sold} asset={asset} />
        </FigureRow>
        <FigureRow name="Wanted">
          <ExactAmount value={wanted} asset={asset} />
        </FigureRow>
        <FigureRow name="Issued in all">
          <ExactAmount value={issued} asset={asset} />
        </FigureRow>
      </FigureRows>
      <Proposal stock={stock} />
      {mayIssue && (
        <ItemWays>
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Issue {asset}
          </Button>
        </ItemWays>
      )}
      {isAsking && <IssueDialog stock={stock} onClose={() => setIsAsking(false)} />}
    </Item>
  )
}

/** What the treasury has to sell, and what to issue. */
export const Stocks = ({ freeGold, stocks, stops }: Treasury) => {
  const isIssuer = useHasRole('Owner', 'Vault')
  const mayIssue = isIssuer && stops.length === 0
  return (
    <Section
      title="Stock"
      note={
        <>
          Free gold in the vault: <Grams value={freeGold} />
        </>
      }
    >
      <ItemList>
        {stocks.map((stock) => (
          <StockItem key={stock.asset} stock={stock} mayIssue={mayIssue} />
        ))}
      </ItemList>
    </Section>
  )
}
