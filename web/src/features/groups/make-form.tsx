import '@mantine/core/styles/Input.css'
import { type GroupKind, groupKinds } from '@ingot/endpoints/group-fields'
import { makeGroup } from '@ingot/endpoints/groups'
import { Button, TextInput } from '@mantine/core'
import { useNavigate } from 'react-router'
import { useContractForm } from '../../lib/contract-form.ts'
import { useClosed } from '../../lib/use-closed.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { groupAddress, kindWords } from './group-words.ts'
import classes from './groups.module.css'
import { useMakeGroup } from './queries.ts'

const choices = groupKinds.map((kind) => ({ value: kind, label: kindWords[kind] }))
const longestName = 60

/** Makes a group, of which the customer is then the creator. */
export const MakeForm = ({ isFirst }: { isFirst: boolean }) => {
  const navigate = useNavigate()
  const make = useMakeGroup()
  const isClosed = useClosed('gds') !== undefined
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: makeGroup.body,
    initialValues: { name: '', kind: 'family' as GroupKind },
  })
  const begin = async (body: { name: string; kind: GroupKind }) => {
    const { data } = await make.mutateAsync(body)
    await navigate(groupAddress(data.id), { viewTransition: true })
  }
  return (
    <Card as="section" className={classes.card} aria-labelledby="make-title">
      <h2 id="make-title" className={classes.title}>
        Create a group
      </h2>
      <Form aria-labelledby="make-title" onSubmit={onSubmit(begin)}>
        <TextInput
          label="Name"
          description="Everybody in the group sees it, and it stands on the certificates."
          size="md"
          maxLength={longestName}
          autoComplete="off"
          {...field('name')}
        />
        <Labelled
          label="What it is"
          choices={choices}
          value={form.values.kind}
          onChange={(kind) => form.setFieldValue('kind', kind)}
        />
        <FormProblem failure={problem} />
        <Button
          type="submit"
          size="md"
          variant={isFirst ? 'filled' : 'default'}
          loading={isSending}
          disabled={isClosed}
        >
          Create the group
        </Button>
      </Form>
    </Card>
  )
}
