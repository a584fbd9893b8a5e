import { suspenseOf } from '@ingot/endpoints/treasury'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { shortAddress } from '../../lib/short-address.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { Item, ItemFigure, ItemList, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { EmptyState } from '../../ui/states.tsx'
import type { Suspended, Treasury } from './queries.ts'
import { Section } from './section.tsx'
import classes from './treasury.module.css'
import { ClaimDialog } from './treasury-dialogs.tsx'

const SuspendedItem = ({ suspended }: { suspended: Suspended }) => {
  const mayClaim = useHasRole('Owner', 'Finance')
  const [isAsking, setIsAsking] = useState(false)
  const { asset, amount, claimable } = suspended
  return (
    <Item
      heading="h3"
      title={asset}
      aside={
        <ItemFigure>
          <ExactAmount value={amount} asset={asset} />
        </ItemFigure>
      }
    >
      <ItemNote>
        At the treasury’s own address, and can be claimed: <ExactAmount value={claimable} asset={asset} />
      </ItemNote>
      <AskedAbout thing={suspenseOf(asset)} />
      {mayClaim && /[1-9]/.test(claimable) && (
        <ItemWays>
          <Button variant="default" onClick={() => setIsAsking(true)}>
            Claim {asset}
          </Button>
        </ItemWays>
      )}
      {isAsking && <ClaimDialog suspended={suspended} onClose={() => setIsAsking(false)} />}
    </Item>
  )
}

const Arrivals = ({ arrivals }: Pick<Treasury, 'arrivals'>) =>
  arrivals.length > 0 && (
    <details className={classes.more}>
      <summary>What came to the house’s addresses</summary>
      <ul>
        {arrivals.map(({ asset, amount, sender, hash, at }) => (
          <li key={hash + amount}>
            <ExactAmount value={amount} asset={asset} />, <Moment at={at} />, from{' '}
            <CopyText label={`sender of ${amount} ${asset}`} value={sender} shown={shortAddress(sender, 8, 6)} />{' '}
            <CopyText label={`transaction of ${amount} ${asset}`} value={hash} shown={shortAddress(hash, 8, 6)} />
          </li>
        ))}
      </ul>
    </details>
  )

/** What lies with us and is booked as nobody's yet. */
export const Suspense = ({ suspense, arrivals }: Pick<Treasury, 'suspense' | 'arrivals'>) => (
  <Section
    title="Suspense"
    note="What came to the house’s addresses, and dust: booked as nobody’s until two operators claim it."
  >
    {suspense.length === 0 ? (
      <EmptyState title="Nothing in suspense">Whatever is sent to the house’s addresses is listed here.</EmptyState>
    ) : (
      <ItemList>
        {suspense.map((suspended) => (
          <SuspendedItem key={suspended.asset} suspended={suspended} />
        ))}
      </ItemList>
    )}
    <Arrivals arrivals={arrivals} />
  </Section>
)
