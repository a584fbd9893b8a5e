import { VisuallyHidden } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { compareDecimals } from '../lib/decimal-text.ts'
import classes from './result.module.css'

const kinds = {
  rise: { word: 'up', sign: '+', Arrow: IconArrowUpRight },
  fall: { word: 'down', sign: '−', Arrow: IconArrowDownRight },
  none: { word: 'unchanged', sign: '', Arrow: IconArrowRight },
} as const

const kindOf = (value: string): keyof typeof kinds => {
  const order = compareDecimals(value, '0')
  return order > 0 ? 'rise' : order < 0 ? 'fall' : 'none'
}

/** Profit or loss: told by sign and arrow, and only then by colour. The child gets the figure with its sign. */
export const Result = ({ value, children }: { value: string; children: (signed: string) => ReactNode }) => {
  const kind = kindOf(value)
  const { word, sign, Arrow } = kinds[kind]
  return (
    <span className={classes.result} data-kind={kind}>
      <Arrow className={classes.arrow} size="1em" stroke={2} aria-hidden="true" />
      <VisuallyHidden>{word} </VisuallyHidden>
      {children(sign + value.replace('-', ''))}
    </span>
  )
}
