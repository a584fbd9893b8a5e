import type { Staking } from '@ingot/endpoints/staking-fields'
import { useId } from 'react'
import { percentWords } from '../../lib/amount-words.ts'
import { formatBriefDay } from '../../lib/local-format.ts'
import { dayMs, isOffered, type Term } from './stake-rules.ts'
import { dayWords } from './stake-words.ts'
import classes from './staking.module.css'

/** For how long, and the share of the stake that is set aside for it. Radio buttons beneath, for the keyboard and screen readers. */
export const TermChoice = ({
  staking,
  term: chosen,
  onChoose,
}: {
  staking: Staking
  term: Term | undefined
  onChoose: (days: number) => void
}) => {
  const name = useId()
  return (
    <fieldset className={classes.terms}>
      <legend>Term</legend>
      <div className={classes.choices}>
        {staking.terms.map((term) => (
          <label key={term.days} className={classes.term}>
            <input
              type="radio"
              name={name}
              value={term.days}
              checked={term.days === chosen?.days}
              disabled={!isOffered(staking, term)}
              onChange={() => onChoose(term.days)}
            />
            <span>
              {dayWords(term.days)}
              <small>
                {isOffered(staking, term)
                  ? `until ${formatBriefDay(new Date(Date.now() + term.days * dayMs))}`
                  : 'The pool has too little for it'}
              </small>
            </span>
            <span>
              {percentWords(term.basisPoints)}
              <small>over the whole term</small>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
