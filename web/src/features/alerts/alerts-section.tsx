import { Card } from '../../ui/card.tsx'
import classes from './alerts.module.css'
import { Alerts } from './alerts.tsx'

/** Price alerts among the other parts of an account. */
export const AlertsSection = () => (
  <Card as="section" aria-labelledby="alerts-title">
    <h3 id="alerts-title" className={classes.title}>
      Price alerts
    </h3>
    <Alerts />
  </Card>
)
