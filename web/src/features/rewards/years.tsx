import type { RewardYear } from '@ingot/endpoints/reward-fields'
import { Button } from '@mantine/core'
import { amountWords } from '../../lib/amount-words.ts'
import { addDecimals } from '../../lib/decimal-text.ts'
import { ownWish } from '../../lib/paper-wish.ts'
import { Amount } from '../../ui/amount.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Row } from '../../ui/row.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useMakeReport, useRewardYears } from './queries.ts'
import { isSome } from './reward-words.ts'
import classes from './rewards.module.css'

const list = new Intl.ListFormat('en')

/** What was paid and taken back of each asset. */
const sumWords = ({ sums }: RewardYear): string =>
  list.format(
    sums.flatMap(({ asset, paid, takenBack }) => [
      ...(isSome(paid) ? [`${amountWords({ asset, amount: paid })} paid`] : []),
      ...(isSome(takenBack) ? [`${amountWords({ asset, amount: takenBack })} taken back`] : []),
    ]),
  )

const YearRow = ({ year }: { year: RewardYear }) => {
  const make = useMakeReport()
  const paidUsd = year.sums.reduce((sum, each) => addDecimals(sum, each.paidUsd), '0')
  return (
    <Row
      title={`Year ${year.year}`}
      note={[sumWords(year), year.isOver ? '' : 'not over yet'].filter(Boolean).join(' · ')}
      figure={<Amount value={paidUsd} asset="USD" />}
      aside="when it was paid"
    >
      <Button
        variant="default"
        size="sm"
        loading={make.isPending}
        aria-label={`Report for tax of ${year.year}`}
        onClick={() => make.mutate({ year: year.year, ...ownWish() })}
      >
        Report for tax
      </Button>
      <FormProblem failure={make.error} />
    </Row>
  )
}

/** What each year brought, with the paper for the tax declaration; nothing stands here before something was paid. */
export const Years = () => {
  const query = useRewardYears()
  const { data: years } = query
  if (years?.length === 0) return null
  return (
    <section className={classes.part} aria-labelledby="years-title">
      <h2 id="years-title" className={classes.title}>
        Years
      </h2>
      {years ? (
        <ul className={classes.years}>
          {years.map((year) => (
            <YearRow key={year.year} year={year} />
          ))}
        </ul>
      ) : (
        <Unread what="years" query={query} />
      )}
    </section>
  )
}
