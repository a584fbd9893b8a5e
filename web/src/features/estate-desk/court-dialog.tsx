import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { type Beneficiary, type EstateDetails, setBeneficiaries } from '@ingot/endpoints/estate-desk'
import { wholeShare } from '@ingot/endpoints/nominee-fields'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { today } from '../../lib/periods.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { Form, FormText, LinkButton } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { ProofFields } from '../../ui/proof-fields.tsx'
import classes from './estate-desk.module.css'
import { shareOf, sumWords } from './estate-words.ts'
import { useSetBeneficiaries } from './queries.ts'

const { beneficiaries, reason, password, inputCode } = setBeneficiaries.body.shape
const mostPeople = 20

/** A share is typed in percent. */
const typed = z.object({
  beneficiaries: z.array(
    z.object({
      ...beneficiaries.def.element.shape,
      share: z
        .string()
        .check(
          z.refine((text) => shareOf(text) !== null, 'Please enter a share in percent, with at most two decimals.'),
        ),
    }),
  ),
  reason,
  password,
  inputCode,
})

type Guardian = { firstName: string; lastName: string; contact: string; dateOfBirth: string }
type Typed = Omit<Guardian, never> & { middleName: string; share: string; guardian: Guardian | null }
type Values = { beneficiaries: Typed[]; reason: string; password: string; inputCode: string }

const nobody: Guardian = { firstName: '', lastName: '', contact: '', dateOfBirth: '' }
const blank: Typed = { ...nobody, middleName: '', share: '', guardian: null }

const typedOf = ({ firstName, middleName, lastName, contact, dateOfBirth, share, guardian }: Beneficiary): Typed => ({
  ...{ firstName, middleName, lastName, contact, dateOfBirth, guardian },
  share: String(share / 100),
})

const typing = { size: 'sm', autoComplete: 'off', spellCheck: false } as const

type Field = (name: `beneficiaries.${string}`) => object

const GuardianFields = ({ at, field }: { at: `beneficiaries.${number}.guardian`; field: Field }) => (
  <>
    <TextInput label="Guardian’s first name" maxLength={100} {...typing} {...field(`${at}.firstName`)} />
    <TextInput label="Guardian’s last name" maxLength={100} {...typing} {...field(`${at}.lastName`)} />
    <TextInput label="Guardian’s date of birth" type="date" max={today()} size="sm" {...field(`${at}.dateOfBirth`)} />
    <TextInput label="Guardian’s e-mail or phone" maxLength={254} {...typing} {...field(`${at}.contact`)} />
  </>
)

const PersonFields = ({
  place,
  hasGuardian,
  field,
  onGuardian,
  onRemove,
}: {
  place: number
  hasGuardian: boolean
  field: Field
  onGuardian: (has: boolean) => void
  onRemove: (() => void) | null
}) => {
  const at = `beneficiaries.${place}` as const
  return (
    <fieldset className={classes.person}>
      <legend>Person {place + 1}</legend>
      <TextInput label="First name" maxLength={100} {...typing} {...field(`${at}.firstName`)} />
      <TextInput label="Middle name" maxLength={100} {...typing} {...field(`${at}.middleName`)} />
      <TextInput label="Last name" maxLength={100} {...typing} {...field(`${at}.lastName`)} />
      <TextInput label="Date of birth" type="date" max={today()} size="sm" {...field(`${at}.dateOfBirth`)} />
      <TextInput label="E-mail or phone" maxLength={254} {...typing} {...field(`${at}.contact`)} />
      <TextInput label="Share in percent" inputMode="decimal" maxLength={8} {...typing} {...field(`${at}.share`)} />
      <div className={classes.across}>
        <Checkbox
          label="Has a guardian"
          checked={hasGuardian}
          onChange={(event) => onGuardian(event.currentTarget.checked)}
        />
      </div>
      {hasGuardian && <GuardianFields at={`${at}.guardian`} field={field} />}
      {onRemove && (
        <div className={classes.across}>
          <LinkButton aria-label={`Remove person ${place + 1}`} onClick={onRemove}>
            Remove
          </LinkButton>
        </div>
      )}
    </fieldset>
  )
}

const CourtForm = ({ estate, onClose }: { estate: EstateDetails; onClose: () => void }) => {
  const set = useSetBeneficiaries(estate.id)
  const { form, field, onSubmit, problem, isSending } = useContractForm<Values>({
    schema: typed,
    initialValues: {
      beneficiaries: estate.beneficiaries.length > 0 ? estate.beneficiaries.map(typedOf) : [blank],
      ...{ reason: '', password: '', inputCode: '' },
    },
    fieldOf: { PasswordIncorrect: 'password', TwoFactorCodeIncorrect: 'inputCode' },
  })
  const people = form.values.beneficiaries
  const sum = people.reduce((total, { share }) => total + (shareOf(share) ?? 0), 0)
  const send = async ({ beneficiaries: named, reason: why, ...proof }: Values) => {
    await set.mutateAsync({
      beneficiaries: named.map((person) => ({ ...person, share: shareOf(person.share) ?? 0 })),
      reason: why.trim(),
      ...proof,
    })
    onClose()
  }
  return (
    <Form onSubmit={onSubmit(send)}>
      <div className={classes.people}>
        {people.map((person, place) => (
          <PersonFields
            // biome-ignore lint/suspicious/noArrayIndexKey: they have no name until one is typed, and stay in their order
            key={place}
            place={place}
            hasGuardian={person.guardian !== null}
            field={field}
            onGuardian={(has) => form.setFieldValue(`beneficiaries.${place}.guardian`, has ? nobody : null)}
            onRemove={people.length > 1 ? () => form.removeListItem('beneficiaries', place) : null}
          />
        ))}
      </div>
      {people.length < mostPeople && (
        <div>
          <Button variant="default" size="xs" onClick={() => form.insertListItem('beneficiaries', blank)}>
            Add another person
          </Button>
        </div>
      )}
      <p role="status" className={classes.quiet} data-whole={sum === wholeShare}>
        {sumWords(sum)}
      </p>
      <Textarea
        label="Reason"
        description="Which paper of which court says so. Stays in the audit log."
        size="md"
        rows={3}
        maxLength={500}
        {...field('reason')}
      />
      <ProofFields
        password={field('password')}
        inputCode={field('inputCode')}
        onCode={(code) => form.setFieldValue('inputCode', code)}
      />
      <FormProblem failure={problem} />
      <FormActions onCancel={onClose}>
        <Button type="submit" loading={isSending}>
          Set who receives
        </Button>
      </FormActions>
    </Form>
  )
}

/** Who receives where a court says so, all of them at once. */
export const CourtDialog = ({ estate, onClose }: { estate: EstateDetails; onClose: () => void }) => {
  const id = useId()
  return (
    <Dialog title={id} className={classes.dialog} closesBeside={false} onClose={onClose}>
      <div className={classes.content}>
        <DialogHeader id={id} onClose={onClose}>
          Who receives
        </DialogHeader>
        <FormText>
          This replaces the whole list. An accepted court’s paper is then needed before it can be approved.
        </FormText>
        <CourtForm estate={estate} onClose={onClose} />
      </div>
    </Dialog>
  )
}
