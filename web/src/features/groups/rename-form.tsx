import '@mantine/core/styles/Input.css'
import type { GroupDetails } from '@ingot/endpoints/group-fields'
import { renameGroup } from '@ingot/endpoints/groups'
import { Button, TextInput } from '@mantine/core'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useRenameGroup } from './queries.ts'

const longestName = 60

/** Another name; certificates keep the one that they were issued with. */
export const RenameForm = ({ group: { id, name }, onDone }: { group: GroupDetails; onDone: () => void }) => {
  const rename = useRenameGroup(id)
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: renameGroup.body,
    initialValues: { name },
  })
  const save = async (body: { name: string }) => {
    await rename.mutateAsync(body)
    onDone()
  }
  return (
    <Form aria-label="Rename the group" onSubmit={onSubmit(save)}>
      <TextInput
        label="New name"
        description="Certificates that are there already keep the name before."
        size="md"
        maxLength={longestName}
        autoComplete="off"
        autoFocus
        {...field('name')}
      />
      <FormProblem failure={problem} />
      <FormActions onCancel={onDone}>
        <Button type="submit" variant="default" loading={isSending}>
          Save the name
        </Button>
      </FormActions>
    </Form>
  )
}
