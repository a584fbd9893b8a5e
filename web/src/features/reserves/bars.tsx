import type { PublicBar } from '@ingot/endpoints/reserves'
import { Button } from '@mantine/core'
import { useAddressFields } from '../../lib/address-fields.ts'
import { formatDecimal } from '../../lib/local-format.ts'
import { Amount } from '../../ui/amount.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Item, ItemNote } from '../../ui/item.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type BarFilter, useBars, useDownloadBarList, useDownloadBars } from './queries.ts'
import classes from './reserves.module.css'

/** A weight with as many decimals as it was weighed with. */
const weightText = (grams: string) => {
  const { whole, decimals } = formatDecimal(grams)
  return `${whole}${decimals} g`
}

const Bar = ({ bar }: { bar: PublicBar }) => {
  const { refiner, brand, serial, fineGrams, grossGrams, fineness, year, vault } = bar
  const about = [
    ...(brand === refiner ? [] : [brand]),
    year ?? 'Year unknown',
    `${weightText(grossGrams)} of ${fineness}`,
    vault,
  ]
  return (
    <Item heading="h3" title={`${refiner} ${serial}`} aside={<Amount value={fineGrams} asset="g" decimals={6} />}>
      <ItemNote>{about.join(' · ')}</ItemNote>
    </Item>
  )
}

const Downloads = ({ filter }: { filter: BarFilter }) => {
  const [table, whole] = [useDownloadBars(), useDownloadBarList()]
  return (
    <div className={classes.ways}>
      <Button variant="default" loading={table.isPending} onClick={() => table.mutate(filter)}>
        Download CSV
      </Button>
      <Button variant="default" loading={whole.isPending} onClick={() => whole.mutate()}>
        Download JSON
      </Button>
      <FormProblem failure={table.error ?? whole.error} />
    </div>
  )
}

/** Every bar in the vault. */
export const Bars = () => {
  const [form, setForm] = useAddressFields({ search: '' })
  const filter: BarFilter = { search: form.search.slice(0, 60) || undefined }
  return (
    <section aria-labelledby="bars">
      <h2 id="bars" className={classes.title}>
        The bars
      </h2>
      <div className={classes.filter}>
        <SearchField
          label="Serial or refiner"
          maxLength={60}
          value={form.search}
          onFind={(search) => setForm({ search })}
        />
        <Downloads filter={filter} />
      </div>
      <PagedList
        what="bars"
        label="Bars"
        query={useBars(filter)}
        empty={
          form.search === '' ? (
            <EmptyState title="No bars yet">What comes into the vault is listed here, bar by bar.</EmptyState>
          ) : (
            <EmptyState
              title="No bar found"
              action={
                <Button variant="default" onClick={() => setForm({ search: '' })}>
                  Show all
                </Button>
              }
            >
              No serial and no refiner begins like this.
            </EmptyState>
          )
        }
      >
        {(bar) => <Bar key={`${bar.refiner} ${bar.serial}`} bar={bar} />}
      </PagedList>
    </section>
  )
}
