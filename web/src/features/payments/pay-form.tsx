import { dollars } from '@ingot/endpoints/bank-fields'
import type { Payment } from '@ingot/endpoints/payment-fields'
import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { amountWords, percentWords } from '../../lib/amount-words.ts'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { formatBriefDay } from '../../lib/local-format.ts'
import { emptyEntry, readEntry } from '../../lib/typed-amount.ts'
import { useClosed } from '../../lib/use-closed.ts'
import { usePrice } from '../../lib/use-price.ts'
import { AmountField, type Fill } from '../../ui/amount-field.tsx'
import { ClosedNote } from '../../ui/closed-note.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { MarketNote } from '../../ui/market-note.tsx'
import { ChargedFigures, GoldFigures } from './payment-figures.tsx'
import { isSome } from './payment-words.ts'
import { type Paying, usePaying, useStartPayment } from './queries.ts'

const typingPause = 400
const presets = ['50', '100', '250', '500']
const dayMs = 24 * 60 * 60 * 1_000

const inDollars = (amount: string) => amountWords({ asset: 'USD', amount })

/** The most that can be paid now. */
const mostNow = ({ most, left }: Paying): string => (compareDecimals(left, most) < 0 ? left : most)

const fillsOf = (rules: Paying): Fill[] =>
  presets
    .filter((amount) => compareDecimals(amount, mostNow(rules)) <= 0 && compareDecimals(amount, rules.least) >= 0)
    .map((amount) => ({ name: amount, of: 'US dollars', amount }))

/** Which limit an amount misses; undefined for none. */
const problemOf = (amount: string | undefined, { least, most, left, mostPer30Days }: Paying): string | undefined => {
  if (amount === undefined || !isSome(amount)) return undefined
  if (!dollars.safeParse(amount).success) return 'Please use at most two decimal places.'
  if (compareDecimals(amount, least) < 0) return `The minimum is ${inDollars(least)}.`
  if (compareDecimals(amount, most) > 0) return `The maximum at once is ${inDollars(most)}.`
  if (compareDecimals(amount, left) > 0)
    return `The limit is ${inDollars(mostPer30Days)} within 30 days. You have ${inDollars(left)} left.`
  return undefined
}

const aboutOf = (rules: Paying): string =>
  compareDecimals(mostNow(rules), rules.least) < 0
    ? `You have ${inDollars(rules.left)} left of your 30 days, which is less than can be paid at once.`
    : `From ${inDollars(rules.least)} to ${inDollars(mostNow(rules))}`

const Bound = ({ days }: { days: number }) => (
  <FigureRow
    name="Bound for"
    note={`The gold is yours at once. Until about ${formatBriefDay(new Date(Date.now() + days * dayMs))} it cannot be sold, ended, converted, sent or delivered, since a card payment can be taken back.`}
  >
    {days} days
  </FigureRow>
)

/** What it would come to now, and for how long it is bound: told before anything is paid. */
const Estimate = ({ rules, isOld }: { rules: Paying; isOld: boolean }) => {
  const { estimate, feeBasisPoints, lockMinutes, clearingDays } = rules
  const share = percentWords(feeBasisPoints)
  return (
    <FigureRows isOld={isOld}>
      {estimate ? (
        <>
          <ChargedFigures name="Your card will be charged" of={estimate} share={share} />
          <GoldFigures
            name="That is about"
            of={estimate}
            note={`The price is locked for ${lockMinutes} minutes once you continue.`}
          />
        </>
      ) : (
        <FigureRow name="Card fee" note="Part of what your card is charged.">
          {share}
        </FigureRow>
      )}
      <Bound days={clearingDays} />
    </FigureRows>
  )
}

/** What is paid, and what that comes to; going on locks the price, and charges nothing yet. */
export const PayForm = ({ onMade }: { onMade: (payment: Payment) => void }) => {
  const [entry, setEntry] = useState(emptyEntry)
  const { amount } = readEntry(entry, 'USD')
  const [settled] = useDebouncedValue(amount, typingPause)
  const { data: rules, isPlaceholderData } = usePaying(settled)
  const start = useStartPayment()
  const price = usePrice().data
  const isClosed = useClosed('spend') !== undefined
  const wrong = rules && problemOf(amount, rules)
  const body =
    rules && amount !== undefined && dollars.safeParse(amount).success && !wrong && !isClosed ? { amount } : undefined
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    if (!body || start.isPending) return
    const made = await start.mutateAsync(body).catch(() => undefined)
    if (made) onMade(made.data)
  }
  return (
    <Form aria-label="Pay by card" onSubmit={(event) => void onSubmit(event)}>
      <ClosedNote product="spend" />
      <MarketNote price={price} />
      <AmountField
        label="You pay"
        entry={entry}
        asset="USD"
        balance={null}
        fills={rules ? fillsOf(rules) : []}
        problem={wrong}
        about={rules && aboutOf(rules)}
        onEntry={(next) => {
          start.reset()
          setEntry(next)
        }}
      />
      {rules && (
        <Estimate
          rules={wrong === undefined ? rules : { ...rules, estimate: null }}
          isOld={isPlaceholderData || settled !== amount}
        />
      )}
      <FormProblem failure={start.error} />
      <Button type="submit" size="md" fullWidth loading={start.isPending} aria-disabled={!body} data-disabled={!body}>
        Continue
      </Button>
      <FormText isQuiet>
        Nothing is charged yet. You enter your card on the page of our card processor; its number never reaches us.
      </FormText>
    </Form>
  )
}
