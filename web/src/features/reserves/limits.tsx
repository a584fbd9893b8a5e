import { settings } from '../../lib/settings.ts'
import { Card } from '../../ui/card.tsx'
import classes from './reserves.module.css'

const { gold, brand } = settings

/** What all of this leaves open, said before somebody relies on it. */
export const Limits = () => (
  <section aria-labelledby="limits">
    <h2 id="limits" className={classes.title}>
      What this does not prove
    </h2>
    <Card className={classes.card}>
      <ul className={classes.limits}>
        <li>
          That the bars are there. The list says what the vault has confirmed to us; no mathematics can look into a
          vault.
          {gold.auditor !== '' && ` They are counted by ${gold.auditor}.`}
        </li>
        <li>
          That {brand.name} owes nothing else. Only gold and USDT that belong to customers are counted here, not other
          debts of the company.
        </li>
        <li>
          Anything about the time between two snapshots. The coverage above is read from our own books each minute; what
          you can check without trusting us is your part of a snapshot.
        </li>
        <li>
          That what your wallet shows is right. Your device compares the proof with your wallet and with what came and
          went since, and all of that is told by us: your statements and your own memory are what it has to agree with.
        </li>
        <li>
          That nobody was left out, unless they look. Whoever checks finds out whether the own balance is in the total.
          The more customers check, the less can be left out.
        </li>
      </ul>
    </Card>
  </section>
)
