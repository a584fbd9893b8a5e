import { closedWords, products } from '@ingot/endpoints/products'
import { useClosed } from '../../lib/use-closed.ts'
import classes from './market-note.module.css'

/** Says that nothing can be bought here, and what can be done all the same. */
export const ClosedNote = () => {
  const why = useClosed('swap')
  return (
    <div role="status" className={classes.place}>
      {why && (
        <p className={classes.note}>
          {closedWords('swap', why)} {products.swap.stays}
        </p>
      )}
    </div>
  )
}
