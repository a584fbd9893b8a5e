import '@mantine/core/styles/Input.css'
import type { SendableAsset } from '@ingot/endpoints/wallet-fields'
import { TextInput } from '@mantine/core'
import { useId } from 'react'
import { decimalsOf } from '../../../lib/asset-figures.ts'
import { cleanAmount } from '../../../lib/typed-amount.ts'
import { Amount } from '../../../ui/amount.tsx'
import classes from './amount-field.module.css'
import type { AssetRules } from './sending-rules.ts'
import { amountWords } from './transfer-words.ts'

const limitWords = ({ asset, smallest, largest, leftToday }: AssetRules): string => {
  const say = (amount: string) => amountWords({ amount, asset })
  return `From ${say(smallest)} to ${say(largest)} at once; ${say(leftToday)} left today.`
}

/** How much is sent, beside what there is of it and within which limits. */
export const AmountField = ({
  asset,
  amount,
  rules,
  available,
  most,
  problem,
  onAmount,
}: {
  asset: SendableAsset
  amount: string
  rules: AssetRules | undefined
  /** Undefined while it is unknown. */
  available: string | undefined
  /** The most that can be sent, if that can be told. */
  most: string | undefined
  problem: string | undefined
  onAmount: (amount: string) => void
}) => {
  const id = useId()
  return (
    <div>
      <div className={classes.head}>
        <label className={classes.label} htmlFor={id}>
          Amount
        </label>
        <span className={classes.balance}>
          <span className={classes.available}>
            Available{' '}
            {available === undefined ? '—' : <Amount value={available} asset={asset} decimals={decimalsOf(asset)} />}
          </span>
          {most !== undefined && (
            <button type="button" className={classes.most} onClick={() => onAmount(most)}>
              Max
            </button>
          )}
        </span>
      </div>
      <TextInput
        id={id}
        description={rules && limitWords(rules)}
        inputWrapperOrder={['input', 'error', 'description']}
        size="md"
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        rightSection={<span className={classes.asset}>{asset}</span>}
        rightSectionWidth={76}
        value={amount}
        error={problem}
        onChange={(event) => onAmount(cleanAmount(event.currentTarget.value) ?? amount)}
      />
    </div>
  )
}
