import '@mantine/core/styles/Input.css'
import { joinGroup } from '@ingot/endpoints/groups'
import { Button, TextInput } from '@mantine/core'
import { useNavigate, useSearchParams } from 'react-router'
import { useContractForm } from '../../lib/contract-form.ts'
import { useClosed } from '../../lib/use-closed.ts'
import { Card } from '../../ui/card.tsx'
import { Form } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { groupAddress } from './group-words.ts'
import classes from './groups.module.css'
import { useJoinGroup } from './queries.ts'

/** A code and what people put around it. */
const longestCode = 40

/** Asks to join by a code, typed or from the link that carries it. */
export const JoinForm = () => {
  const [parameters] = useSearchParams()
  const navigate = useNavigate()
  const join = useJoinGroup()
  const isClosed = useClosed('gds') !== undefined
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: joinGroup.body,
    initialValues: { code: parameters.get('code')?.slice(0, longestCode) ?? '' },
    fieldOf: { GroupCodeWrong: 'code' },
  })
  const ask = async (body: { code: string }) => {
    const { data } = await join.mutateAsync(body)
    await navigate(groupAddress(data.id), { viewTransition: true })
  }
  return (
    <Card as="section" className={classes.card} aria-labelledby="join-title">
      <h2 id="join-title" className={classes.title}>
        Join with a code
      </h2>
      <Form aria-labelledby="join-title" onSubmit={onSubmit(ask)}>
        <TextInput
          label="Code"
          description="Twelve letters and digits. An admin of the group then says yes or no."
          placeholder="ABCD-EFGH-JKMN"
          size="md"
          maxLength={longestCode}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('code')}
        />
        <FormProblem failure={problem} />
        <Button type="submit" size="md" variant="default" loading={isSending} disabled={isClosed}>
          Ask to join
        </Button>
      </Form>
    </Card>
  )
}
