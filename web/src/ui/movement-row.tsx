import type { Movement } from '@ingot/endpoints/wallet-fields'
import { isGram } from '../lib/asset-figures.ts'
import { multiplyDecimals } from '../lib/decimal-text.ts'
import { ifSold, type MovementSide, movementTitle, partyLine, sidesOf, stateWords } from '../lib/movement-words.ts'
import { Amount } from './amount.tsx'
import { TimeOfDay } from './moment.tsx'
import { Row } from './row.tsx'

/** What grams would bring now. */
const Value = ({ amount, perGram }: { amount: string; perGram: string | undefined }) => (
  <>
    {perGram === undefined ? '— USD' : <Amount value={multiplyDecimals(amount, perGram)} asset="USD" />} {ifSold}
  </>
)

/** What it was exchanged for, or else what its grams are worth. */
const Aside = ({
  side,
  others,
  perGram,
}: {
  side: MovementSide
  others: MovementSide[]
  perGram: string | undefined
}) =>
  others.length > 0
    ? others.map(({ asset, amount }) => (
        <span key={asset}>
          for <Amount value={amount} asset={asset} />
        </span>
      ))
    : isGram(side.asset) && <Value amount={side.amount} perGram={perGram} />

/** One line of a list of movements, under the heading of its day. */
export const MovementRow = ({ movement, perGram }: { movement: Movement; perGram: string | undefined }) => {
  const [side, ...others] = sidesOf(movement)
  const party = partyLine(movement)
  return (
    <Row
      to={`/transactions/${movement.type}/${movement.number}`}
      title={movementTitle(movement)}
      note={
        <>
          <TimeOfDay at={movement.at} /> · {stateWords[movement.state]}
          {party !== undefined && ` · ${party}`}
        </>
      }
      figure={side ? <Amount value={side.sign + side.amount} asset={side.asset} /> : '—'}
      aside={side && <Aside side={side} others={others} perGram={perGram} />}
    />
  )
}
