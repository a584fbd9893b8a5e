import { paperSizes } from '@ingot/endpoints/documents'
import { makeBalanceConfirmation, makeStatement, makeTaxReport } from '@ingot/endpoints/statements'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { useContractForm } from '../../lib/contract-form.ts'
import { ownWish, type PaperSize } from '../../lib/paper-wish.ts'
import { Form, FormWays, LinkButton } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import classes from './get-document.module.css'
import { dayText, firstYear, type PeriodName, periodOf, yesterday } from './periods.ts'
import { useMakeBalanceConfirmation, useMakeStatement, useMakeTaxReport } from './queries.ts'

type Paper = { paper: PaperSize; onPaper: (paper: PaperSize) => void }

type Sent = { problem: Error | null; isSending: boolean; onSubmit: ComponentProps<'form'>['onSubmit'] }

/** What all of them have: the paper, and the one button. */
const Asking = ({ problem, isSending, onSubmit, paper, onPaper, children }: Paper & Sent & { children: ReactNode }) => (
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

const today = () => dayText(new Date())

const periods: { name: PeriodName; label: string }[] = [
  { name: 'this-month', label: 'This month' },
  { name: 'last-month', label: 'Last month' },
  { name: 'this-year', label: 'This year' },
]

export const StatementForm = (paper: Paper) => {
  const { mutateAsync } = useMakeStatement()
  const { form, field, onSubmit, ...sent } = useContractForm({
    schema: makeStatement.body,
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
      <Asking {...paper} {...sent} onSubmit={onSubmit((values) => mutateAsync({ ...values, paper: paper.paper }))}>
        <TextInput label="First day" type="date" max={form.values.until || today()} {...field('from')} />
        <TextInput label="Last day" type="date" min={form.values.from || undefined} max={today()} {...field('until')} />
      </Asking>
    </>
  )
}

export const BalanceForm = (paper: Paper) => {
  const { mutateAsync } = useMakeBalanceConfirmation()
  const {
    field,
    onSubmit,
    form: _,
    ...sent
  } = useContractForm({
    schema: makeBalanceConfirmation.body,
    initialValues: { day: yesterday(), ...ownWish() },
  })
  return (
    <Asking {...paper} {...sent} onSubmit={onSubmit((values) => mutateAsync({ ...values, paper: paper.paper }))}>
      <TextInput label="Day" type="date" max={today()} {...field('day')} />
    </Asking>
  )
}

/** Newest first. */
const years = () => {
  const thisYear = new Date().getFullYear()
  return Array.from({ length: thisYear - firstYear + 1 }, (_, before) => String(thisYear - before))
}

export const TaxForm = (paper: Paper) => {
  const { mutateAsync } = useMakeTaxReport()
  const { form, field, onSubmit, ...sent } = useContractForm({
    schema: makeTaxReport.body,
    initialValues: { year: new Date().getFullYear() - 1, ...ownWish() },
  })
  return (
    <Asking {...paper} {...sent} onSubmit={onSubmit((values) => mutateAsync({ ...values, paper: paper.paper }))}>
      <NativeSelect
        label="Year"
        data={years()}
        {...field('year')}
        value={String(form.values.year)}
        onChange={(event) => form.setFieldValue('year', Number(event.currentTarget.value))}
      />
    </Asking>
  )
}
