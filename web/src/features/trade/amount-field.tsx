import { useId } from 'react'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { Amount } from '../../ui/amount.tsx'
import classes from './amount-field.module.css'
import { type TradedAsset, tradedAssets } from './assets.ts'

const lengths = { long: 11, longest: 16 }

const sizeOf = (text: string) =>
  text.length > lengths.longest ? 'longest' : text.length > lengths.long ? 'long' : undefined

/** One side of the swap: an amount, its asset, and what the customer has of it. */
export const AmountField = ({
  label,
  assetLabel,
  amount,
  asset,
  balance,
  value,
  isFollowing,
  problem,
  onAmount,
  onAsset,
  onMax,
}: {
  label: string
  assetLabel: string
  amount: string
  asset: TradedAsset
  /** Undefined while it is unknown. */
  balance: string | undefined
  /** What the amount would bring now in USD, where that is not plain. */
  value: string | undefined
  /** Whether the amount follows from the other one and is on its way. */
  isFollowing: boolean
  problem?: string | undefined
  onAmount: (text: string) => void
  onAsset: (asset: TradedAsset) => void
  onMax?: (() => void) | undefined
}) => {
  const id = useId()
  return (
    <div className={classes.field} data-wrong={problem !== undefined || undefined}>
      <div className={classes.line}>
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
        <span className={classes.balance}>
          Balance{' '}
          {balance === undefined ? '—' : <Amount value={balance} asset={asset} decimals={decimalsOf(asset)} rolls />}
          {onMax && balance !== undefined && (
            <button type="button" className={classes.max} onClick={onMax}>
              Max
            </button>
          )}
        </span>
      </div>
      <div className={classes.line}>
        <input
          id={id}
          className={classes.input}
          data-following={isFollowing || undefined}
          data-size={sizeOf(amount)}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={amount}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-about`}
          onChange={(event) => onAmount(event.currentTarget.value)}
        />
        <select
          className={classes.asset}
          aria-label={assetLabel}
          value={asset}
          onChange={(event) => onAsset(event.currentTarget.value as TradedAsset)}
        >
          {tradedAssets.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      <p id={`${id}-about`} className={classes.about}>
        {problem !== undefined ? (
          <span className={classes.problem}>{problem}</span>
        ) : (
          value !== undefined && (
            <>
              would bring about <Amount value={value} asset="USD" decimals={2} />
            </>
          )
        )}
      </p>
    </div>
  )
}
