import { subtractDecimals } from '../../lib/decimal-text.ts'
import { Card } from '../../ui/card.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './bank.module.css'
import { counted, Dollars, dayWords, isZero } from './dollars.tsx'
import type { Bank } from './queries.ts'

const differenceWords = ({ books, statement, difference }: Bank): string => {
  if (difference === null) return 'Not known before the first statement.'
  if (!isZero(difference)) return 'Nothing that we know of explains it. Look at the newest lines first.'
  return statement && isZero(subtractDecimals(books, statement.closing))
    ? 'Books and bank say the same.'
    : 'Payments on their way and new lines explain all of it.'
}

/** What lies at the bank by the books and by the bank, and what explains it. */
export const Sums = ({ bank }: { bank: Bank }) => {
  const { books, statement, difference, suspense, toPay, onTheWay } = bank
  return (
    <Card className={classes.box} data-wrong={difference !== null && !isZero(difference)}>
      <FigureRows isAlone>
        <FigureRow name="At the bank by our books">
          <Dollars value={books} />
        </FigureRow>
        <FigureRow
          name="By its last statement"
          note={
            statement &&
            `Statement ${statement.sequence}${statement.until === null ? '' : `, until ${dayWords(statement.until)}`}`
          }
        >
          {statement ? <Dollars value={statement.closing} /> : '—'}
        </FigureRow>
        <FigureRow name="Unexplained difference" note={differenceWords(bank)}>
          {difference === null ? '—' : <Dollars value={difference} />}
        </FigureRow>
        <FigureRow
          name="In suspense"
          note={
            !isZero(suspense) && (
              <TextLink to="/operator/bank?show=lines&state=Suspense">Lines that nobody has matched</TextLink>
            )
          }
        >
          <Dollars value={suspense} />
        </FigureRow>
        <FigureRow name="To pay" note={counted(toPay.count, 'payment')}>
          <Dollars value={toPay.sum} />
        </FigureRow>
        <FigureRow name="On the way" note={counted(onTheWay.count, 'payment')}>
          <Dollars value={onTheWay.sum} />
        </FigureRow>
      </FigureRows>
    </Card>
  )
}

/** Whose account it is, and how its statements come. */
export const Account = ({ account, channel }: Pick<Bank, 'account' | 'channel'>) => (
  <p className={classes.account}>
    {account
      ? `${account.holder}, ${account.bank}, ${account.number}, BIC ${account.bic}.`
      : 'No account is set up yet.'}{' '}
    {channel.isOn ? (
      <>
        Statements come by the bank’s own channel
        {channel.lastAt === null ? (
          ', none so far.'
        ) : (
          <>
            , the last one <Moment at={channel.lastAt} />.
          </>
        )}
      </>
    ) : (
      'Statements are brought by operators: the bank’s own channel is off.'
    )}
  </p>
)
