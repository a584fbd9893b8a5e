import { TextLink } from '../../ui/form.tsx'
import classes from './price-card.module.css'

/** Where a visitor goes on from the price. */
export const VisitorsWay = () => (
  <p className={classes.way}>
    <TextLink to="/signup">Buy or sell at this price</TextLink>
  </p>
)
