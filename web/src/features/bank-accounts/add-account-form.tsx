import '@mantine/core/styles/Input.css'
import type { BankAccount } from '@ingot/endpoints/bank-fields'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { CallError } from '../../lib/call-error.ts'
import { countries } from '../../lib/country-names.ts'
import type { BankAccounts } from '../../lib/use-bank-accounts.ts'
import { Card } from '../../ui/card.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import classes from './bank-accounts.module.css'
import { type BankData, endingOf, type Problems, readBankData, useBankData } from './bank-data.ts'
import { ProofFields } from './proof-fields.tsx'
import { useAddAccount } from './queries.ts'

const ways = [
  { value: 'iban', label: 'By IBAN' },
  { value: 'number', label: 'By number and BIC' },
] as const

const plain = {
  size: 'md',
  autoComplete: 'off',
  autoCorrect: 'off',
  spellCheck: false,
} as const

type Fields = { data: BankData; problems: Problems; onChange: (changes: Partial<BankData>) => void }

const countryChoices = [{ value: '', label: '' }, ...countries]

const NumberFields = ({ data, problems, onChange }: Fields) =>
  data.way === 'iban' ? (
    <TextInput
      {...plain}
      label="IBAN"
      autoCapitalize="characters"
      maxLength={44}
      classNames={{ input: classes.number ?? '' }}
      value={data.iban}
      error={problems.iban}
      onChange={(event) => onChange({ iban: event.currentTarget.value })}
    />
  ) : (
    <>
      <NativeSelect
        label="Country of the bank"
        size="md"
        data={countryChoices}
        value={data.country}
        error={problems.country}
        onChange={(event) => onChange({ country: event.currentTarget.value })}
      />
      <TextInput
        {...plain}
        label="Name of the bank"
        maxLength={70}
        value={data.bank}
        error={problems.bank}
        onChange={(event) => onChange({ bank: event.currentTarget.value })}
      />
      <TextInput
        {...plain}
        label="Account number"
        maxLength={34}
        classNames={{ input: classes.number ?? '' }}
        value={data.number}
        error={problems.number}
        onChange={(event) => onChange({ number: event.currentTarget.value })}
      />
      <TextInput
        {...plain}
        label="BIC"
        autoCapitalize="characters"
        maxLength={11}
        classNames={{ input: classes.number ?? '' }}
        value={data.bic}
        error={problems.bic}
        onChange={(event) => onChange({ bic: event.currentTarget.value })}
      />
    </>
  )

/** What the server says about the number stands at the number. */
const refusalAt = (failure: Error | null, { way }: BankData): Problems =>
  failure instanceof CallError && failure.name === 'BankNumberWrong' ? { [way]: failure.message } : {}

/** The first wrong field has the focus, in the order in which they stand. */
const focusFirstWrong = (form: HTMLFormElement) =>
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

/** A new account in the customer's own name, with its proof; confirmed with PIN and 2FA code. */
export const AddAccountForm = ({
  accounts: { name, newAccountHours, depositDays },
  onDone,
  onCancel,
}: {
  accounts: BankAccounts
  onDone: (account: BankAccount) => void
  onCancel: () => void
}) => {
  const { data, change, empty } = useBankData(name)
  const [wasSent, setWasSent] = useState(false)
  const add = useAddAccount()
  const read = readBankData(data)
  const refused = refusalAt(add.error, data)
  const problems = { ...refused, ...(wasSent && 'problems' in read && read.problems) }

  const onChange = (changes: Partial<BankData>) => {
    add.reset()
    change(changes)
  }
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setWasSent(true)
    if ('problems' in read) return focusFirstWrong(event.currentTarget)
    if (add.isPending) return
    const added = await add.mutateAsync({ body: read.body, ending: endingOf(data) }).catch(() => undefined)
    if (added === undefined) return
    empty()
    onDone(added.data)
  }
  return (
    <Card as="section" className={classes.form} aria-labelledby="add-account-title">
      <h2 id="add-account-title" className={classes.title}>
        Add a bank account
      </h2>
      <Form aria-labelledby="add-account-title" onSubmit={(event) => void onSubmit(event)}>
        <TextInput
          {...plain}
          label="Name on the account"
          description={name === null ? undefined : `It has to be your own. We know you as ${name}.`}
          maxLength={140}
          value={data.holder}
          error={problems.holder}
          onChange={(event) => onChange({ holder: event.currentTarget.value })}
        />
        <Labelled
          label="How your bank names the account"
          choices={ways}
          value={data.way}
          onChange={(way) => onChange({ way })}
        />
        <NumberFields data={data} problems={problems} onChange={onChange} />
        <ProofFields
          kind={data.proof}
          statement={data.statement}
          depositDays={depositDays}
          problem={problems.statement}
          onKind={(proof) => onChange({ proof })}
          onStatement={(statement) => onChange({ statement })}
        />
        <FormText isQuiet>
          Nothing is paid out to a new account for {newAccountHours} hours. We e-mail you at once, so that you can
          remove one that is not yours.
        </FormText>
        <FormProblem failure={Object.keys(refused).length > 0 ? null : add.error} />
        <FormActions
          onCancel={() => {
            empty()
            onCancel()
          }}
        >
          <Button type="submit" loading={add.isPending}>
            Add the account
          </Button>
        </FormActions>
        <FormText isQuiet>You confirm with your PIN and 2FA code.</FormText>
      </Form>
    </Card>
  )
}
