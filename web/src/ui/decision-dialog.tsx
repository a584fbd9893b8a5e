import '@mantine/core/styles/Input.css'
import { proof, reason } from '@ingot/endpoints/operator-fields'
import { Button, Textarea } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../lib/contract-form.ts'
import classes from './decision-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { DialogHeader } from './dialog-header.tsx'
import { Form } from './form.tsx'
import { FormActions } from './form-actions.tsx'
import { FormProblem } from './form-problem.tsx'
import { ProofFields } from './proof-fields.tsx'
import { Told } from './told.tsx'

type Decided = { reason: string; password: string; inputCode: string }

type Field = ReturnType<typeof useContractForm>['field']

/** What a decision has to be told besides the reason: its fields stand above it. */
type MoreFields<More extends Record<string, string>> = {
  shape: z.core.$ZodLooseShape
  initialValues: More
  fields: (field: Field) => ReactNode
}

export type DecisionProps<More extends Record<string, string>> = {
  title: string
  /** What will happen, in a sentence or as facts. */
  children?: ReactNode
  /** What the customer will be told; left out where no customer is concerned. */
  told?: string | null | undefined
  /** What the written words are called. */
  label?: string
  /** Whether it asks why: what is written down already says so. */
  takesReason?: boolean
  button: string
  /** Whether it takes the password and a 2FA code. */
  takesProof?: boolean
  more?: MoreFields<More>
  send: (decided: Decided & More) => Promise<unknown>
  /** What is said once it went through; without it, the dialog closes. */
  done?: ReactNode
  onClose: () => void
}

const nothing = { shape: {}, initialValues: {}, fields: () => null }

const DecisionForm = <More extends Record<string, string>>({
  told,
  label = 'Reason',
  takesReason = true,
  button,
  takesProof = false,
  more = nothing as unknown as MoreFields<More>,
  send,
  onDone,
  onClose,
}: DecisionProps<More> & { onDone: () => void }) => {
  const { form, field, onSubmit, problem, isSending } = useContractForm<Decided & More>({
    // Nobody can mend a field that is not shown.
    schema: z.object({ ...more.shape, ...(takesReason && { reason }), ...(takesProof && proof) }),
    initialValues: { ...more.initialValues, reason: '', password: '', inputCode: '' },
    fieldOf: { PasswordIncorrect: 'password', TwoFactorCodeIncorrect: 'inputCode' },
  })
  return (
    <Form
      onSubmit={onSubmit(async (values) => {
        await send({ ...values, reason: values.reason.trim() })
        onDone()
      })}
    >
      {told !== undefined && <Told told={told} />}
      {more.fields(field as Field)}
      {takesReason && (
        <Textarea
          label={label}
          description="Stays in the audit log."
          size="md"
          rows={3}
          maxLength={500}
          data-autofocus
          {...field('reason')}
        />
      )}
      {takesProof && (
        <ProofFields
          password={{ ...field('password'), ...(!takesReason && { 'data-autofocus': true }) }}
          inputCode={field('inputCode')}
          onCode={(code) => form.setFieldValue('inputCode', code as never)}
        />
      )}
      <FormProblem failure={problem} />
      <FormActions onCancel={onClose}>
        <Button type="submit" loading={isSending}>
          {button}
        </Button>
      </FormActions>
    </Form>
  )
}

/** Where an operator decides: what will happen, what the customer will be told, why, and what it takes to prove. */
export const DecisionDialog = <More extends Record<string, string> = Record<never, string>>(
  props: DecisionProps<More>,
) => {
  const { title, children, done, onClose } = props
  const id = useId()
  const [isDone, setIsDone] = useState(false)
  const onDone = () => (done === undefined ? onClose() : setIsDone(true))
  return (
    <Dialog
      title={id}
      className={classes.dialog}
      turn={isDone ? 'done' : 'asking'}
      closesBeside={isDone}
      onClose={onClose}
    >
      <div className={classes.content}>
        <DialogHeader id={id} onClose={onClose}>
          {title}
        </DialogHeader>
        {isDone ? (
          <>
            <div role="status">{done}</div>
            <FormActions>
              <Button data-autofocus onClick={onClose}>
                Close
              </Button>
            </FormActions>
          </>
        ) : (
          <>
            {children}
            <DecisionForm {...props} onDone={onDone} />
          </>
        )}
      </div>
    </Dialog>
  )
}
