import classes from './amount.module.css'

/** An exact decimal text, whole part in full weight, decimals lighter, the asset's name small. */
export const Amount = ({
  value,
  asset,
  className,
}: {
  value: string
  asset: string
  className?: string | undefined
}) => {
  const [whole, decimals] = value.split('.')
  return (
    <span className={[classes.amount, className].filter(Boolean).join(' ')}>
      {whole}
      {decimals !== undefined && <span className={classes.decimals}>.{decimals}</span>}
      <span className={classes.asset}> {asset}</span>
    </span>
  )
}
