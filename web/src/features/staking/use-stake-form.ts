import type { Staking } from '@ingot/endpoints/staking-fields'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallError } from '../../lib/call-error.ts'
import { type Entry, emptyEntry, readEntry } from '../../lib/typed-amount.ts'
import { useClosed } from '../../lib/use-closed.ts'
import { isOffered, isSome, mostFor, problemOf, rewardOf, type Term } from './stake-rules.ts'
import { performBegin } from './transactions.ts'

/** The one that was chosen, as long as the pool has enough for it; else the shortest that can be had. */
const termOf = (staking: Staking, days: number | undefined): Term | undefined => {
  const offered = staking.terms.filter((term) => isOffered(staking, term)).toSorted((a, b) => a.days - b.days)
  return offered.find((term) => term.days === days) ?? offered[0]
}

/** The state of a stake that is about to begin: what was entered, what follows from it, and what is wrong with it. */
export const useStakeForm = (staking: Staking) => {
  const [days, setDays] = useState<number>()
  const [entry, setEntry] = useState(emptyEntry)
  const [renews, setRenews] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<CallError | null>(null)
  const client = useQueryClient()
  const isClosed = useClosed('staking') !== undefined
  const term = termOf(staking, days)
  const { amount } = readEntry(entry, 'QMGT')
  const fieldProblem = term && problemOf(staking, term, amount)
  const isEntered = amount !== undefined && isSome(amount) && fieldProblem === undefined
  const reward = term && isEntered ? rewardOf(amount, term.basisPoints) : undefined

  const begin = async () => {
    if (!term || amount === undefined || reward === undefined || isBusy) return
    setIsBusy(true)
    setProblem(null)
    try {
      const outcome = await performBegin({ amount, term: term.days, renews, reward })
      // Also when no answer came: it may have been taken, and must not be asked for again by a press of the same button.
      if (outcome.kind === 'done' || outcome.kind === 'unknown') setEntry(emptyEntry)
      if (outcome.kind !== 'refused') return
      setProblem(outcome.failure)
      void client.invalidateQueries({ queryKey: ['staking'] })
    } finally {
      setIsBusy(false)
    }
  }
  const changing =
    <T>(set: (value: T) => void) =>
    (value: T) => {
      setProblem(null)
      set(value)
    }
  return {
    term,
    chooseTerm: changing(setDays),
    entry,
    change: changing<Entry>(setEntry),
    amount,
    reward,
    renews,
    setRenews,
    isClosed,
    fieldProblem,
    problem,
    most: term && mostFor(staking, term),
    onConfirm: reward !== undefined && !isClosed && !isBusy ? () => void begin() : undefined,
  }
}
