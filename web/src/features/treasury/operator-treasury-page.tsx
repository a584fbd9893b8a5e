import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { Attestation, Limits } from './chain-figures.tsx'
import { Issuing } from './issuing.tsx'
import { useTreasury } from './queries.ts'
import { Reconciliations } from './reconciliations.tsx'
import { Stocks } from './stocks.tsx'
import { Suspense } from './suspense.tsx'
import { Tranches } from './tranches.tsx'

/** What the house has to sell, what was issued for it, and how far the chain has followed. */
export const OperatorTreasuryPage = () => {
  const query = useTreasury()
  const { data: treasury } = query
  return (
    <>
      <PageHeading note="What is issued or claimed takes two operators. One alone can stop issuing.">
        Treasury
      </PageHeading>
      {treasury ? (
        <>
          <Issuing stops={treasury.stops} />
          <Stocks {...treasury} />
          <Tranches tranches={treasury.tranches} />
          <Attestation attestation={treasury.attestation} />
          <Suspense {...treasury} />
          <Limits limits={treasury.limits} />
          <Reconciliations />
        </>
      ) : (
        <Unread what="treasury" query={query} />
      )}
    </>
  )
}
