import { deliveryThing } from '@ingot/endpoints/vault'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { Card } from '../../ui/card.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Notice, TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { BarList } from './bar-list.tsx'
import { useAskedBars, useVault, type VaultSums } from './queries.ts'
import { TakeInBars } from './take-in-bars.tsx'
import classes from './vault.module.css'

const Grams = ({ value }: { value: string }) => <ExactAmount value={value} asset="g" decimals={decimalsOf('XAU')} />

const Sums = ({ vault: { bars, grams, free, behindTokens, behindUsdau } }: { vault: VaultSums }) => (
  <Card className={classes.box}>
    <FigureRows isAlone>
      <FigureRow name="Fine gold in the vault" note={bars === 1 ? 'In 1 bar' : `In ${bars} bars`}>
        <Grams value={grams} />
      </FigureRow>
      <FigureRow name="Free, to be sold or taken out" isPart>
        <Grams value={free} />
      </FigureRow>
      <FigureRow name="Behind gold tokens" isPart>
        <Grams value={behindTokens} />
      </FigureRow>
      <FigureRow name="Behind USDAU" isPart>
        <Grams value={behindUsdau} />
      </FigureRow>
    </FigureRows>
  </Card>
)

/** Deliveries that one operator has asked for and another one has not decided yet. */
const Deliveries = () => {
  const { data = [] } = useAskedBars()
  return data
    .filter(({ action }) => action === 'take-in-bars')
    .map(({ id, thing, asker, askedAt }) => (
      <Notice key={id} title={`Delivery ${thing.slice(deliveryThing('').length)}: waiting for approval`}>
        Asked for by {asker}, <Moment at={askedAt} />. <TextLink to="/operator/approvals">See the approvals</TextLink>
      </Notice>
    ))
}

/** The gold, bar by bar, and the ways in and out, which take two. */
export const OperatorVaultPage = () => {
  const query = useVault()
  const mayMove = useHasRole('Owner', 'Vault')
  const [isTakingIn, setIsTakingIn] = useState(false)
  return (
    <>
      <PageHeading
        note={
          <>
            Bars come and go by two operators: one asks, another one approves. What leaves for customers stands under{' '}
            <TextLink to="/operator/withdrawals">Withdrawals</TextLink>.
          </>
        }
      >
        Vault
      </PageHeading>
      {query.data ? (
        <div className={classes.parts}>
          <Sums vault={query.data} />
          <Deliveries />
          {mayMove && (
            <div>
              <Button variant="default" aria-expanded={isTakingIn} onClick={() => setIsTakingIn(!isTakingIn)}>
                Take in bars
              </Button>
            </div>
          )}
          {isTakingIn && <TakeInBars />}
          <BarList mayMove={mayMove} />
        </div>
      ) : (
        <Unread what="vault" query={query} />
      )}
    </>
  )
}
