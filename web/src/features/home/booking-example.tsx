import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import classes from './booking-example.module.css'

const moves = [
  { account: 'Your holding', change: '+1.000000', asset: 'QMGT' },
  { account: 'Vault, set aside for customers', change: '+1.000000', asset: 'g' },
  { account: 'Vault, not yet set aside', change: '−1.000000', asset: 'g' },
]

/** Shows the rule behind the promise: a gram is issued and set aside in one entry, or not at all. */
export const BookingExample = () => (
  <Card as="figure" className={classes.card}>
    <figcaption className={classes.caption}>
      <span className={classes.captionTitle}>How one gram is booked</span>
      <span className={classes.tag}>Example</span>
    </figcaption>
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Account</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {moves.map(({ account, change, asset }) => (
          <tr key={account}>
            <th scope="row">{account}</th>
            <td>
              <Amount value={change} asset={asset} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className={classes.rule}>
      All three are booked together or not at all. Gold that is not in the vault cannot be sold.
    </p>
  </Card>
)
