import { poolThing } from '@ingot/endpoints/staking'
import { amountWords } from '../../lib/amount-words.ts'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import type { Fees } from './queries.ts'
import { AmountInput } from './treasury-dialogs.tsx'
import { amountField, exactAmount } from './treasury-form.ts'

const mostWords = ({ buys }: Fees): string =>
  buys === null
    ? 'There is no good price to reckon with now.'
    : `At most ${amountWords({ asset: 'QMGT', amount: buys })} now.`

/** Asks for a fill; what it takes of the fees is reckoned when it is approved. */
export const FillDialog = ({ fees, onClose }: { fees: Fees; onClose: () => void }) => (
  <AskApprovalDialog
    title={`Fill out of ${fees.asset}`}
    action="fill-pool"
    thing={poolThing}
    givenOf={({ amount }) => ({ from: fees.asset, amount: exactAmount(amount, 'QMGT') })}
    more={{
      shape: { amount: amountField('QMGT') },
      initialValues: { amount: '' },
      fields: (field) => <AmountInput asset="QMGT" about={mostWords(fees)} {...field('amount')} />,
    }}
    onClose={onClose}
  >
    <FormText isQuiet>
      {fees.asset === 'QMGT'
        ? 'So much goes from the fees into the pool, gram for gram.'
        : `So much comes into the pool out of the treasury’s stock, paid with fees in ${fees.asset} at what a gram costs when it is approved.`}
    </FormText>
  </AskApprovalDialog>
)
