import '@mantine/core/styles/Input.css'
import { longestMessage, type ReportKind, reportKinds, reportKindWords } from '@ingot/endpoints/consultant-fields'
import { reportConsultant } from '@ingot/endpoints/consultants'
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useReportConsultant } from './queries.ts'

const choices = reportKinds.map((kind) => ({ value: kind, label: reportKindWords[kind] }))

/** Tells us what a consultant did, who never learns who told. */
export const ReportForm = ({ id, onSent, onCancel }: { id: string; onSent: () => void; onCancel: () => void }) => {
  const report = useReportConsultant()
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: reportConsultant.body,
    initialValues: { id, kind: 'return' as ReportKind, text: '' },
  })
  const send = async (body: { id: string; kind: ReportKind; text: string }) => {
    await report.mutateAsync(body)
    onSent()
  }
  return (
    <Form aria-label="Report this consultant" onSubmit={onSubmit(send)}>
      <NativeSelect label="What happened?" size="md" data={choices} autoFocus {...field('kind')} />
      <Textarea
        label="In your words"
        description="Only we read it. The consultant never learns who reported."
        size="md"
        rows={3}
        maxLength={longestMessage}
        {...field('text')}
      />
      <FormProblem failure={problem} />
      <FormActions onCancel={onCancel}>
        <Button type="submit" variant="default" loading={isSending}>
          Send the report
        </Button>
      </FormActions>
    </Form>
  )
}
