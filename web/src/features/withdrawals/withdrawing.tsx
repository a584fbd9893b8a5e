import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { PageLink } from '../../ui/page-link.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { isStopped, Stops } from '../../ui/stops.tsx'
import { Unread } from '../../ui/unread.tsx'
import { VerifyFirst } from '../../ui/verify-first.tsx'
import { Choosing } from './choosing.tsx'
import { Chosen } from './chosen.tsx'
import { type Offer, useOffer } from './queries.ts'
import { emptyDraft, isSome } from './withdrawal-rules.ts'
import { stopWords } from './withdrawal-words.ts'

const hasGold = ({ sources }: Offer) => sources.some(({ grams, waitingGrams }) => isSome(grams) || isSome(waitingGrams))

const NothingToGive = () => (
  <EmptyState
    title="Nothing to take out yet"
    action={
      <Button component={PageLink} to="/">
        Buy QMGT
      </Button>
    }
  >
    Bars are given for QMGT, or for gold that you hold in GAE, Gold Convert or a group.
  </EmptyState>
)

const Steps = ({ offer }: { offer: Offer }) => {
  const [draft, setDraft] = useState(emptyDraft)
  if (offer.choice)
    return <Chosen key={offer.choice.id} choice={offer.choice} onDone={() => setDraft({ ...draft, counts: {} })} />
  return <Choosing offer={offer} draft={draft} onDraft={setDraft} />
}

/** What stands in the way; then the choice of bars, and what was chosen. */
const Ready = () => {
  const query = useOffer()
  const { data: offer } = query
  if (!offer) return <Unread what="bars" query={query} />
  if (isStopped(offer)) return <Stops stopping={offer} words={stopWords} />
  return hasGold(offer) || offer.choice ? <Steps offer={offer} /> : <NothingToGive />
}

/** Where bars are taken out, or what has to be done before. */
export const Withdrawing = () => {
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  return isVerified ? <Ready /> : <VerifyFirst />
}
