import { sendableAssets } from '@ingot/endpoints/wallet-fields'
import { settings } from '../../../lib/settings.ts'
import { Card } from '../../../ui/card.tsx'
import { FigureRow, FigureRows } from '../../../ui/figure-rows.tsx'
import classes from './deposit-rules.module.css'

const accepted = new Intl.ListFormat('en', { type: 'disjunction' }).format(sendableAssets)

/** What may be sent to the address. Said before it is shown: what comes by another way cannot be brought back. */
export const DepositRules = () => (
  <Card as="section" className={classes.rules} aria-label="What you can deposit">
    <FigureRows isAlone>
      <FigureRow name="Network">
        <strong>{settings.chainName}</strong>
      </FigureRow>
      <FigureRow name="Tokens">
        <strong>{sendableAssets.join(', ')}</strong>
      </FigureRow>
    </FigureRows>
    <p className={classes.warning}>
      Send only {accepted}, and only on {settings.chainName}. Any other token, and anything sent on another network, is
      not credited and may be lost.
    </p>
  </Card>
)
