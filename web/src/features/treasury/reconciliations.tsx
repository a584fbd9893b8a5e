import type { ReconciliationRun } from '@ingot/endpoints/treasury'
import { useState } from 'react'
import { shortAddress } from '../../lib/short-address.ts'
import { Amount } from '../../ui/amount.tsx'
import { TimeOfDay } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type Show, useReconciliations } from './queries.ts'
import { Section } from './section.tsx'
import classes from './treasury.module.css'

const choices: readonly { value: Show; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'trouble', label: 'With trouble' },
]

type Difference = ReconciliationRun['differences'][number]

const placeOf = ({ place, customer }: Difference): string => {
  if (place === 'supply') return 'all that exists'
  return customer ? `the wallet of ${customer.username}` : `the address ${shortAddress(place, 8, 6)}`
}

const Differences = ({ run: { differences, differenceCount } }: { run: ReconciliationRun }) =>
  differenceCount > 0 && (
    <ul className={classes.differences}>
      {differences.map((each) => (
        <li key={`${each.asset} ${each.place}`}>
          <Amount value={each.difference} asset={each.asset} /> on the chain, {placeOf(each)}
        </li>
      ))}
      {differenceCount > differences.length && <li>{differenceCount - differences.length} more</li>}
    </ul>
  )

const Run = ({ run }: { run: ReconciliationRun }) => {
  const { at, block, result, inFlight, wallets, isWhole, problem } = run
  return (
    <li className={classes.run}>
      <div className={classes.head}>
        <span>
          <TimeOfDay at={at} />
          <span className={classes.quiet}> · block {block}</span>
        </span>
        <span className={classes.state}>{result}</span>
      </div>
      <p className={classes.quiet}>
        {problem ?? `${isWhole ? 'All ' : ''}${wallets} customers’ wallets, ${inFlight} in flight`}
      </p>
      <Differences run={run} />
    </li>
  )
}

/** How ledger and chain compared, newest first. */
export const Reconciliations = () => {
  const [show, setShow] = useState<Show>('all')
  const query = useReconciliations(show)
  return (
    <Section title="Reconciliations" note="Ledger and chain are compared each minute; the last thousand runs are kept.">
      <div className={classes.bar}>
        <Segments label="Show" choices={choices} value={show} onChange={setShow} />
      </div>
      <PagedList
        what="reconciliations"
        query={query}
        dayOf={({ at }) => at}
        dayHeading="h3"
        empty={
          show === 'trouble' ? (
            <EmptyState title="No trouble">In the runs that are kept, ledger and chain agreed.</EmptyState>
          ) : (
            <EmptyState title="No runs yet">The first comes about a minute after a chain is connected.</EmptyState>
          )
        }
      >
        {(run) => <Run key={run.id} run={run} />}
      </PagedList>
    </Section>
  )
}
