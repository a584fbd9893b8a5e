import '@mantine/core/styles/Input.css'
import { type SendableAsset, sendableAssets } from '@ingot/endpoints/wallet-fields'
import { NativeSelect, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { decimalsOf } from '../../../lib/asset-figures.ts'
import { cleanAmount } from '../../../lib/typed-amount.ts'
import { useBalances } from '../../../lib/use-balances.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Notice } from '../../../ui/form.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { TransactionForm } from '../../../ui/transaction-form.tsx'
import { isOfWallet, resume } from '../transactions.ts'
import type { Sending, TransferQuote } from './queries.ts'
import { SavedAddressChoice } from './saved-address-choice.tsx'
import { confirmTransfer, type SendDraftStore, wantedOf } from './send-draft.ts'
import classes from './send-form.module.css'
import { type AssetRules, amountProblem, likelyFee, mostOf } from './sending-rules.ts'
import { TransferFigures } from './transfer-figures.tsx'
import { amountWords } from './transfer-words.ts'
import { useDraftQuote } from './use-draft-quote.ts'

const limitWords = ({ asset, smallest, largest, leftToday }: AssetRules): string => {
  const say = (amount: string) => amountWords({ amount, asset })
  return `From ${say(smallest)} to ${say(largest)} at once; ${say(leftToday)} left today.`
}

const useAvailable = (asset: SendableAsset) => useBalances().data?.find((balance) => balance.asset === asset)?.available

const Available = ({ asset, available }: { asset: SendableAsset; available: string | undefined }) => (
  <span className={classes.available}>
    Available {available === undefined ? '—' : <Amount value={available} asset={asset} decimals={decimalsOf(asset)} />}
  </span>
)

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
  const amountId = useId()
  const client = useQueryClient()
  const available = useAvailable(draft.asset)
  const rules = sending.assets.find(({ asset }) => asset === draft.asset)
  const wanted = wantedOf(draft)
  const { shown, quote, receiverProblem, problem, isAsking } = useDraftQuote(wanted, takesNames)
  const wrongAmount = amountProblem(wanted.amount, rules, available, quote)
  const isReady = quote?.withinLimits === true && wrongAmount === undefined && !draft.isBusy

  const change = (fields: Partial<Pick<typeof draft, 'asset' | 'receiver' | 'amount'>>) =>
    store.setState({ ...fields, problem: null })
  const takeMost = () => {
    if (rules && available !== undefined)
      change({ amount: mostOf(rules, available, shown?.fee ?? likelyFee(rules, draft.receiver)) })
  }
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
      <div>
        <div className={classes.head}>
          <label className={classes.label} htmlFor={amountId}>
            Amount
          </label>
          <span className={classes.balance}>
            <Available asset={draft.asset} available={available} />
            {rules && available !== undefined && (
              <button type="button" className={classes.most} onClick={takeMost}>
                Max
              </button>
            )}
          </span>
        </div>
        <TextInput
          id={amountId}
          description={rules && limitWords(rules)}
          inputWrapperOrder={['input', 'error', 'description']}
          size="md"
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          rightSection={<span className={classes.asset}>{draft.asset}</span>}
          rightSectionWidth={76}
          value={draft.amount}
          error={wrongAmount}
          onChange={(event) => change({ amount: cleanAmount(event.currentTarget.value) ?? draft.amount })}
        />
      </div>
    </TransactionForm>
  )
}
