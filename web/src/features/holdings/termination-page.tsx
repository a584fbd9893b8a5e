import {
  type Holding,
  type HoldingPosition,
  type HoldingProduct,
  product as productName,
} from '@ingot/endpoints/holding-fields'
import { readHolding } from '@ingot/endpoints/holdings'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAddressFields } from '../../lib/address-fields.ts'
import { boundUntilWords, holdingName, productWords } from '../../lib/holding-words.ts'
import { useSession } from '../../lib/session.ts'
import { Notice } from '../../ui/form.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { VerifyFirst } from '../../ui/verify-first.tsx'
import { useHolding, useHoldingPositions } from './queries.ts'
import type { Choose } from './termination-choice.tsx'
import { TerminationPanel } from './termination-panel.tsx'

const noChoice = { product: '', holding: '' }

const isSome = (amount: string) => /[1-9]/.test(amount)

/** There is gold, and none of it can be ended now. */
const AllBound = ({ product }: { product: HoldingProduct }) => (
  <EmptyState
    title="Nothing can be ended at the moment"
    action={
      <Button component={PageLink} to={productWords[product].page} variant="default">
        See until when
      </Button>
    }
  >
    What you hold is bound: paid by card and not cleared yet, or on its way out.
  </EmptyState>
)

const NothingToEnd = () => (
  <EmptyState
    title="Nothing to end yet"
    action={
      <Button component={PageLink} to="/GAE/Purchase">
        Save in GAE
      </Button>
    }
  >
    Here you end gold that you saved in GAE, GAE Extra, Gold Convert or a group, in whole or in part.
  </EmptyState>
)

const whyNot = ({ open, clearing }: Holding): string => {
  if (!isSome(open)) return 'Nothing is left of it.'
  if (clearing) return `It was paid by card, so its grams are bound ${boundUntilWords(clearing)}.`
  return 'Its grams are on their way out.'
}

/** Why the holding that an address names is not the one that is ended here. */
const NotThisOne = ({ holding }: { holding: Holding | null | undefined }) => {
  if (holding === undefined || (holding && isSome(holding.available))) return null
  if (holding === null) return <Notice title="We could not find this holding">It may belong to another account.</Notice>
  return <Notice title={`${holdingName(holding)} cannot be ended`}>{whyNot(holding)}</Notice>
}

const NothingEndable = ({ positions }: { positions: readonly HoldingPosition[] }) => {
  const bound = positions.find(({ units }) => isSome(units))
  return bound ? <AllBound product={bound.product} /> : <NothingToEnd />
}

/** The holding that the address names; null where that is none. One that was just chosen is not asked for again. */
const useNamed = (id: string) => {
  const [picked, setPicked] = useState<Holding>()
  const isPicked = picked?.id === id
  const isHolding = readHolding.params.safeParse({ id }).success
  const query = useHolding(isHolding && !isPicked ? id : undefined)
  return {
    query,
    setPicked,
    isUnread: isHolding && !isPicked && query.data === undefined,
    named: isPicked ? picked : isHolding ? query.data : id === '' ? undefined : null,
  }
}

const Ending = ({ positions }: { positions: readonly HoldingPosition[] }) => {
  const [chosen, choose] = useAddressFields(noChoice)
  const { query, named, isUnread, setPicked } = useNamed(chosen.holding)
  if (isUnread) return <Unread what="holding" query={query} />
  const holding = named && isSome(named.available) ? named : undefined
  const endable = positions.filter(({ available }) => isSome(available))
  const wanted = holding?.product ?? productName.safeParse(chosen.product).data
  const position = endable.find(({ product }) => product === wanted) ?? endable[0]
  const onChoose: Choose = (product, next) => {
    setPicked(next)
    choose({ product, holding: next?.id ?? '' })
  }
  return (
    <>
      <NotThisOne holding={named} />
      {position ? (
        <TerminationPanel ended={{ position, holding }} positions={endable} onChoose={onChoose} />
      ) : (
        <NothingEndable positions={positions} />
      )}
    </>
  )
}

const Chosen = () => {
  const query = useHoldingPositions()
  return query.data ? <Ending positions={query.data} /> : <Unread what="holdings" query={query} />
}

/** Sells saved gold back: one holding or the oldest first, in whole or in part. */
export const TerminationPage = () => {
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  return (
    <>
      <PageHeading note="Paid out at once at the current price. Anything you keep stays as it was booked.">
        End a holding
      </PageHeading>
      {isVerified ? <Chosen /> : <VerifyFirst />}
    </>
  )
}
