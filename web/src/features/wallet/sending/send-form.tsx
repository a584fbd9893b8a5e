import '@mantine/core/styles/Input.css'
import { type SendableAsset, sendableAssets } from '@ingot/endpoints/wallet-fields'
import { TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type Entry, emptyEntry } from '../../../lib/typed-amount.ts'
import { useBalances } from '../../../lib/use-balances.ts'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Notice } from '../../../ui/form.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { TransactionForm } from '../../../ui/transaction-form.tsx'
import { isOfWallet, resume } from '../transactions.ts'
import type { Sending, TransferQuote } from './queries.ts'
import { SavedAddressChoice } from './saved-address-choice.tsx'
import { confirmTransfer, type SendDraftStore, wantedOf } from './send-draft.ts'
import classes from './send-form.module.css'
import { amountProblem, likelyFee, limitWords, mostOf } from './sending-rules.ts'
import { TransferFigures } from './transfer-figures.tsx'
import { useDraftQuote } from './use-draft-quote.ts'

const useAvailable = (asset: SendableAsset) => useBalances().data?.find((balance) => balance.asset === asset)?.available

/** What happens to a transfer while nobody can bring it to the chain. */
const SilenceNote = ({ since }: { since: string }) => (
  <Notice title="The blockchain can’t be reached right now">
    You can still send. Other customers get it right away; a transfer to an outside address leaves automatically when
    the blockchain is back. It was last reached <Moment at={since} />.
  </Notice>
)

const hintOf = (isShown: boolean, isAsking: boolean): string | undefined => {
  if (isShown) return undefined
  return isAsking
    ? 'Working out the total …'
    : 'Enter a recipient and an amount to see the fee, the total and when it leaves.'
}

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

  const change = (fields: Partial<{ asset: SendableAsset; receiver: string; entry: Entry }>) =>
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
      hint={hintOf(shown !== undefined, isAsking)}
      problem={draft.problem ?? problem}
      isOfPage={isOfWallet}
      onAsk={resume}
      action={`Send ${draft.asset}`}
      note="You confirm with your PIN and 2FA code."
      onConfirm={isReady ? () => void confirm(quote) : undefined}
    >
      {sending.chainSilentSince !== null && <SilenceNote since={sending.chainSilentSince} />}
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
        label="Amount"
        entry={draft.entry}
        asset={draft.asset}
        choice={
          takesNames
            ? { label: 'Asset', assets: sendableAssets, onChoose: (asset) => change({ asset, entry: emptyEntry }) }
            : undefined
        }
        balance={available}
        fills={most === undefined ? [] : [{ name: 'Max', amount: most }]}
        problem={wrongAmount}
        about={rules && limitWords(rules)}
        onEntry={(entry) => change({ entry })}
      />
    </TransactionForm>
  )
}
