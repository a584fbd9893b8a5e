import '@mantine/core/styles/Input.css'
import { Button, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { amountWords, percentWords } from '../../lib/amount-words.ts'
import { useBalanceOf } from '../../lib/use-balance-of.ts'
import { useClosed } from '../../lib/use-closed.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { ClosedNote } from '../../ui/closed-note.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { AddressChoice } from './address-choice.tsx'
import { AddressDialog } from './address-dialog.tsx'
import { BarChoice } from './bar-choice.tsx'
import { type Offer, useChooseBars } from './queries.ts'
import { SourceChoice } from './source-choice.tsx'
import {
  addressOf,
  barsOf,
  type Draft,
  grossOf,
  makingOf,
  problemOf,
  sourceId,
  sourceOf,
  wantedOf,
} from './withdrawal-rules.ts'
import { countWords } from './withdrawal-words.ts'
import classes from './withdrawals.module.css'

const ways = [
  { value: 'deliver', label: 'Deliver to me' },
  { value: 'collect', label: 'Collect at the counter' },
] as const

const usd = (amount: string) => amountWords({ asset: 'USD', amount })

/** What a parcel costs, by what it is worth. */
const carriageWords = ({ carriage }: Offer): string =>
  `${carriage.map(({ insuredTo, fee }) => `${usd(fee)} up to ${usd(insuredTo)}`).join(', ')}. What is worth more travels in several.`

const Sums = ({ offer, draft }: { offer: Offer; draft: Draft }) => (
  <FigureRows>
    <FigureRow name={countWords(barsOf(draft))} note="What is given is the fine gold in them, which is a little less.">
      <Amount value={String(grossOf(draft))} asset="g" decimals={0} />
    </FigureRow>
    <FigureRow name="Making">
      <Amount value={makingOf(offer, draft)} asset="USD" />
    </FigureRow>
    <FigureRow name="Handling">
      <Amount value={offer.handling} asset="USD" />
    </FigureRow>
    {draft.way === 'deliver' && (
      <>
        <FigureRow name="Carriage" note={carriageWords(offer)}>
          by parcel
        </FigureRow>
        <FigureRow name="Insurance">{percentWords(offer.insuranceBasisPoints)} of its worth</FigureRow>
      </>
    )}
  </FigureRows>
)

/** Dollars of either kind, one for one. */
const FeeAsset = ({ draft, onChange }: { draft: Draft; onChange: (feeAsset: Draft['feeAsset']) => void }) => {
  const balanceOf = useBalanceOf()
  const labelOf = (asset: Draft['feeAsset']) => {
    const balance = balanceOf(asset)
    return balance === undefined ? asset : `${asset}, you have ${amountWords({ asset, amount: balance })}`
  }
  return (
    <NativeSelect
      label="Fees are paid in"
      size="md"
      data={(['USDT', 'USDAU'] as const).map((asset) => ({ value: asset, label: labelOf(asset) }))}
      value={draft.feeAsset}
      onChange={(event) => onChange(event.currentTarget.value as Draft['feeAsset'])}
    />
  )
}

const Where = ({
  offer,
  draft,
  change,
  onAdd,
}: {
  offer: Offer
  draft: Draft
  change: (to: Partial<Draft>) => void
  onAdd: () => void
}) => (
  <>
    {offer.counter !== null && (
      <Labelled label="How you get them" choices={ways} value={draft.way} onChange={(way) => change({ way })} />
    )}
    {draft.way === 'deliver' ? (
      <AddressChoice
        addresses={offer.addresses}
        chosen={addressOf(offer, draft)?.id}
        onChoose={(address) => change({ address })}
        onAdd={onAdd}
      />
    ) : (
      <FormText isQuiet>
        {offer.counter}. Your bars lie there for {offer.collectDays} days once they are ready, and are handed over for
        your release code.
      </FormText>
    )}
  </>
)

/** The first step: which bars, for what, and how they come. The bars are then kept, and every fee is told. */
export const Choosing = ({
  offer,
  draft,
  onDraft,
}: {
  offer: Offer
  draft: Draft
  onDraft: (draft: Draft) => void
}) => {
  const choose = useChooseBars()
  const [isAdding, setIsAdding] = useState(false)
  const isClosed = useClosed('withdrawal') !== undefined
  const wanted = wantedOf(offer, draft)
  const source = sourceOf(offer, draft)
  const problem = problemOf(offer, draft)
  const canChoose = wanted !== undefined && !isClosed
  const change = (to: Partial<Draft>) => {
    choose.reset()
    onDraft({ ...draft, ...to })
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (canChoose && !choose.isPending) choose.mutate(wanted)
  }
  return (
    <Card className={classes.step}>
      <Form aria-label="Choose bars" onSubmit={onSubmit}>
        <ClosedNote product="withdrawal" />
        <BarChoice offer={offer} counts={draft.counts} onCounts={(counts) => change({ counts })} />
        <SourceChoice
          sources={offer.sources}
          chosen={source && sourceId(source)}
          onChoose={(id) => change({ source: id })}
        />
        <Where offer={offer} draft={draft} change={change} onAdd={() => setIsAdding(true)} />
        <FeeAsset draft={draft} onChange={(feeAsset) => change({ feeAsset })} />
        {barsOf(draft) > 0 && <Sums offer={offer} draft={draft} />}
        {problem !== undefined && (
          <p className={classes.problem} role="status">
            {problem}
          </p>
        )}
        <FormProblem failure={choose.error} />
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={choose.isPending}
          aria-disabled={!canChoose}
          data-disabled={!canChoose}
        >
          Keep these bars for me
        </Button>
        <FormText isQuiet>
          They are kept for 30 minutes. Every fee stands on the next step, before you confirm anything.
        </FormText>
      </Form>
      {/* Beside the form: what is sent in it must not send this one too. */}
      {isAdding && <AddressDialog onClose={() => setIsAdding(false)} />}
    </Card>
  )
}
