import '@mantine/core/styles/Input.css'
import { type SendableAsset, sendableAssets } from '@ingot/endpoints/wallet-fields'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useBalances } from '../../../lib/use-balances.ts'
import { Notice } from '../../../ui/form.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { TransactionForm } from '../../../ui/transaction-form.tsx'
import { isOfWallet, resume } from '../transactions.ts'
import { AmountField } from './amount-field.tsx'
import type { Sending, TransferQuote } from './queries.ts'
import { SavedAddressChoice } from './saved-address-choice.tsx'
import { confirmTransfer, type SendDraftStore, wantedOf } from './send-draft.ts'
import classes from './send-form.module.css'
import { amountProblem, likelyFee, mostOf } from './sending-rules.ts'
import { TransferFigures } from './transfer-figures.tsx'
import { useDraftQuote } from './use-draft-quote.ts'

const useAvailable = (asset: SendableAsset) => useBalances().data?.find((balance) => balance.asset === asset)?.available

/** What happens to a transfer while nobody can bring it to the chain. */
const SilenceNote = ({ since }: { since: string }) => (
  <Notice title="The chain is out of reach at the moment">
    What you send is taken once. Another customer here has it at once. What goes to an address stays on its way, and
    leaves by itself when the chain is back. It was last seen <Moment at={since} />.
  </Notice>
)

/**
 * Sends to another customer or to an address outside. It shows whom it goes to, the fee and when it leaves before
 * anything is confirmed, and sends exactly that.
 */
export const SendForm = ({
  draft: store,
  sending,
  takesNames = true,
  onNeeded,
}: {
  draft: SendDraftStore
  sending: Sending
  /** Whether another customer may be named instead of an address, and the asset chosen. */
  takesNames?: boolean
  /** The customer is needed here again, after the form may have been closed. */
  onNeeded?: () => void
}) => {
  const draft = store()
  const client = useQueryClient()
  const available = useAvailable(draft.asset)
  const rules = sending.assets.find(({ asset }) => asset === draft.asset)
  const wanted = wantedOf(draft)
  const { shown, quote, receiverProblem, problem, isAsking } = useDraftQuote(wanted, takesNames)
  const most =
    rules && available !== undefined
      ? mostOf(rules, available, shown?.fee ?? likelyFee(rules, draft.receiver))
      : undefined
  const wrongAmount = amountProblem(wanted.amount, rules, available, quote)
  const isReady = quote?.withinLimits === true && wrongAmount === undefined && !draft.isBusy

  const change = (fields: Partial<Pick<typeof draft, 'asset' | 'receiver' | 'amount'>>) =>
    store.setState({ ...fields, problem: null })
  const confirm = async (agreed: TransferQuote) => {
    if ((await confirmTransfer(store, agreed, wanted.receiver)) === 'left') return
    void client.invalidateQueries({ queryKey: ['transfer-quote'] })
    onNeeded?.()
  }

  return (
    <TransactionForm
      aria-label={`Send ${draft.asset}`}
      figures={
        shown && (
          <TransferFigures quote={shown} isOld={quote === undefined} isDelayed={sending.chainSilentSince !== null} />
        )
      }
      waiting={
        isAsking
          ? 'Asking what it comes to …'
          : 'Enter receiver and amount to see who gets it, the fee and when it leaves.'
      }
      figureHeight="14rem"
      problem={draft.problem ?? problem}
      isOfPage={isOfWallet}
      onAsk={resume}
      action={`Send ${draft.asset}`}
      note="You confirm with your PIN and 2FA code."
      onConfirm={isReady ? () => void confirm(quote) : undefined}
    >
      {sending.chainSilentSince !== null && <SilenceNote since={sending.chainSilentSince} />}
      {takesNames && (
        <NativeSelect
          label="Asset"
          size="md"
          data={[...sendableAssets]}
          value={draft.asset}
          onChange={(event) => change({ asset: event.currentTarget.value as SendableAsset, amount: '' })}
        />
      )}
      <SavedAddressChoice receiver={wanted.receiver} onChoose={(receiver) => change({ receiver })} />
      <TextInput
        label={takesNames ? 'Address or username' : 'Address'}
        size="md"
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        classNames={{ input: classes.receiver ?? '' }}
        value={draft.receiver}
        error={receiverProblem}
        onChange={(event) => change({ receiver: event.currentTarget.value })}
      />
      <AmountField
        asset={draft.asset}
        amount={draft.amount}
        rules={rules}
        available={available}
        most={most}
        problem={wrongAmount}
        onAmount={(amount) => change({ amount })}
      />
    </TransactionForm>
  )
}
