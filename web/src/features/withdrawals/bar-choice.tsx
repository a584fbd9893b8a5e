import type { BarSize } from '@ingot/endpoints/withdrawal-fields'
import { ActionIcon } from '@mantine/core'
import { IconMinus, IconPlus } from '@tabler/icons-react'
import { Amount } from '../../ui/amount.tsx'
import type { Offer } from './queries.ts'
import type { Draft } from './withdrawal-rules.ts'
import { sizeWords } from './withdrawal-words.ts'
import classes from './withdrawals.module.css'

const leftWords = (left: number): string => (left === 0 ? 'none in the vault now' : `${left} in the vault`)

/** How many of one size: by its buttons, by typing, or by the arrow keys in the field. */
const Stepper = ({
  size,
  count,
  most,
  onCount,
}: {
  size: BarSize
  count: number
  most: number
  onCount: (count: number) => void
}) => {
  const name = `${sizeWords(size)} bars`
  const set = (next: number) => onCount(Math.max(0, Math.min(most, Number.isFinite(next) ? Math.trunc(next) : 0)))
  return (
    <span className={classes.stepper}>
      <ActionIcon
        variant="default"
        size={40}
        aria-label={`Fewer ${name}`}
        disabled={count === 0}
        onClick={() => set(count - 1)}
      >
        <IconMinus size={16} aria-hidden="true" />
      </ActionIcon>
      <input
        className={classes.count}
        type="number"
        inputMode="numeric"
        min={0}
        max={most}
        step={1}
        aria-label={name}
        disabled={most === 0 && count === 0}
        value={count}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => set(Number(event.currentTarget.value))}
      />
      <ActionIcon
        variant="default"
        size={40}
        aria-label={`More ${name}`}
        disabled={count >= most}
        onClick={() => set(count + 1)}
      >
        <IconPlus size={16} aria-hidden="true" />
      </ActionIcon>
    </span>
  )
}

/** Every size, what its making costs and how many are there. */
export const BarChoice = ({
  offer: { bars, mostBars },
  counts,
  onCounts,
}: {
  offer: Offer
  counts: Draft['counts']
  onCounts: (counts: Draft['counts']) => void
}) => (
  <fieldset className={classes.field}>
    <legend>Bars</legend>
    <ul className={classes.choices}>
      {bars.map(({ size, making, left }) => (
        <li key={size} className={classes.bar} data-none={left === 0 || undefined}>
          <span>
            <span className={classes.size}>{sizeWords(size)}</span>
            <small>
              <span>
                making <Amount value={making} asset="USD" /> ·
              </span>{' '}
              <span>{leftWords(left)}</span>
            </small>
          </span>
          <Stepper
            size={size}
            count={counts[size] ?? 0}
            most={Math.min(left, mostBars)}
            onCount={(count) => onCounts({ ...counts, [size]: count })}
          />
        </li>
      ))}
    </ul>
  </fieldset>
)
