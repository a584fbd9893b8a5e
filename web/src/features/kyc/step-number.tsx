import { IconCheck } from '@tabler/icons-react'
import classes from './step-number.module.css'

/** The number of a step or of a part of the form, and a tick once it is done. Said in words beside it. */
export const StepNumber = ({ number, isDone, isGold }: { number: number; isDone: boolean; isGold: boolean }) => (
  <span className={classes.number} data-gold={isGold || undefined} aria-hidden="true">
    {isDone ? <IconCheck size={14} stroke={2.5} /> : number}
  </span>
)
