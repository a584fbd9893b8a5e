import type { WithdrawalChoice } from '@ingot/endpoints/withdrawal-fields'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { clockText } from '../../lib/clock-text.ts'
import { ifSold } from '../../lib/movement-words.ts'
import { useSecondsLeft } from '../../lib/use-seconds-left.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { Columns } from '../../ui/columns.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Dollars } from '../../ui/position-figures.tsx'
import { TransactionForm } from '../../ui/transaction-form.tsx'
import { BarList } from './bar-list.tsx'
import { FeeFigures } from './fee-figures.tsx'
import { useReleaseBars } from './queries.ts'
import { SellInstead } from './sell-instead.tsx'
import { isOfWithdrawals, performRequest, resume } from './transactions.ts'
import { addressLine, countWords, sourceName } from './withdrawal-words.ts'
import classes from './withdrawals.module.css'

/** How long the bars are still kept. The words are read once, not at every second. */
const KeptFor = ({ left }: { left: number }) => (
  <p className={classes.kept}>
    <span>{left > 0 ? 'Kept for you for another' : 'Your choice has expired, and its bars are free again.'}</span>
    {left > 0 && (
      <span role="timer" className={classes.clock}>
        {clockText(left)}
      </span>
    )}
  </p>
)

type Parcel = WithdrawalChoice['parcels'][number]

const ParcelPart = ({ parcel, name }: { parcel: Parcel; name: string }) => (
  <section className={classes.parcel} aria-label={name}>
    <h2 className={classes.name}>{name}</h2>
    <BarList bars={parcel.bars} label={`Bars of ${name.toLowerCase()}`} />
    <FigureRows isAlone>
      <FeeFigures name="Fees" fees={parcel.fees} />
    </FigureRows>
  </section>
)

const parcelName = ({ way, parcels }: WithdrawalChoice, index: number): string => {
  if (way === 'collect') return 'At the counter'
  return parcels.length === 1 ? 'One parcel' : `Parcel ${index + 1} of ${parcels.length}`
}

const Totals = ({ choice }: { choice: WithdrawalChoice }) => {
  const { grams, asset, fees, feeAsset, address, way, sellInstead } = choice
  return (
    <FigureRows>
      <FigureRow
        name={`You give ${asset === 'QMGT' ? '' : `from ${sourceName(choice)}`}`.trim()}
        note={
          sellInstead && (
            <>
              <Dollars value={sellInstead.gross} /> {ifSold}
            </>
          )
        }
      >
        <ExactAmount value={grams} asset={asset} />
      </FigureRow>
      <FigureRow name="All fees" note={`Paid in ${feeAsset}, one for one.`}>
        <Amount value={fees.total} asset="USD" />
      </FigureRow>
      <FigureRow name={way === 'collect' ? 'Collected' : 'Goes to'}>
        {address ? addressLine(address) : 'at the counter'}
      </FigureRow>
    </FigureRows>
  )
}

/** From the press of the button until it is known what became of it; asked for once, however often it is pressed. */
const useConfirm = (choice: WithdrawalChoice, onDone: () => void) => {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<CallError | null>(null)
  const client = useQueryClient()
  const confirm = async () => {
    if (isBusy) return
    setIsBusy(true)
    setProblem(null)
    try {
      const outcome = await performRequest(choice)
      if (outcome.kind === 'refused') setProblem(outcome.failure)
      if (outcome.kind === 'done') onDone()
      if (outcome.kind !== 'cancelled') await client.invalidateQueries({ queryKey: ['withdrawals'] })
    } finally {
      setIsBusy(false)
    }
  }
  return { confirm, isBusy, problem }
}

/** The second step: what is kept and until when, every fee of every parcel, and what selling would leave. */
export const Chosen = ({ choice, onDone }: { choice: WithdrawalChoice; onDone: () => void }) => {
  const left = useSecondsLeft(Date.parse(choice.until)) ?? 0
  const release = useReleaseBars()
  const client = useQueryClient()
  const { confirm, isBusy, problem } = useConfirm(choice, onDone)
  const isOver = left === 0
  useEffect(() => {
    if (isOver) void client.invalidateQueries({ queryKey: ['withdrawals'] })
  }, [isOver, client])
  const bars = choice.parcels.flatMap((parcel) => parcel.bars)
  return (
    <Columns>
      <Card>
        <TransactionForm
          aria-label="Ask for the bars"
          figures={<Totals choice={choice} />}
          hint={undefined}
          problem={problem}
          isOfPage={isOfWithdrawals}
          onAsk={resume}
          action={`Take ${countWords(bars.length)} out`}
          note="You confirm with your PIN and 2FA code. Until the bars are packed you can cancel."
          onConfirm={isOver || isBusy ? undefined : () => void confirm()}
        >
          <KeptFor left={left} />
          {choice.parcels.map((parcel, index) => (
            <ParcelPart
              key={parcel.bars.map(({ serial }) => serial).join(' ')}
              parcel={parcel}
              name={parcelName(choice, index)}
            />
          ))}
        </TransactionForm>
        <div className={classes.below}>
          <Button
            variant="default"
            fullWidth
            loading={release.isPending}
            disabled={isBusy}
            onClick={() => release.mutate(choice.id)}
          >
            Choose again
          </Button>
          <FormProblem failure={release.error} />
        </div>
      </Card>
      <SellInstead choice={choice} />
    </Columns>
  )
}
