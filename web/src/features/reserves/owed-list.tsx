import type { OwedLine, Reserves } from '@ingot/endpoints/reserves'
import { Amount } from '../../ui/amount.tsx'
import { Item, ItemList, ItemNote } from '../../ui/item.tsx'
import classes from './reserves.module.css'
import { percentText, productNames } from './words.ts'

const isNone = (amount: string): boolean => Number(amount) === 0

const Owed = ({ line }: { line: OwedLine }) => {
  const { asset, issued, treasury, minted, burnt, owed, outside, grams } = line
  return (
    <Item heading="h3" title={productNames[asset]} aside={<Amount value={grams} asset="g" decimals={6} />}>
      <ItemNote>
        Owed: <Amount value={owed} asset={asset} />
        {asset === 'USDAU' && ', by the gold that is set aside for it'}
      </ItemNote>
      {!isNone(outside) && (
        <ItemNote>
          Held outside the portal: <Amount value={outside} asset={asset} />
        </ItemNote>
      )}
      {minted !== null && burnt !== null && (
        <ItemNote>
          Minted: <Amount value={minted} asset={asset} />. Burnt: <Amount value={burnt} asset={asset} />. There are{' '}
          <Amount value={issued} asset={asset} />, of which our treasury has <Amount value={treasury} asset={asset} />.
        </ItemNote>
      )}
    </Item>
  )
}

/** What is owed, product by product, and the dollars apart from the gold. */
export const OwedList = ({ reading }: { reading: NonNullable<Reserves['reading']> }) => {
  const { lines, usdt } = reading
  return (
    <section aria-labelledby="owed">
      <h2 id="owed" className={classes.title}>
        What we owe
      </h2>
      <p className={classes.lead}>
        Everything that exists of a token, less what our own treasury has. What customers have taken to addresses
        outside the portal counts, too.
      </p>
      <ItemList>
        {lines.map((line) => (
          <Owed key={line.asset} line={line} />
        ))}
        <Item heading="h3" title="USDT" aside={<Amount value={usdt.owed} asset="USDT" />}>
          <ItemNote>
            No gold is owed for it: it lies in wallets. They hold <Amount value={usdt.held} asset="USDT" />
            {usdt.coverage !== null && `, ${percentText(usdt.coverage)} of it`}.
          </ItemNote>
        </Item>
      </ItemList>
    </section>
  )
}
