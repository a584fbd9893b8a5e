import { makeBalanceConfirmation, makeStatement, makeTaxReport } from '@ingot/endpoints/statements'
import { NativeSelect, TextInput } from '@mantine/core'
import { useContractForm } from '../../lib/contract-form.ts'
import { ownWish } from '../../lib/paper-wish.ts'
import { firstYear, today, yesterday } from '../../lib/periods.ts'
import { DocumentForm, type PaperChoice, PeriodForm } from '../../ui/document-form.tsx'
import { useMakeBalanceConfirmation, useMakeStatement, useMakeTaxReport } from './queries.ts'

export const StatementForm = (paper: PaperChoice) => {
  const { mutateAsync } = useMakeStatement()
  return <PeriodForm {...paper} schema={makeStatement.body} make={mutateAsync} />
}

export const BalanceForm = (paper: PaperChoice) => {
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
    <DocumentForm {...paper} {...sent} onSubmit={onSubmit((values) => mutateAsync({ ...values, paper: paper.paper }))}>
      <TextInput label="Day" type="date" max={today()} {...field('day')} />
    </DocumentForm>
  )
}

/** Newest first. */
const years = () => {
  const thisYear = new Date().getFullYear()
  return Array.from({ length: thisYear - firstYear + 1 }, (_, before) => String(thisYear - before))
}

export const TaxForm = (paper: PaperChoice) => {
  const { mutateAsync } = useMakeTaxReport()
  const { form, field, onSubmit, ...sent } = useContractForm({
    schema: makeTaxReport.body,
    initialValues: { year: new Date().getFullYear() - 1, ...ownWish() },
  })
  return (
    <DocumentForm {...paper} {...sent} onSubmit={onSubmit((values) => mutateAsync({ ...values, paper: paper.paper }))}>
      <NativeSelect
        label="Year"
        data={years()}
        {...field('year')}
        value={String(form.values.year)}
        onChange={(event) => form.setFieldValue('year', Number(event.currentTarget.value))}
      />
    </DocumentForm>
  )
}
