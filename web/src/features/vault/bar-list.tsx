import { barThing, type VaultBar } from '@ingot/endpoints/vault'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useAddressFields } from '../../lib/address-fields.ts'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { formatDecimal } from '../../lib/local-format.ts'
import { Amount } from '../../ui/amount.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Item, ItemNote, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { type BarFilter, useAskedBars, useBars, useDownloadBars } from './queries.ts'
import { TakeOutDialog } from './take-out-dialog.tsx'
import classes from './vault.module.css'

const choices = [
  { value: 'in', label: 'In the vault' },
  { value: 'left', label: 'Left' },
] as const

/** A weight as the device writes it, with as many decimals as it was weighed with. */
const weightText = (grams: string) => {
  const { whole, decimals } = formatDecimal(grams)
  return `${whole}${decimals} g`
}

const aboutOf = ({ refiner, brand, year, grossGrams, fineness, vault, round, delivery }: VaultBar) =>
  [
    ...(brand === refiner ? [] : [brand]),
    year ?? 'Year unknown',
    `${weightText(grossGrams)} of ${fineness}`,
    vault,
    ...(delivery === null ? [] : [`delivery ${delivery}`]),
    ...(round > 1 ? [`came for the ${round === 2 ? 'second' : round === 3 ? 'third' : `${round}th`} time`] : []),
  ].join(' · ')

const BarItem = ({ bar, isAsked, mayMove }: { bar: VaultBar; isAsked: boolean; mayMove: boolean }) => {
  const [isTakingOut, setIsTakingOut] = useState(false)
  const { refiner, serial, fineGrams, arrivedAt, leftAt, takenTo, reservedFor } = bar
  const name = `${refiner} ${serial}`
  return (
    <Item heading="h3" title={name} aside={<Amount value={fineGrams} asset="g" decimals={decimalsOf('XAU')} />}>
      <ItemNote>{aboutOf(bar)}</ItemNote>
      <ItemNote>
        Arrived <Moment at={arrivedAt} />
        {leftAt !== null && (
          <>
            {' · left '}
            <Moment at={leftAt} />
            {takenTo !== null && `, to ${takenTo}`}
          </>
        )}
        {reservedFor !== null && ` · kept for ${reservedFor}`}
        {isAsked && ' · waiting for approval to leave'}
      </ItemNote>
      {mayMove && leftAt === null && reservedFor === null && !isAsked && (
        <ItemWays>
          <Button variant="default" size="xs" aria-label={`Take out ${name}`} onClick={() => setIsTakingOut(true)}>
            Take out
          </Button>
        </ItemWays>
      )}
      {isTakingOut && <TakeOutDialog bar={bar} onClose={() => setIsTakingOut(false)} />}
    </Item>
  )
}

const Download = ({ filter }: { filter: BarFilter }) => {
  const { isPending, error, mutate } = useDownloadBars()
  return (
    <>
      <Button variant="default" loading={isPending} onClick={() => mutate(filter)}>
        Download CSV
      </Button>
      <FormProblem failure={error} />
    </>
  )
}

/** The bars, those that are in first. */
export const BarList = ({ mayMove }: { mayMove: boolean }) => {
  const [form, setForm] = useAddressFields({ show: '', search: '' })
  const show = form.show === 'left' ? 'left' : 'in'
  const filter: BarFilter = { show, search: form.search.slice(0, 60) || undefined }
  const { data: asked = [] } = useAskedBars()
  const showAll = (
    <Button variant="default" onClick={() => setForm({ ...form, search: '' })}>
      Show all
    </Button>
  )
  return (
    <section aria-labelledby="bars">
      <h2 id="bars" className={classes.title}>
        Bars
      </h2>
      <div className={classes.filter}>
        <Segments
          label="Show"
          choices={choices}
          value={show}
          onChange={(value) => setForm({ ...form, show: value === 'in' ? '' : value })}
        />
        <SearchField
          label="Serial"
          maxLength={60}
          value={form.search}
          onFind={(search) => setForm({ ...form, search })}
        />
        <Download filter={filter} />
      </div>
      <PagedList
        what="bars"
        label="Bars"
        query={useBars(filter)}
        empty={
          form.search === '' ? (
            <EmptyState title="No bars">
              {show === 'in' ? 'What comes into the vault is listed here.' : 'No bar has left the vault yet.'}
            </EmptyState>
          ) : (
            <EmptyState title="No bar found" action={showAll}>
              No serial begins like this.
            </EmptyState>
          )
        }
      >
        {(bar) => (
          <BarItem
            key={bar.id}
            bar={bar}
            isAsked={asked.some(({ thing }) => thing === barThing(bar.id))}
            mayMove={mayMove}
          />
        )}
      </PagedList>
    </section>
  )
}
