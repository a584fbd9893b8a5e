import { VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useId } from 'react'
import { decimalsOf } from '../lib/asset-figures.ts'
import { type Entry, filledIn, readEntry } from '../lib/typed-amount.ts'
import { Amount } from './amount.tsx'
import classes from './amount-field.module.css'

/** A figure that one press fills in, to the last digit. */
export type Fill = { readonly name: string; readonly of?: string; readonly amount: string }

type Choice<A extends string> = {
  readonly label: string
  readonly assets: readonly A[]
  readonly onChoose: (asset: A) => void
}

/** How long nothing may be typed before it is said that it cannot be read: until then the rest may still come. */
const typingPause = 500

/** Longer than any amount; what is pasted in by mistake ends here. */
const mostLetters = 64

/** Below so many letters the figure keeps its size. */
const fewestLetters = 8

const useProblem = (entry: Entry, problem: string | undefined, reading: { problem?: string }) => {
  const [settled] = useDebouncedValue(entry.text, typingPause)
  return settled === entry.text ? (reading.problem ?? problem) : problem
}

const Asset = <A extends string>({ asset, choice }: { asset: A; choice: Choice<A> | undefined }) => {
  if (!choice) return asset !== '' && <span className={classes.asset}>{asset}</span>
  return (
    <select
      className={classes.asset}
      aria-label={choice.label}
      value={asset}
      onChange={(event) => choice.onChoose(event.currentTarget.value as A)}
    >
      {choice.assets.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  )
}

const Balance = ({ of: balance, asset }: { of: string | undefined; asset: string }) => (
  <span className={classes.balance}>
    Available{' '}
    {balance === undefined ? '—' : <Amount value={balance} asset={asset} decimals={decimalsOf(asset)} rolls />}
  </span>
)

/**
 * Where an amount is typed, as people write it, beside its asset or currency and what the customer has of it. What was typed
 * stays; whatever else is filled in shows the decimals of its asset and counts to the last digit.
 */
export const AmountField = <A extends string>({
  label,
  entry,
  asset,
  choice,
  balance,
  fills = [],
  isFollowing = false,
  problem,
  about,
  onEntry,
  'data-path': path,
}: {
  label: string
  entry: Entry
  /** Empty while it is not known. */
  asset: A
  /** Where the asset is chosen here. */
  choice?: Choice<A> | undefined
  /** Undefined while it is unknown, null where nothing is paid from one. */
  balance: string | undefined | null
  fills?: readonly Fill[]
  /** Whether the amount follows from another one that is on its way. */
  isFollowing?: boolean
  problem?: string | undefined
  /** What there is to know while nothing is wrong. */
  about?: ReactNode
  onEntry: (entry: Entry) => void
  /** By which its form finds it. */
  'data-path'?: string | undefined
}) => {
  const id = useId()
  const reading = readEntry(entry, asset)
  const said = useProblem(entry, problem, reading)
  const letters = { '--letters': Math.max(fewestLetters, entry.text.length) } as CSSProperties
  return (
    <div className={classes.field} data-wrong={said !== undefined || undefined}>
      <div className={classes.line}>
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
        {balance !== null && <Balance of={balance} asset={asset} />}
      </div>
      <div className={classes.line} style={letters}>
        <div className={classes.amount}>
          <input
            id={id}
            className={classes.input}
            data-path={path}
            data-following={isFollowing || undefined}
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            maxLength={mostLetters}
            value={entry.text}
            title={entry.exact === undefined ? undefined : `${entry.exact} ${asset}`}
            aria-invalid={said !== undefined}
            aria-describedby={`${id}-about`}
            onChange={(event) => onEntry({ text: event.currentTarget.value })}
          />
        </div>
        <Asset asset={asset} choice={choice} />
      </div>
      <div className={`${classes.line} ${classes.foot}`}>
        <div id={`${id}-about`} className={classes.about}>
          {said !== undefined && (
            <p role="alert" className={classes.problem}>
              {said}
            </p>
          )}
          {/* Whoever is told of a limit should see what it was held against. */}
          <p>{reading.note ?? (said === undefined && about)}</p>
        </div>
        {fills.length > 0 && (
          <div className={classes.fills}>
            {fills.map(({ name, of, amount }) => (
              <button
                key={name}
                type="button"
                className={classes.fill}
                onClick={() => onEntry(filledIn(asset, amount))}
              >
                {name}
                {of !== undefined && <VisuallyHidden> {of}</VisuallyHidden>}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
