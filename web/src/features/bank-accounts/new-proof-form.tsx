import type { BankAccount } from '@ingot/endpoints/bank-fields'
import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { accountName } from '../../lib/use-bank-accounts.ts'
import { Form } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { type Proof, proofOf, type SentFile } from './bank-data.ts'
import { ProofFields } from './proof-fields.tsx'
import { useProveAccount } from './queries.ts'

/** Another proof, for an account whose last one did not do. */
export const NewProofForm = ({
  account,
  depositDays,
  onClose,
}: {
  account: BankAccount
  depositDays: number
  onClose: () => void
}) => {
  const [kind, setKind] = useState<Proof['kind']>('statement')
  const [statement, setStatement] = useState<SentFile | null>(null)
  const [wasSent, setWasSent] = useState(false)
  const prove = useProveAccount(account)
  const proof = proofOf(kind, statement)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (proof && !prove.isPending) prove.mutate(proof, { onSuccess: (given) => given !== undefined && onClose() })
  }
  return (
    <Form aria-label={`Another proof for ${accountName(account)}`} onSubmit={onSubmit}>
      <ProofFields
        kind={kind}
        statement={statement}
        depositDays={depositDays}
        problem={wasSent && !proof ? 'Please send the statement first.' : undefined}
        onKind={setKind}
        onStatement={setStatement}
      />
      <FormProblem failure={prove.error} />
      <FormActions onCancel={onClose}>
        <Button type="submit" variant="default" loading={prove.isPending}>
          Give this proof
        </Button>
      </FormActions>
    </Form>
  )
}
