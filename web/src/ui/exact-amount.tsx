import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Amount, type AmountProps, amountLabel, hidesSome } from './amount.tsx'
import classes from './exact-amount.module.css'

/** An amount that shows every digit when it is pressed, where a finger cannot point at it. */
export const ExactAmount = (props: AmountProps) => {
  const [isExact, setIsExact] = useState(false)
  if (!hidesSome(props)) return <Amount {...props} />
  return (
    <UnstyledButton
      className={classes.amount}
      aria-label={amountLabel(props, isExact)}
      aria-expanded={isExact}
      onClick={() => setIsExact(!isExact)}
    >
      <Amount {...props} isExact={isExact} rolls={!isExact && (props.rolls ?? false)} />
    </UnstyledButton>
  )
}
