import type { ReactNode } from 'react'
import type { CallError } from '../lib/call-error.ts'
import { FailureNote, useWait } from './failure-note.tsx'
import { FormText } from './form.tsx'

/** A failure that belongs to no single field, how long to wait, and what to do about it. */
export const FormProblem = ({ failure, children }: { failure: Error | null; children?: ReactNode }) => {
  const wait = useWait(failure as CallError | null)
  return (
    failure && (
      <div>
        <FailureNote message={failure.message} wait={wait} />
        {children && <FormText isQuiet>{children}</FormText>}
      </div>
    )
  )
}
