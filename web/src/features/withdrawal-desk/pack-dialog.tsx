import { type DeskWithdrawalDetails, packWithdrawal } from '@ingot/endpoints/withdrawal-desk'
import { Button } from '@mantine/core'
import { useId } from 'react'
import * as z from 'zod/mini'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { useContractForm } from '../../lib/contract-form.ts'
import { Amount } from '../../ui/amount.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { ProofFields } from '../../ui/proof-fields.tsx'
import { usePack } from './queries.ts'
import classes from './withdrawal-desk.module.css'
import { barWords } from './withdrawal-words.ts'

const { password, inputCode } = packWithdrawal.body.shape

const PackForm = ({ id, serials, onClose }: { id: string; serials: string[]; onClose: () => void }) => {
  const pack = usePack(id)
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: z.object({ password, inputCode }),
    initialValues: { password: '', inputCode: '' },
    fieldOf: { PasswordIncorrect: 'password', TwoFactorCodeIncorrect: 'inputCode' },
  })
  return (
    <Form
      onSubmit={onSubmit(async (values) => {
        await pack.mutateAsync({ serials, ...values })
        onClose()
      })}
    >
      <ProofFields
        password={{ ...field('password'), 'data-autofocus': true }}
        inputCode={field('inputCode')}
        onCode={(code) => form.setFieldValue('inputCode', code)}
      />
      <FormProblem failure={problem} />
      <FormActions onCancel={onClose}>
        <Button type="submit" loading={isSending}>
          Packed
        </Button>
      </FormActions>
    </Form>
  )
}

/** Says that the bars that were scanned are in the parcel: from then on they have left. */
export const PackDialog = ({
  withdrawal: { id, number, grams, bars },
  serials,
  onClose,
}: {
  withdrawal: DeskWithdrawalDetails
  serials: string[]
  onClose: () => void
}) => {
  const title = useId()
  return (
    <Dialog title={title} className={classes.dialog} closesBeside={false} onClose={onClose}>
      <div className={classes.content}>
        <DialogHeader id={title} onClose={onClose}>{`Pack withdrawal ${number}`}</DialogHeader>
        <FormText>
          {barWords(bars.length)} with <Amount value={grams} asset="g" decimals={decimalsOf('XAU')} /> of fine gold
          leave the register, and the tokens for them are burnt. This cannot be taken back.
        </FormText>
        <PackForm id={id} serials={serials} onClose={onClose} />
      </div>
    </Dialog>
  )
}
