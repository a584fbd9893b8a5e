import { amountWords } from '../../lib/amount-words.ts'
import { formatBriefDay } from '../../lib/local-format.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormText } from '../../ui/form.tsx'
import classes from './payments.module.css'
import type { Paying } from './queries.ts'

const inDollars = (amount: string) => amountWords({ asset: 'USD', amount })

/** From when on, and what it is then. */
const higherWords = ({ trusted, trustedFrom }: Paying): string => {
  const when =
    trustedFrom === null
      ? `${trusted.afterDays} days after your first payment, without a dispute`
      : `From ${formatBriefDay(new Date(trustedFrom))} on, without a dispute`
  return `${when}: up to ${inDollars(trusted.most)} at once and ${inDollars(trusted.mostPer30Days)} within 30 days, bound for ${trusted.clearingDays} days.`
}

/** How much can be paid, how much of that is left, and from when on it is more. */
export const LimitsCard = ({ rules }: { rules: Paying }) => (
  <Card as="section" className={classes.card} aria-labelledby="limits-title">
    <h2 id="limits-title" className={classes.title}>
      Your limits
    </h2>
    <FigureRows isAlone>
      <FigureRow name="At once" note={`at least ${inDollars(rules.least)}`}>
        <Amount value={rules.most} asset="USD" />
      </FigureRow>
      <FigureRow name="Left of 30 days" note={`of ${inDollars(rules.mostPer30Days)}`}>
        <Amount value={rules.left} asset="USD" />
      </FigureRow>
    </FigureRows>
    {!rules.isTrusted && <FormText isQuiet>{higherWords(rules)}</FormText>}
  </Card>
)
