import type { HoldingDetails } from '@ingot/endpoints/holding-fields'
import { addDecimals, compareDecimals, subtractDecimals } from '../../lib/decimal-text.ts'
import { boundUntilWords } from '../../lib/holding-words.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { DollarResult } from '../../ui/position-figures.tsx'
import { useWorth, Worth } from '../../ui/worth.tsx'

const isSome = (amount: string) => /[1-9]/.test(amount)

const Usd = ({ value }: { value: string }) => <ExactAmount value={value} asset="USD" />

/** What was paid, and what the grams cost by that. */
const Booking = ({ holding }: { holding: HoldingDetails }) => {
  const { asset, units, bookingPrice, bookingValue, paid, fee, cost } = holding
  return (
    <>
      <FigureRow
        name="Booked"
        note={
          <>
            <Usd value={bookingValue} /> at the price of that moment
          </>
        }
      >
        <ExactAmount value={units} asset={asset} />
      </FigureRow>
      <FigureRow name="Booking price of 1 gram">
        <Usd value={bookingPrice} />
      </FigureRow>
      <FigureRow name="Paid">
        <ExactAmount value={paid.amount} asset={paid.asset} />
      </FigureRow>
      <FigureRow isPart name="Fee in it">
        <ExactAmount value={fee.amount} asset={fee.asset} />
      </FigureRow>
      <FigureRow
        name="Cost, fee included"
        note={paid.asset === 'QMGT' && 'What you paid, at what QMGT sold for. So it opened at minus the fee.'}
      >
        <Usd value={cost} />
      </FigureRow>
    </>
  )
}

/** What of it can be ended, and what cannot until when. */
const Bound = ({ holding: { asset, open, available, clearing } }: { holding: HoldingDetails }) => {
  if (compareDecimals(available, open) >= 0) return null
  const isAllClearing = clearing !== null && compareDecimals(addDecimals(available, clearing.units), open) === 0
  return (
    <>
      <FigureRow
        isPart
        name="Can be ended now"
        note={!isAllClearing && 'The rest is not cleared yet, or on its way out.'}
      >
        <ExactAmount value={available} asset={asset} />
      </FigureRow>
      {clearing && (
        <FigureRow isPart name="Bound" note={`Paid by card: ${boundUntilWords(clearing)}.`}>
          <ExactAmount value={clearing.units} asset={asset} />
        </FigureRow>
      )}
    </>
  )
}

const Open = ({ holding }: { holding: HoldingDetails }) => {
  const { asset, open, openCost } = holding
  const value = useWorth()(open)
  return (
    <>
      <FigureRow name="You still hold" note={<Worth grams={open} />}>
        <ExactAmount value={open} asset={asset} />
      </FigureRow>
      <Bound holding={holding} />
      <FigureRow isPart name="Its cost">
        <Usd value={openCost} />
      </FigureRow>
      <FigureRow isPart name="Gain or loss on it">
        <DollarResult value={value === null ? null : subtractDecimals(value, openCost)} />
      </FigureRow>
    </>
  )
}

const Ended = ({ holding: { asset, terminated, paidOut, realised } }: { holding: HoldingDetails }) => (
  <>
    <FigureRow name="Ended">
      <ExactAmount value={terminated} asset={asset} />
    </FigureRow>
    <FigureRow isPart name="Paid out, after fees">
      <Usd value={paidOut} />
    </FigureRow>
    <FigureRow isPart name="Gain or loss on it">
      <DollarResult value={realised} />
    </FigureRow>
  </>
)

/** What came of it in all, where a part has ended and a part is still there. */
const All = ({ holding: { open, openCost, realised } }: { holding: HoldingDetails }) => {
  const value = useWorth()(open)
  return (
    <FigureRow name="Gain or loss in all">
      <DollarResult value={value === null ? null : addDecimals(subtractDecimals(value, openCost), realised)} />
    </FigureRow>
  )
}

/** All figures of one holding: how it was booked, what is there, what has ended, and what came of it. */
export const HoldingFigures = ({ holding }: { holding: HoldingDetails }) => {
  const [hasOpen, hasEnded] = [isSome(holding.open), isSome(holding.terminated)]
  return (
    <FigureRows isAlone>
      <Booking holding={holding} />
      {hasOpen && <Open holding={holding} />}
      {hasEnded && <Ended holding={holding} />}
      {hasOpen && hasEnded && <All holding={holding} />}
      <FigureRow name="Code of the holding">
        <CopyText label="code of the holding" value={holding.id} />
      </FigureRow>
    </FigureRows>
  )
}
