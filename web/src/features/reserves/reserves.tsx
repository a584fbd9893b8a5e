import type { ReactNode } from 'react'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { Bars } from './bars.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { CoverageChart } from './coverage-chart.tsx'
import { Limits } from './limits.tsx'
import { OwedList } from './owed-list.tsx'
import { useReserves } from './queries.ts'
import classes from './reserves.module.css'

/** The gold, and what is owed in it. Snapshots, and what a customer proves by them, are another feature's and handed in. */
export const Reserves = ({ own, snapshots }: { own: ReactNode; snapshots: ReactNode }) => {
  const query = useReserves()
  const reading = query.data?.reading
  return (
    <>
      <PageHeading note="The gold in the vault, what we owe in gold, and how you can check both.">Reserves</PageHeading>
      <div className={classes.page}>
        {query.data ? <CoverageCard reserves={query.data} /> : <Unread what="reserves" query={query} />}
        {own}
        {reading && <OwedList reading={reading} />}
        <CoverageChart />
        {snapshots}
        <Limits />
        <Bars />
      </div>
    </>
  )
}
