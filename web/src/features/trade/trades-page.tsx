import { useAddressFields } from '../../lib/address-fields.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PositionCard } from './position-card.tsx'
import { filterOf, noFilter, TradeFilterBar } from './trade-filter.tsx'
import { TradeList } from './trade-list.tsx'
import classes from './trades-page.module.css'

/** The customer's gold token: what there is of it on top, every trade below. */
export const TradesPage = () => {
  const [form, setForm] = useAddressFields(noFilter)
  return (
    <>
      <PageHeading note="One QMGT is one gram of fine gold in the vault.">QMGT</PageHeading>
      <PositionCard />
      <section className={classes.trades} aria-labelledby="trades-title">
        <h2 id="trades-title" className={classes.title}>
          Trades
        </h2>
        <TradeFilterBar form={form} onChange={setForm} />
        <TradeList filter={filterOf(form)} onShowAll={() => setForm(noFilter)} />
      </section>
    </>
  )
}
