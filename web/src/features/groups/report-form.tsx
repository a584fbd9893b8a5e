import '@mantine/core/styles/Input.css'
import { type ReportReason, reportReasons } from '@ingot/endpoints/group-fields'
import { Button, NativeSelect } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Form, FormText } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { reportWords } from './group-words.ts'
import { useReportGroup } from './queries.ts'

const choices = reportReasons.map((why) => ({ value: why, label: reportWords[why] }))

/** Tells us that a name is wrong. Nobody in the group learns who did. */
export const ReportForm = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const [why, choose] = useState<ReportReason>('offensive')
  const { mutate, isPending, isSuccess, error } = useReportGroup(id)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate({ why })
  }
  if (isSuccess)
    return (
      <div role="status">
        <FormText>Thank you. We look at the name, and change it if it has to be.</FormText>
        <FormActions>
          <Button variant="default" autoFocus onClick={onDone}>
            Done
          </Button>
        </FormActions>
      </div>
    )
  return (
    <Form aria-label="Report the name" onSubmit={onSubmit}>
      <NativeSelect
        label="What is wrong with the name?"
        description="Nobody in the group learns that you told us."
        size="md"
        data={choices}
        value={why}
        autoFocus
        onChange={({ currentTarget }) => choose(reportReasons.find((one) => one === currentTarget.value) ?? 'other')}
      />
      <FormProblem failure={error} />
      <FormActions onCancel={onDone}>
        <Button type="submit" variant="default" loading={isPending}>
          Send the report
        </Button>
      </FormActions>
    </Form>
  )
}
