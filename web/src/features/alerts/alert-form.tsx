import { type AlertKind, alertKinds, makeAlert } from '@ingot/endpoints/alerts'
import { Button } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { amountWords } from '../../lib/amount-words.ts'
import { compareDecimals } from '../../lib/decimal-text.ts'
import { type Entry, emptyEntry, readEntry } from '../../lib/typed-amount.ts'
import { usePrice } from '../../lib/use-price.ts'
import { AmountField } from '../../ui/amount-field.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { alertWords, kindWords } from './alert-words.ts'
import classes from './alerts.module.css'
import { type AlertWanted, useMakeAlert } from './queries.ts'

const units: Readonly<Record<AlertKind, string>> = { above: 'USD', below: 'USD', moves: '%' }

const wantedOf = (kind: AlertKind, amount: string): AlertWanted =>
  kind === 'moves' ? { kind, percent: amount } : { kind, price: amount }

const missing: Readonly<Record<AlertKind, string>> = {
  above: 'Please enter a price.',
  below: 'Please enter a price.',
  moves: 'Please enter a percentage.',
}

/** Why it cannot be set as it was entered. */
const problemOf = (kind: AlertKind, amount: string | undefined): string | undefined =>
  amount === undefined ? missing[kind] : makeAlert.body.safeParse(wantedOf(kind, amount)).error?.issues[0]?.message

/** What the price is now, and that a level it has passed already sends the e-mail at once. */
const useNowWords = (kind: AlertKind, amount: string | undefined): string => {
  const price = usePrice().data
  if (kind === 'moves') return 'Up or down, from 0.5 to 50 %'
  if (!price) return 'Per gram'
  const now = `${amountWords({ asset: 'USD', amount: price.perGram })} per gram now`
  if (amount === undefined || !/[1-9]/.test(amount)) return now
  const difference = compareDecimals(price.perGram, amount)
  const isReached = kind === 'above' ? difference >= 0 : difference <= 0
  return isReached ? `${now}: you would get the e-mail at once` : now
}

/** The same key for the same wish until it was made, and another one for another. */
const useOperation = () => {
  const kept = useRef({ wish: '', operation: '' })
  return {
    of: (wanted: AlertWanted): string => {
      const wish = JSON.stringify(wanted)
      if (kept.current.wish !== wish) kept.current = { wish, operation: crypto.randomUUID() }
      return kept.current.operation
    },
    forget: () => {
      kept.current = { wish: '', operation: '' }
    },
  }
}

/** What an alert waits for; it is made with a press, since it moves nothing. */
export const AlertForm = () => {
  const [kind, setKind] = useState<AlertKind>('above')
  const [entry, setEntry] = useState<Entry>(emptyEntry)
  const [asked, setAsked] = useState(false)
  const operation = useOperation()
  const { mutate, isPending, error, data, reset } = useMakeAlert()
  const amount = readEntry(entry, units[kind]).amount
  const now = useNowWords(kind, amount)
  const problem = problemOf(kind, amount)
  const change = (next: Entry, nextKind = kind) => {
    setAsked(false)
    reset()
    setEntry(next)
    setKind(nextKind)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setAsked(true)
    if (isPending || amount === undefined || problem !== undefined) return
    const wanted = wantedOf(kind, amount)
    mutate(
      { wanted, operation: operation.of(wanted) },
      {
        onSuccess: () => {
          operation.forget()
          setAsked(false)
          setEntry(emptyEntry)
        },
      },
    )
  }
  return (
    <Form aria-label="New price alert" onSubmit={onSubmit}>
      <Labelled
        label="When the price"
        choices={alertKinds.map((value) => ({ value, label: kindWords[value] }))}
        value={kind}
        onChange={(next) => change(next === 'moves' || kind === 'moves' ? emptyEntry : entry, next)}
      />
      <AmountField
        label={kind === 'moves' ? 'Percent in a day' : 'Price of a gram'}
        entry={entry}
        asset={units[kind]}
        balance={null}
        problem={asked ? problem : undefined}
        about={now}
        onEntry={(next) => change(next)}
      />
      <FormProblem failure={error} />
      <div role="status" className={classes.said}>
        {data && <FormText isQuiet>Saved: {alertWords(data.data)}.</FormText>}
      </div>
      <Button type="submit" loading={isPending}>
        Set the alert
      </Button>
    </Form>
  )
}
