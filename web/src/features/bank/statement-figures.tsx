import type { BankStatement } from '@ingot/endpoints/bank'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Digest } from './digest.tsx'
import { counted, Dollars } from './dollars.tsx'

/** What the bank itself says of it, to be held against what the bank shows. */
export const StatementFigures = ({ statement }: { statement: BankStatement }) => (
  <FigureRows>
    <FigureRow name="Opening balance">
      <Dollars value={statement.opening} />
    </FigureRow>
    <FigureRow name="Money in" isPart>
      <Dollars value={statement.credits} />
    </FigureRow>
    <FigureRow name="Money out" isPart>
      <Dollars value={statement.debits} />
    </FigureRow>
    <FigureRow name="Closing balance" note={counted(statement.lines, 'line')}>
      <Dollars value={statement.closing} />
    </FigureRow>
    <FigureRow name="SHA-256 of the file">
      <Digest of={statement.file} value={statement.sha256} />
    </FigureRow>
  </FigureRows>
)
