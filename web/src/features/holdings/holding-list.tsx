import type { Holding, HoldingProduct } from '@ingot/endpoints/holding-fields'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { boundUntilWords, holdingName, productWords, stateWords } from '../../lib/holding-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/form.tsx'
import { TimeOfDay } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Worth } from '../../ui/worth.tsx'
import { HoldingDetailsView } from './holding-details.tsx'
import classes from './holding-list.module.css'
import { type FilterForm, filterOf } from './holdings-filter.tsx'
import { useHoldings } from './queries.ts'

/** The page's address with a holding open in it, or with none. */
const addressWith = (product: HoldingProduct, form: FilterForm, holding: string): string => {
  const filled = Object.entries({ ...form, holding }).filter(([, value]) => value !== '')
  return [productWords[product].page, new URLSearchParams(filled)].join('?').replace(/\?$/, '')
}

const Paid = ({ amount }: { amount: string }) => (
  <>
    paid <Amount value={amount} asset="USD" />
  </>
)

/** A holding is named by its id, or by that of the movement it was booked by. */
const isNamed = ({ id, movement }: Holding, name: string): boolean => name === id || name === movement?.id

/** Under the heading of its day. What is left of it and would bring now; once nothing is, what it was and has paid. */
const HoldingRow = ({ holding, form }: { holding: Holding; form: FilterForm }) => {
  const { id, product, asset, bookedAt, state, bookingPrice, units, open, clearing, paidOut } = holding
  const isOpen = isNamed(holding, form.holding)
  const [isThere, isPaid] = [/[1-9]/.test(open), /[1-9]/.test(paidOut)]
  return (
    <Row
      to={addressWith(product, form, isOpen ? '' : id)}
      isOpen={isOpen}
      title={holdingName(holding)}
      note={
        <>
          <TimeOfDay at={bookedAt} /> · {stateWords[state]} · at <Amount value={bookingPrice} asset="USD" />
          {clearing && (
            <>
              {' '}
              · <Amount value={clearing.units} asset={asset} /> bound {boundUntilWords(clearing)}
            </>
          )}
        </>
      }
      figure={<Amount value={isThere ? open : units} asset={asset} />}
      aside={isThere ? <Worth grams={open} /> : isPaid && <Paid amount={paidOut} />}
    >
      {isOpen && <HoldingDetailsView id={id} />}
    </Row>
  )
}

const NothingFound = ({ onShowAll }: { onShowAll: () => void }) => (
  <EmptyState
    title="No matching holdings"
    action={
      <Button variant="default" onClick={onShowAll}>
        Show all
      </Button>
    }
  >
    Nothing of this kind was booked in this period.
  </EmptyState>
)

/** A holding that the list does not show, since it is further down or filtered out. */
const Unlisted = ({ id, onClose }: { id: string; onClose: () => void }) => (
  <Card as="section" className={classes.unlisted} aria-label="The holding">
    <p className={classes.close}>
      <LinkButton onClick={onClose}>Close</LinkButton>
    </p>
    <HoldingDetailsView id={id} />
  </Card>
)

/** The customer's holdings of a product, newest first, page by page; one of them open, in its place. */
export const HoldingList = ({
  product,
  form,
  empty,
  onChange,
  onShowAll,
}: {
  product: HoldingProduct
  form: FilterForm
  /** What stands here before there ever was one. */
  empty: ReactNode
  onChange: (form: FilterForm) => void
  onShowAll: () => void
}) => {
  const filter = filterOf(product, form)
  const holdings = useHoldings(filter)
  const { product: _, ...narrowing } = filter
  const isNarrowed = Object.values(narrowing).some((value) => value !== undefined)
  const isUnlisted = form.holding !== '' && holdings.data?.every((each) => !isNamed(each, form.holding)) === true
  return (
    <>
      {isUnlisted && <Unlisted id={form.holding} onClose={() => onChange({ ...form, holding: '' })} />}
      <PagedList
        what="holdings"
        query={holdings}
        dayOf={({ bookedAt }) => bookedAt}
        empty={isNarrowed ? <NothingFound onShowAll={onShowAll} /> : empty}
      >
        {(holding) => <HoldingRow key={holding.id} holding={holding} form={form} />}
      </PagedList>
    </>
  )
}
