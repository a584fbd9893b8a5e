import type { HoldingProduct } from '@ingot/endpoints/holding-fields'
import { productWords } from '../../lib/holding-words.ts'
import { useMovements } from '../../lib/use-movements.ts'
import { useGramValue } from '../../lib/use-price.ts'
import { TextLink } from '../../ui/form.tsx'
import { MovementRow } from '../../ui/movement-row.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import classes from './product-view.module.css'

/** What came and left by a product, newest first. Before anything did, the list above says so. */
export const ProductMovements = ({ product }: { product: HoldingProduct }) => {
  const { types } = productWords[product]
  const movements = useMovements({ type: types })
  const perGram = useGramValue()
  if (movements.data?.length === 0) return null
  return (
    <section className={classes.part} aria-labelledby="movements-title">
      <div className={classes.head}>
        <h2 id="movements-title" className={classes.title}>
          Movements
        </h2>
        <TextLink to="/transactions">All transactions</TextLink>
      </div>
      <PagedList what="movements" query={movements} dayOf={({ at }) => at} empty={null}>
        {(movement) => <MovementRow key={movement.id} movement={movement} perGram={perGram} />}
      </PagedList>
    </section>
  )
}
