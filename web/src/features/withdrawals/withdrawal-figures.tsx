import type { WithdrawalDetails } from '@ingot/endpoints/withdrawal-fields'
import { amountWords } from '../../lib/amount-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Moment } from '../../ui/moment.tsx'
import { FeeFigures } from './fee-figures.tsx'
import { isSome } from './withdrawal-rules.ts'
import { addressLine, standingOf } from './withdrawal-words.ts'

const MadeGood = ({ withdrawal: { credited } }: { withdrawal: WithdrawalDetails }) =>
  credited && (
    <FigureRow
      name="Credited"
      note={
        isSome(credited.fees)
          ? `and ${amountWords({ asset: 'USD', amount: credited.fees })} of fees came back`
          : undefined
      }
    >
      <ExactAmount value={credited.grams} asset="QMGT" />
    </FigureRow>
  )

/** What there is to know of a withdrawal, besides its bars and its way. */
export const WithdrawalFigures = ({ withdrawal }: { withdrawal: WithdrawalDetails }) => {
  const { state, reason, grams, asset, fees, feeAsset, insured, address, way, dispute } = withdrawal
  return (
    <FigureRows isAlone>
      <FigureRow name="State" note={[reason, standingOf(withdrawal)].filter(Boolean).join(' ')}>
        {state}
      </FigureRow>
      {dispute !== null && <FigureRow name="You told us">{dispute}</FigureRow>}
      <MadeGood withdrawal={withdrawal} />
      <FigureRow name="Given">
        <ExactAmount value={grams} asset={asset} />
      </FigureRow>
      <FeeFigures name="Fees" fees={fees} note={`Paid in ${feeAsset}.`} />
      {way === 'deliver' && (
        <FigureRow name="Insured for">
          <Amount value={insured} asset="USD" />
        </FigureRow>
      )}
      <FigureRow name={way === 'collect' ? 'Collected' : 'Goes to'}>
        {address ? addressLine(address) : way === 'collect' ? 'at the counter' : '—'}
      </FigureRow>
      <FigureRow name="Requested">
        <Moment at={withdrawal.requestedAt} />
      </FigureRow>
    </FigureRows>
  )
}
