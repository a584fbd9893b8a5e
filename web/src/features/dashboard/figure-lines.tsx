import type { FigureLine, FigureName } from '@ingot/endpoints/dashboard'
import { assetOfProduct } from '@ingot/endpoints/holding-fields'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { addDecimals, compareDecimals, cutDecimals, subtractDecimals } from '../../lib/decimal-text.ts'
import { holdingAddress, holdingName, productWords, summaryAddress } from '../../lib/holding-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { TimeOfDay } from '../../ui/moment.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { FigureAmount } from './figure-amount.tsx'
import classes from './figure-lines.module.css'
import { type FigureKind, figureWords, needsPrice } from './figure-words.ts'
import { useFigureLines } from './queries.ts'

const isSome = (amount: string) => /[1-9]/.test(amount)
const isPositive = (amount: string) => compareDecimals(amount, '0') > 0
const cut = (dollars: string) => cutDecimals(dollars, decimalsOf('USD'))

/** How the line's own figure came about. Shown figures are cut, so the value is shown as what is left of the others. */
const Sum = ({ line: { units, value, paidOut, cost }, signed }: { line: FigureLine; signed: string }) => {
  const rest = addDecimals(subtractDecimals(cut(signed), cut(paidOut)), cut(cost))
  return (
    <span className={classes.sum}>
      {isSome(units) && (
        <span>
          {value === null ? '—' : <Amount value={value} asset="USD" shown={isPositive(rest) ? rest : undefined} />}{' '}
          value
        </span>
      )}{' '}
      {isSome(paidOut) && (
        <span>
          + <Amount value={paidOut} asset="USD" /> paid out
        </span>
      )}{' '}
      <span>
        − <Amount value={cost} asset="USD" /> cost
      </span>
    </span>
  )
}

const FigureRow = ({ line, kind }: { line: FigureLine; kind: FigureKind }) => {
  const { product, number, holding, termination, at, units, amount } = line
  const name = termination === null ? holdingName({ product, number }) : `Ended ${productWords[product].name}`
  return (
    <Row
      to={termination === null ? holdingAddress({ product, id: holding ?? '' }) : summaryAddress(termination)}
      title={name}
      note={
        <>
          <TimeOfDay at={at} />
          {isSome(units) && (
            <>
              {' '}
              · <Amount value={units} asset={assetOfProduct[product]} />
            </>
          )}
        </>
      }
      figure={<FigureAmount kind={kind} value={amount} />}
      aside={needsPrice({ kind }) && <Sum line={line} signed={kind === 'loss' ? `-${amount}` : amount} />}
    />
  )
}

/** What a figure is the sum of, newest first, page by page. Each line leads to what it is of, down to its entries. */
export const FigureLines = ({
  figure,
  price,
  isKnown,
}: {
  figure: FigureName
  /** Of a gram, by which the figure itself was reckoned. */
  price: string | undefined
  isKnown: boolean
}) => {
  const { kind } = figureWords[figure]
  return (
    <PagedList
      what="lines"
      query={useFigureLines(figure, { price })}
      dayOf={({ at }) => at}
      dayHeading="h2"
      empty={
        isKnown ? (
          <EmptyState title="Nothing adds to this yet">Whatever adds to it is listed here, line by line.</EmptyState>
        ) : (
          <EmptyState title="No gold price is known yet">Without one, nobody can say what this comes to.</EmptyState>
        )
      }
    >
      {(line) => <FigureRow key={line.termination ?? line.holding} line={line} kind={kind} />}
    </PagedList>
  )
}
