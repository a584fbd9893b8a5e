import { closedWords, type ProductName, products } from '@ingot/endpoints/products'
import { useClosed } from '../lib/use-closed.ts'
import classes from './market-note.module.css'
import { PageLink } from './page-link.tsx'

/** Says that nothing of a product can be had here, and what can be done all the same. */
export const ClosedNote = ({ product }: { product: ProductName }) => {
  const why = useClosed(product)
  return (
    <div role="status" className={classes.place}>
      {why && (
        <p className={classes.note}>
          {closedWords(product, why)} {products[product].stays}
          {why === 'reserves' && (
            <>
              {' '}
              <PageLink to="/reserves">See the reserves</PageLink>
            </>
          )}
        </p>
      )}
    </div>
  )
}
