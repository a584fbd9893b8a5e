import { barListThing, interlockThing, type ReserveStop } from '@ingot/endpoints/reserves'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useHasRole } from '../../lib/use-operator.ts'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { TextLink } from '../../ui/form.tsx'
import { Item, ItemList, ItemNote } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { type OperatorReserves, useOperatorReserves } from './queries.ts'
import classes from './reserves.module.css'
import { ConfirmDialog, LiftDialog } from './reserves-dialogs.tsx'
import { causeWords } from './words.ts'

const endWords = { itself: 'ended automatically', lift: 'let pass by two operators' } as const

const Stop = ({ stop: { beganAt, causes, endedAt, endedBy } }: { stop: ReserveStop }) => (
  <Item heading="h3" title={<Moment at={beganAt} />} aside={endedAt === null ? 'Stopped' : 'Over'}>
    {causes.map((cause) => (
      <ItemNote key={cause}>{causeWords[cause]}</ItemNote>
    ))}
    {endedAt !== null && endedBy !== null && (
      <ItemNote>
        Until <Moment at={endedAt} />, {endWords[endedBy]}
      </ItemNote>
    )}
  </Item>
)

const Ways = ({ told: { reserves, liftHours } }: { told: OperatorReserves }) => {
  const [mayLift, mayConfirm] = [useHasRole('Owner', 'Vault', 'Compliance'), useHasRole('Owner', 'Vault')]
  const [way, setWay] = useState<'lift' | 'confirm' | null>(null)
  const close = () => setWay(null)
  return (
    <div className={classes.ways}>
      <AskedAbout thing={interlockThing} />
      <AskedAbout thing={barListThing} />
      {mayLift && reserves.sales === 'stopped' && (
        <Button variant="default" onClick={() => setWay('lift')}>
          Resume sales
        </Button>
      )}
      {mayConfirm && reserves.list !== null && (
        <Button variant="default" onClick={() => setWay('confirm')}>
          Confirm the list of bars
        </Button>
      )}
      {way === 'lift' && <LiftDialog most={liftHours} onClose={close} />}
      {way === 'confirm' && <ConfirmDialog onClose={close} />}
    </div>
  )
}

/** Whether sales are stopped, why, and what two operators can do about it. */
export const OperatorReservesPage = () => {
  const query = useOperatorReserves()
  const told = query.data
  return (
    <>
      <PageHeading
        note={
          <>
            Sales stop by themselves while it is not shown that everything owed is there. Everybody sees{' '}
            <TextLink to="/reserves">the same page</TextLink>.
          </>
        }
      >
        Reserves
      </PageHeading>
      {!told && <Unread what="reserves" query={query} />}
      {told && (
        <div className={classes.page}>
          <CoverageCard reserves={told.reserves} />
          {told.reserves.list && (
            <p className={classes.lead}>
              The list of bars has to be confirmed again by <Moment at={told.reserves.list.until} />.
            </p>
          )}
          <Ways told={told} />
          <section aria-labelledby="stops">
            <h2 id="stops" className={classes.title}>
              When sales were stopped
            </h2>
            {told.stops.length === 0 ? (
              <EmptyState title="Never">Each time is written down here.</EmptyState>
            ) : (
              <ItemList>
                {told.stops.map((stop) => (
                  <Stop key={stop.beganAt} stop={stop} />
                ))}
              </ItemList>
            )}
          </section>
        </div>
      )}
    </>
  )
}
