import '@mantine/core/styles/Input.css'
import { type DeskWithdrawalDetails, handOverWithdrawal } from '@ingot/endpoints/withdrawal-desk'
import { Button, TextInput } from '@mantine/core'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form, FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useHandOver } from './queries.ts'
import classes from './withdrawal-desk.module.css'

/** As many wrong codes are taken for one handover. */
const mostWrongCodes = 5

/** Hands over at the counter: whoever collects says the code that the portal shows. */
export const Counter = ({ withdrawal: { id, wrongCodes } }: { withdrawal: DeskWithdrawalDetails }) => {
  const handOver = useHandOver(id)
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: handOverWithdrawal.body,
    initialValues: { code: '' },
    fieldOf: { ReleaseRefused: 'code' },
  })
  if (wrongCodes >= mostWrongCodes)
    return (
      <FormText>
        {wrongCodes} wrong codes were entered, so none is taken any more. Make sure who stands here. Only then give a
        new code, which the customer reads in the portal.
      </FormText>
    )
  return (
    <div className={classes.narrow}>
      <Form onSubmit={onSubmit((values) => handOver.mutateAsync(values))}>
        <TextInput
          label="Release code"
          description="Six digits, as whoever collects it says them. After five wrong ones no more are taken."
          size="md"
          inputMode="numeric"
          maxLength={12}
          autoComplete="off"
          spellCheck={false}
          {...field('code')}
          onChange={(event) => form.setFieldValue('code', event.currentTarget.value.replaceAll(/[\s-]/g, ''))}
        />
        <FormProblem failure={problem} />
        <div>
          <Button type="submit" loading={isSending}>
            Hand over
          </Button>
        </div>
      </Form>
    </div>
  )
}
