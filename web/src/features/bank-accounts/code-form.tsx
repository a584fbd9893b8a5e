import '@mantine/core/styles/Input.css'
import { enterBankCode } from '@ingot/endpoints/bank-accounts'
import type { BankAccount } from '@ingot/endpoints/bank-fields'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { accountName } from '../../lib/use-bank-accounts.ts'
import { Form } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { triesWords } from './account-words.ts'
import classes from './bank-accounts.module.css'
import { useEnterCode } from './queries.ts'

/** Where the code of a small deposit is entered. */
export const CodeForm = ({ account }: { account: BankAccount }) => {
  const [code, setCode] = useState('')
  const [wasSent, setWasSent] = useState(false)
  const enter = useEnterCode(account)
  const read = enterBankCode.body.safeParse({ code })
  const local = wasSent && !read.success ? read.error.issues[0]?.message : undefined
  const isWrong = enter.error instanceof CallError && enter.error.name === 'BankCodeWrong'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (read.success && !enter.isPending) enter.mutate(read.data.code)
  }
  return (
    <Form aria-label={`Code for ${accountName(account)}`} onSubmit={onSubmit}>
      <div className={classes.code}>
        <TextInput
          label="Code on the deposit"
          description={account.proof?.triesLeft != null && `${triesWords(account.proof.triesLeft)}.`}
          size="md"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          value={code}
          error={local ?? (isWrong ? enter.error?.message : undefined)}
          onChange={(event) => {
            enter.reset()
            setCode(event.currentTarget.value)
          }}
        />
        <Button type="submit" variant="default" size="md" loading={enter.isPending}>
          Check the code
        </Button>
      </div>
      <FormProblem failure={isWrong ? null : enter.error} />
    </Form>
  )
}
