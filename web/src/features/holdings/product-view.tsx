import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import type { ReactNode } from 'react'
import { useAddressFields } from '../../lib/address-fields.ts'
import { productWords } from '../../lib/holding-words.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { HoldingList } from './holding-list.tsx'
import { HoldingPositionCard } from './holding-position.tsx'
import { HoldingsFilter, noFilter } from './holdings-filter.tsx'
import { ProductMovements } from './product-movements.tsx'
import classes from './product-view.module.css'

/** A product: what there is of it on top, its holdings below, and what moved. */
export const ProductView = ({
  product,
  ways,
  empty,
  children,
}: {
  product: HoldingProduct
  /** Where one can go from here. */
  ways: ReactNode
  /** What stands there before there ever was a holding. */
  empty: ReactNode
  /** What the product has besides, between position and holdings. */
  children?: ReactNode
}) => {
  const [form, setForm] = useAddressFields(noFilter)
  const { name, about } = productWords[product]
  return (
    <>
      <PageHeading note={about}>{name}</PageHeading>
      <HoldingPositionCard product={product} />
      <div className={classes.ways}>{ways}</div>
      {children}
      <section className={classes.part} aria-labelledby="holdings-title">
        <h2 id="holdings-title" className={classes.title}>
          Your holdings
        </h2>
        <HoldingsFilter product={product} form={form} onChange={setForm} />
        <HoldingList
          product={product}
          form={form}
          empty={empty}
          onChange={setForm}
          onShowAll={() => setForm(noFilter)}
        />
      </section>
      <ProductMovements product={product} />
    </>
  )
}
