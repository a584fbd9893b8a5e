import { type Holding, type HoldingPosition, payoutAssets } from '@ingot/endpoints/holding-fields'
import type { ReactNode } from 'react'
import { amountWords } from '../../lib/amount-words.ts'
import { subtractDecimals } from '../../lib/decimal-text.ts'
import { boundUntilWords, holdingName } from '../../lib/holding-words.ts'
import { emptyEntry } from '../../lib/typed-amount.ts'
import { usePrice } from '../../lib/use-price.ts'
import { Amount } from '../../ui/amount.tsx'
import { AmountField } from '../../ui/amount-field.tsx'
import { Card } from '../../ui/card.tsx'
import { HoldsFor } from '../../ui/deal-figures.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow } from '../../ui/figure-rows.tsx'
import { fillsOf } from '../../ui/fills.ts'
import { Labelled } from '../../ui/labelled.tsx'
import { MarketNote } from '../../ui/market-note.tsx'
import { TransactionForm } from '../../ui/transaction-form.tsx'
import classes from './termination.module.css'
import { type Choose, TerminationChoice } from './termination-choice.tsx'
import { TerminationFigures } from './termination-figures.tsx'
import { isEndedSingly, leastWords } from './termination-form.ts'
import { TerminationParts } from './termination-parts.tsx'
import { isOfHoldings, resume } from './transactions.ts'
import { type Ended, useTermination } from './use-termination.ts'

type Termination = ReturnType<typeof useTermination>

const extents = [
  { value: 'whole', label: 'Everything' },
  { value: 'part', label: 'Part' },
] as const

/** Said before anything is sent, since a part that leaves dust is refused. */
const DustRule = ({ least }: { least: string | undefined }) =>
  least !== undefined && (
    <p className={classes.rule}>
      A part is at least {leastWords(least)}, and leaves at least that much in a holding, or nothing.
    </p>
  )

/** What cannot be ended now, and why. */
const Bound = ({
  bounds: { open, available },
  asset,
  clearing,
}: {
  bounds: Termination['bounds']
  asset: string
  clearing: Holding['clearing'] | undefined
}) => {
  const bound = subtractDecimals(open, available)
  return (
    /[1-9]/.test(bound) && (
      <p className={classes.rule}>
        {amountWords({ asset, amount: bound })} cannot be ended at the moment:{' '}
        {clearing ? `paid by card, and bound ${boundUntilWords(clearing)}.` : 'not cleared yet, or on its way out.'}
      </p>
    )
  )
}

const Left = ({ left, asset }: { left: string | undefined; asset: string }) =>
  left !== undefined && (
    <>
      <Amount value={left} asset={asset} /> will be left
    </>
  )

const HowMuch = ({
  termination,
  asset,
  holding,
}: {
  termination: Termination
  asset: string
  holding: Holding | undefined
}) => {
  const { form, change, bounds, left, partProblem } = termination
  return (
    <>
      <Labelled
        label="How much"
        choices={extents}
        value={form.isWhole ? 'whole' : 'part'}
        onChange={(extent) => change({ isWhole: extent === 'whole', entry: emptyEntry })}
      />
      {!form.isWhole && (
        <>
          <AmountField
            label="Grams to end"
            entry={form.entry}
            asset={asset}
            balance={bounds.available}
            fills={fillsOf(asset, bounds.available).filter(({ amount }) => amount !== bounds.available)}
            problem={partProblem}
            about={form.entry.text !== '' && <Left left={left} asset={asset} />}
            onEntry={(entry) => change({ entry })}
          />
          <DustRule least={bounds.least} />
        </>
      )}
      <Bound bounds={bounds} asset={asset} clearing={holding?.clearing} />
    </>
  )
}

const hintOf = ({ quoted, form, partProblem }: Termination): string | undefined => {
  if (quoted.error || (quoted.shown && partProblem === undefined)) return undefined
  if (quoted.isAsking) return 'Getting a price …'
  return form.isWhole ? undefined : 'Enter grams to see exactly what you receive, and your gain or loss.'
}

const Figures = ({ termination: { quoted } }: { termination: Termination }): ReactNode => {
  const { shown, left, quote, error } = quoted
  if (!shown || error) return null
  const isOld = quote === undefined
  const only = shown.parts.length === 1 ? shown.parts[0] : undefined
  return (
    <>
      <TerminationFigures of={shown} isOld={isOld}>
        {only && (
          <FigureRow name={`Left in ${holdingName(only)}`}>
            {/[1-9]/.test(only.left) ? <ExactAmount value={only.left} asset={shown.pay.asset} /> : 'Nothing'}
          </FigureRow>
        )}
        <HoldsFor left={left} whole={shown.expiresInSeconds} isOld={isOld} />
      </TerminationFigures>
      {!only && <TerminationParts of={shown} />}
    </>
  )
}

/** How much ends and in what it is paid; then the whole sum, which is confirmed as it is shown. */
export const TerminationPanel = ({
  ended,
  positions,
  onChoose,
}: {
  ended: Ended
  /** Those of which something can be ended. */
  positions: readonly HoldingPosition[]
  onChoose: Choose
}) => {
  const price = usePrice().data
  const termination = useTermination(ended)
  const { form, change, quoted, problem, forgetProblem } = termination
  const { asset } = ended.position
  const isUnchosen = ended.holding === undefined && isEndedSingly(ended.position.product)
  /** While nothing is quoted the note above the fields says why. */
  const isQuoted = price?.tradable !== false
  return (
    <Card className={classes.panel}>
      <TransactionForm
        aria-label="End a holding"
        figures={<Figures termination={termination} />}
        hint={isUnchosen ? 'Choose which purchase ends: each has a certificate of its own.' : hintOf(termination)}
        problem={problem ?? (isQuoted ? quoted.error : null)}
        isOfPage={isOfHoldings}
        onAsk={resume}
        action={quoted.shown ? `End ${amountWords(quoted.shown.pay)}` : 'End'}
        note="You confirm with your PIN. It cannot be undone."
        onConfirm={termination.onConfirm}
      >
        <MarketNote price={price} />
        <TerminationChoice
          positions={positions}
          {...ended}
          onChoose={(...chosen) => {
            forgetProblem()
            onChoose(...chosen)
          }}
        />
        {!isUnchosen && (
          <>
            <HowMuch termination={termination} asset={asset} holding={ended.holding} />
            <Labelled
              label="Paid in"
              choices={payoutAssets.map((name) => ({ value: name, label: name }))}
              value={form.currency}
              onChange={(currency) => change({ currency })}
            />
          </>
        )}
      </TransactionForm>
    </Card>
  )
}
