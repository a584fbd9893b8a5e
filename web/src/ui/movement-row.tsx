import type { Movement } from '@ingot/endpoints/wallet-fields'
import { decimalsOf, isGram } from '../lib/asset-figures.ts'
import { multiplyDecimals } from '../lib/decimal-text.ts'
import { movementWord } from '../lib/known-words.ts'
import { type MovementSide, partyName, sidesOf, stateWords } from '../lib/movement-words.ts'
import { Amount } from './amount.tsx'
import { Moment } from './moment.tsx'
import { MovementLink } from './movement-link.tsx'
import classes from './movement-row.module.css'

/** A gram figure says what it would bring now. */
const SideFigure = ({ side, perGram }: { side: MovementSide; perGram: string | undefined }) => (
  <span className={classes.side}>
    <Amount value={side.sign + side.amount} asset={side.asset} decimals={decimalsOf(side.asset)} />
    {isGram(side.asset) && (
      <span className={classes.worth}>
        {perGram === undefined ? (
          '— USD'
        ) : (
          <Amount value={multiplyDecimals(side.amount, perGram)} asset="USD" decimals={2} />
        )}
      </span>
    )}
  </span>
)

/** One line of a list of movements; it opens the movement. */
export const MovementRow = ({ movement, perGram }: { movement: Movement; perGram: string | undefined }) => (
  <li className={classes.row}>
    <span>
      <MovementLink type={movement.type} code={movement.number}>
        {movementWord(movement.type)}
      </MovementLink>
      <span className={classes.when}>
        <Moment at={movement.at} /> · {stateWords[movement.state]}
        {movement.party && ` · ${partyName(movement.party)}`}
      </span>
    </span>
    <span className={classes.sides}>
      {sidesOf(movement).map((side) => (
        <SideFigure key={side.sign + side.asset} side={side} perGram={perGram} />
      ))}
      {movement.fees.map(({ asset, amount }) => (
        <span key={asset} className={classes.worth}>
          fee <Amount value={amount} asset={asset} decimals={decimalsOf(asset)} />
        </span>
      ))}
    </span>
  </li>
)
