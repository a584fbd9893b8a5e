import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { Staking } from '@ingot/endpoints/staking-fields'
import { Button, Checkbox } from '@mantine/core'
import { percentWords } from '../../lib/amount-words.ts'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { formatBriefDay } from '../../lib/local-format.ts'
import { isNothing } from '../../lib/use-balance-of.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Card } from '../../ui/card.tsx'
import { ClosedNote } from '../../ui/closed-note.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { TransactionForm } from '../../ui/transaction-form.tsx'
import { Worth } from '../../ui/worth.tsx'
import { dayMs, inQmgt, isSome, limitQmgt, type Term } from './stake-rules.ts'
import { dayWords, rewardWords } from './stake-words.ts'
import { TermChoice } from './term-choice.tsx'
import { isOfStaking, resume } from './transactions.ts'
import { useStakeForm } from './use-stake-form.ts'

const dayAfter = (days: number): string => formatBriefDay(new Date(Date.now() + days * dayMs))

/** What would be locked until when, and what is set aside for it: told before the PIN. */
const Figures = ({
  staking: { vestsFromDays, noticeDays },
  term: { days, basisPoints },
  amount,
  reward,
}: {
  staking: Staking
  term: Term
  amount: string
  reward: string
}) => (
  <FigureRows>
    <FigureRow name="You stake" note={<Worth grams={amount} />}>
      <ExactAmount value={amount} asset="QMGT" />
    </FigureRow>
    <FigureRow isPart name="Locked until">
      {dayAfter(days)}
    </FigureRow>
    <FigureRow name="Set aside for you" note={rewardWords}>
      <ExactAmount value={reward} asset="QMGT" />
    </FigureRow>
    <FigureRow isPart name={`${percentWords(basisPoints)} of the stake`}>
      <Worth grams={reward} />
    </FigureRow>
    <FigureRow
      name="It vests"
      note={`Day by day, all of it on ${dayAfter(days)}. Nothing vests before day ${vestsFromDays}.`}
    >
      from {dayAfter(vestsFromDays)}
    </FigureRow>
    <FigureRow
      name="If you leave early"
      note={`All of the stake comes back after ${dayWords(noticeDays)}’ notice. What has not vested goes back to the pool.`}
    >
      {dayWords(noticeDays)}’ notice
    </FigureRow>
  </FigureRows>
)

const aboutOf = ({ least, most }: Staking, term: Term | undefined): string =>
  term && compareDecimals(term.most, most) < 0
    ? `From ${limitQmgt(least)}. The pool has enough for ${inQmgt(term.most)}.`
    : `From ${limitQmgt(least)} to ${limitQmgt(most)} at once`

/** How much, for how long, and what that comes to. */
export const StakeForm = ({ staking }: { staking: Staking }) => {
  const form = useStakeForm(staking)
  const { term, amount, reward, most } = form
  const hasNothing = isNothing(staking.available)
  return (
    <Card>
      <TransactionForm
        aria-label="Stake QMGT"
        figures={
          term &&
          amount !== undefined &&
          reward !== undefined && <Figures staking={staking} term={term} amount={amount} reward={reward} />
        }
        hint={
          reward !== undefined || form.isClosed || form.fieldProblem !== undefined
            ? undefined
            : hasNothing
              ? 'You have no QMGT that is available. Buy some to stake it.'
              : 'Enter an amount to see what is set aside for it, and until when it is locked.'
        }
        problem={form.problem}
        isOfPage={isOfStaking}
        onAsk={resume}
        action="Stake QMGT"
        note="You confirm with your PIN. Staked QMGT cannot be sold, sent, converted or withdrawn."
        onConfirm={form.onConfirm}
        instead={
          hasNothing &&
          !form.isClosed && (
            <Button component={PageLink} to="/" size="md" fullWidth>
              Buy QMGT
            </Button>
          )
        }
      >
        <ClosedNote product="staking" />
        <TermChoice staking={staking} term={term} onChoose={form.chooseTerm} />
        <AmountField
          label="You stake"
          asset="QMGT"
          entry={form.entry}
          balance={staking.available}
          fills={most !== undefined && isSome(most) ? [{ name: 'Max', amount: most }] : []}
          problem={form.fieldProblem}
          about={aboutOf(staking, term)}
          onEntry={form.change}
        />
        <Checkbox
          size="md"
          label="Begin anew when the term is over"
          description="With the same QMGT and the same term, at the share and the pool of that day. You can change this at any time."
          checked={form.renews}
          onChange={(event) => form.setRenews(event.currentTarget.checked)}
        />
      </TransactionForm>
    </Card>
  )
}
