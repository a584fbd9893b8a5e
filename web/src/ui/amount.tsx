import { formatDecimal, glanceOf } from '../lib/local-format.ts'
import classes from './amount.module.css'
import { RollingText } from './rolling-text.tsx'

/**
 * An exact decimal text as the device writes numbers: whole part in full weight, decimals lighter, the asset's name
 * small. With `decimals` it is cut to so many, and pointing at it shows every digit; with `rolls` a change is seen.
 */
export const Amount = ({
  value,
  asset,
  decimals: most,
  rolls = false,
  className,
}: {
  value: string
  asset: string
  decimals?: number | undefined
  rolls?: boolean
  className?: string | undefined
}) => {
  const shown = most === undefined ? value : glanceOf(value, most)
  const { whole, decimals } = formatDecimal(shown)
  const Text = rolls ? RollingText : PlainText
  return (
    <span
      className={[classes.amount, className].filter(Boolean).join(' ')}
      title={shown === value ? undefined : `${value} ${asset}`}
    >
      <Text text={whole} />
      {decimals !== '' && (
        <span className={classes.decimals}>
          <Text text={decimals} />
        </span>
      )}
      <span className={classes.asset}> {asset}</span>
    </span>
  )
}

const PlainText = ({ text }: { text: string }) => text
