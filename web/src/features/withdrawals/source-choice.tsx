import { useId } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { ExactAmount } from '../../ui/exact-amount.tsx'
import type { Offer } from './queries.ts'
import { isSome, sourceId } from './withdrawal-rules.ts'
import { sourceName } from './withdrawal-words.ts'
import classes from './withdrawals.module.css'

/** What the bars are given for, with what of it waits because it was bought within a day. */
export const SourceChoice = ({
  sources,
  chosen,
  onChoose,
}: {
  sources: Offer['sources']
  chosen: string | undefined
  onChoose: (id: string) => void
}) => {
  const group = useId()
  return (
    <fieldset className={classes.field}>
      <legend>Given from</legend>
      <div className={classes.choices}>
        {sources.map((source) => {
          const id = sourceId(source)
          return (
            <div key={id} className={classes.option}>
              <label>
                <input
                  type="radio"
                  name={group}
                  value={id}
                  checked={id === chosen}
                  disabled={!isSome(source.grams)}
                  aria-describedby={isSome(source.waitingGrams) ? `${group}${id}` : undefined}
                  onChange={() => onChoose(id)}
                />
                <span>{sourceName(source)}</span>
              </label>
              <ExactAmount value={source.grams} asset={source.asset} />
              {isSome(source.waitingGrams) && (
                <small id={`${group}${id}`} className={classes.waits}>
                  and <Amount value={source.waitingGrams} asset={source.asset} /> that was bought in the last 24 hours
                  and waits
                </small>
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
