import '@mantine/core/styles/Input.css'
import { paperSizes } from '@ingot/endpoints/documents'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import type * as z from 'zod/mini'
import { useContractForm } from '../lib/contract-form.ts'
import type { Days } from '../lib/days.ts'
import { ownWish, type PaperSize } from '../lib/paper-wish.ts'
import { type PeriodName, periodOf, today } from '../lib/periods.ts'
import classes from './document-form.module.css'
import { Form, FormWays, LinkButton } from './form.tsx'
import { FormProblem } from './form-problem.tsx'

export type PaperChoice = { paper: PaperSize; onPaper: (paper: PaperSize) => void }

type Sent = { problem: Error | null; isSending: boolean; onSubmit: ComponentProps<'form'>['onSubmit'] }

/** What every form has that asks for a document: the paper, and the one button. */
export const DocumentForm = ({
  problem,
  isSending,
  onSubmit,
  paper,
  onPaper,
  children,
}: PaperChoice & Sent & { children: ReactNode }) => (
  <Form onSubmit={onSubmit}>
    <div className={classes.fields}>
      {children}
      <NativeSelect
        label="Paper"
        data={[...paperSizes]}
        value={paper}
        onChange={(event) => onPaper(event.currentTarget.value as PaperSize)}
      />
      <Button type="submit" loading={isSending}>
        Get document
      </Button>
    </div>
    <FormProblem failure={problem} />
  </Form>
)

const periods: { name: PeriodName; label: string }[] = [
  { name: 'this-month', label: 'This month' },
  { name: 'last-month', label: 'Last month' },
  { name: 'this-year', label: 'This year' },
]

type Wanted = Days & ReturnType<typeof ownWish>

/** A document of any time: one of those that most ask for, or one's own. */
export const PeriodForm = ({
  schema,
  make,
  ...paper
}: PaperChoice & { schema: z.ZodMiniType; make: (wanted: Wanted) => Promise<unknown> }) => {
  const { form, field, onSubmit, ...sent } = useContractForm({
    schema,
    initialValues: { ...periodOf('last-month'), ...ownWish() },
  })
  return (
    <>
      <div className={classes.periods}>
        <FormWays>
          {periods.map(({ name, label }) => (
            <LinkButton key={name} onClick={() => form.setValues(periodOf(name))}>
              {label}
            </LinkButton>
          ))}
        </FormWays>
      </div>
      <DocumentForm {...paper} {...sent} onSubmit={onSubmit((values) => make({ ...values, paper: paper.paper }))}>
        <TextInput label="First day" type="date" max={form.values.until || today()} {...field('from')} />
        <TextInput label="Last day" type="date" min={form.values.from || undefined} max={today()} {...field('until')} />
      </DocumentForm>
    </>
  )
}
