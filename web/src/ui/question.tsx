import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormProblem } from './form-problem.tsx'
import classes from './question.module.css'

/** Asks once more in place, before something that cannot be taken back. */
export const Question = ({
  legend,
  children,
  yes,
  no = 'Cancel',
  isBusy,
  failure,
  onYes,
  onNo,
}: {
  legend: string
  children?: ReactNode
  yes: string
  no?: string
  isBusy: boolean
  failure: Error | null
  onYes: () => void
  onNo: () => void
}) => (
  <fieldset className={classes.question}>
    <legend>{legend}</legend>
    {children && <p className={classes.text}>{children}</p>}
    <div className={classes.answers}>
      <Button variant="default" size="sm" autoFocus loading={isBusy} onClick={onYes}>
        {yes}
      </Button>
      <Button variant="default" size="sm" onClick={onNo}>
        {no}
      </Button>
    </div>
    <FormProblem failure={failure} />
  </fieldset>
)
