import { decimalsOf } from '../lib/asset-figures.ts'
import { exactOf, formatDecimal, glanceOf, hidesDigits } from '../lib/local-format.ts'
import classes from './amount.module.css'
import { RollingText } from './rolling-text.tsx'

export type AmountProps = {
  value: string
  asset: string
  /** Cents of a dollar and micrograms of a gram, unless told. */
  decimals?: number | undefined
  /** What is shown instead, where the figure is one of several that have to add up. */
  shown?: string | undefined
  rolls?: boolean
  className?: string | undefined
}

/** The figure as the device writes it, in two parts. */
const figureOf = (
  { value, asset, decimals = decimalsOf(asset), shown }: AmountProps,
  isExact: boolean,
): ReturnType<typeof formatDecimal> =>
  formatDecimal(isExact ? exactOf(value, decimals) : (shown ?? glanceOf(value, decimals)))

/** The same as words. */
export const amountLabel = (props: AmountProps, isExact: boolean): string => {
  const { whole, decimals } = figureOf(props, isExact)
  return `${whole}${decimals} ${props.asset}`
}

/** Whether digits are left out that pointing or pressing would show. */
export const hidesSome = ({ value, asset, decimals = decimalsOf(asset) }: AmountProps): boolean =>
  hidesDigits(value, decimals)

/**
 * An exact decimal text as the device writes numbers: whole part in full weight, decimals lighter, the asset's name
 * small. It is cut to what is read at a glance, and pointing at it shows every digit, unless these are shown anyway. With
 * `rolls` a change is seen.
 */
export const Amount = ({ isExact = false, ...props }: AmountProps & { isExact?: boolean }) => {
  const { value, asset, rolls = false, className } = props
  const { whole, decimals } = figureOf(props, isExact)
  const Text = rolls ? RollingText : PlainText
  return (
    <span
      className={[classes.amount, className].filter(Boolean).join(' ')}
      title={!isExact && hidesSome(props) ? `${value} ${asset}` : undefined}
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
