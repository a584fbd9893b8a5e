import type { GroupDetails, GroupPurchased } from '@ingot/endpoints/group-fields'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAddressFields } from '../../lib/address-fields.ts'
import { holdingAddress } from '../../lib/holding-words.ts'
import { useSession } from '../../lib/session.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { BookedCard } from '../../ui/booked-card.tsx'
import { LinkButton, TextLink } from '../../ui/form.tsx'
import { PositionFigures } from '../../ui/position-figures.tsx'
import { PurchasePanel } from '../../ui/purchase-panel.tsx'
import { VerifyFirst } from '../../ui/verify-first.tsx'
import { useWorth } from '../../ui/worth.tsx'
import { certificateAddress } from './group-words.ts'
import classes from './groups.module.css'
import { groupQuoting, useGroups } from './queries.ts'
import { isOfGroups, performPurchase, resume } from './transactions.ts'

const Booked = ({ booked, onAgain, onDone }: { booked: GroupPurchased; onAgain: () => void; onDone: () => void }) => (
  <BookedCard
    booked={booked}
    paper={{ label: 'Open the certificate', to: certificateAddress(booked.group.id, booked.certificate) }}
  >
    <TextLink to={documentAddress(booked.note)}>Booking note</TextLink>
    <TextLink to={holdingAddress({ product: 'GDS', id: booked.holding })}>See the holding</TextLink>
    <LinkButton onClick={onAgain}>Buy more</LinkButton>
    <LinkButton onClick={onDone}>Back to the group</LinkButton>
  </BookedCard>
)

/** Buys in the group, at a quote, for the customer alone. */
const Buying = ({ group: { id, name }, onDone }: { group: GroupDetails; onDone: () => void }) => {
  const [booked, setBooked] = useState<GroupPurchased>()
  const least = useGroups().data?.rules.leastUsd
  if (booked)
    return (
      <div className={classes.buying}>
        <Booked booked={booked} onAgain={() => setBooked(undefined)} onDone={onDone} />
      </div>
    )
  return (
    <section className={`${classes.section} ${classes.buying}`} aria-labelledby="buy-title">
      <div className={classes.line}>
        <h2 id="buy-title" className={classes.title}>
          Buy in this group
        </h2>
        <LinkButton onClick={onDone}>Back to the group</LinkButton>
      </div>
      <p className={classes.quiet}>
        You pay for yourself, and the gold is yours alone. Its certificate names the group:{' '}
        <span className={classes.name}>{name}</span>. What it is worth in money can fall.
      </p>
      <PurchasePanel
        way={{ asset: 'GDS', product: 'gds', quoting: groupQuoting(id), perform: performPurchase(id) }}
        least={least}
        action="Buy in the group"
        note="Booking note and certificate are there at once."
        isOfPage={isOfGroups}
        onAsk={resume}
        onBooked={setBooked}
      />
    </section>
  )
}

/** What the customer has in the group, and the way to more of it. */
export const GroupGold = ({ group }: { group: GroupDetails }) => {
  const [{ buy }, setFields] = useAddressFields({ buy: '' })
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  const value = useWorth()(group.grams)
  const hasGold = /[1-9]/.test(group.grams)
  if (buy === 'yes' && group.may.buy && isVerified)
    return <Buying group={group} onDone={() => setFields({ buy: '' })} />
  return (
    <>
      <PositionFigures label="Your gold in this group" asset="GDS" units={group.grams} value={value} />
      {group.may.buy && !isVerified && <VerifyFirst />}
      <div className={classes.ways}>
        {group.may.buy && isVerified && <Button onClick={() => setFields({ buy: 'yes' })}>Buy in this group</Button>}
        {hasGold && <TextLink to="/termination?product=GDS">End gold</TextLink>}
        <TextLink to="/transactions-gds">All your GDS</TextLink>
      </div>
    </>
  )
}
