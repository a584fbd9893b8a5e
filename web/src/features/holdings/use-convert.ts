import type { Converted } from '@ingot/endpoints/holding-fields'
import { quoteConvert } from '@ingot/endpoints/holdings'
import { useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { limitWords } from '../../lib/limit-words.ts'
import { type Entry, emptyEntry, readEntry } from '../../lib/typed-amount.ts'
import { isNothing, shortWords, useBalanceOf } from '../../lib/use-balance-of.ts'
import { useClosed } from '../../lib/use-closed.ts'
import { useDeal } from '../../lib/use-deal.ts'
import { type ConvertWanted, convertQuoting } from './queries.ts'
import { performConvert } from './transactions.ts'

/** What to ask a quote for; null while there is nothing to ask. */
const wantedOf = (entry: Entry): ConvertWanted | null => {
  const wanted = { amount: readEntry(entry, 'QMGT').amount ?? '' }
  return quoteConvert.body.safeParse(wanted).success ? wanted : null
}

/** The state of a conversion: what was entered, what follows from it, and what is wrong with it. */
export const useConvert = (onBooked: (booked: Converted) => void) => {
  const [entry, setEntry] = useState(emptyEntry)
  const balanceOf = useBalanceOf()
  const isClosed = useClosed('convert') !== undefined
  const { quoted, problem, forgetProblem, onConfirm } = useDeal(convertQuoting, {
    form: entry,
    wantedOf,
    perform: performConvert,
    onDone: ({ data }) => {
      setEntry(emptyEntry)
      onBooked(data)
    },
  })
  const balance = balanceOf('QMGT')
  const amount = readEntry(entry, 'QMGT').amount
  const short = shortWords('QMGT', amount, balance)
  const failure = problem ?? quoted.error
  const limit = failure instanceof CallError ? limitWords(failure, 'conversion') : undefined
  return {
    entry,
    amount,
    change: (next: Entry) => {
      forgetProblem()
      setEntry(next)
    },
    balance,
    balanceOf,
    quoted,
    isClosed,
    /** Whether there is nothing to convert; not while that is unknown. */
    hasNothing: isNothing(balance),
    fieldProblem: short ?? limit,
    /** What belongs to no field. */
    problem: limit === undefined ? problem : null,
    quoteError: limit === undefined ? quoted.error : null,
    onConfirm: short === undefined && !isClosed ? onConfirm : undefined,
  }
}
