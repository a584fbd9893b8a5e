import '@mantine/core/styles/Input.css'
import { relations } from '@ingot/endpoints/nominee-fields'
import { NativeSelect, TextInput } from '@mantine/core'
import { idTypeChoices } from '../../lib/id-type-words.ts'
import { DayField } from '../../ui/day-field.tsx'
import type { StepName, Typed } from './nominee-typing.ts'

/** What a field shows: which it is, what was typed, and what is wrong with it. */
type Fields = {
  typed: Typed
  problems: Partial<Record<string, string>>
  onChange: (changes: Partial<Typed>) => void
}

const nothingChosen = { value: '', label: '' }

/** It is somebody else who is told of: the browser would fill in the reader. */
const plain = { size: 'md', autoComplete: 'off', autoCorrect: 'off', spellCheck: false } as const

const Text = ({
  name,
  label,
  description,
  of: { typed, problems, onChange },
}: {
  name: keyof Typed
  label: string
  description?: string
  of: Fields
}) => (
  <TextInput
    {...plain}
    label={label}
    description={description}
    maxLength={254}
    value={typed[name]}
    error={problems[name]}
    onChange={(event) => onChange({ [name]: event.currentTarget.value })}
  />
)

const Choice = ({
  name,
  label,
  choices,
  of: { typed, problems, onChange },
}: {
  name: keyof Typed
  label: string
  choices: readonly { value: string; label: string }[]
  of: Fields
}) => (
  <NativeSelect
    label={label}
    size="md"
    data={[nothingChosen, ...choices]}
    value={typed[name]}
    error={problems[name]}
    onChange={(event) => onChange({ [name]: event.currentTarget.value })}
  />
)

const Day = ({ name, label, of: { typed, problems, onChange } }: { name: keyof Typed; label: string; of: Fields }) => (
  <DayField label={label} value={typed[name]} error={problems[name]} onChange={(day) => onChange({ [name]: day })} />
)

const reach = 'An e-mail address, or a phone number with its country code. By e-mail we can reach them ourselves.'

/** The fields of one step. */
export const NomineeFields = ({ step, left, ...of }: Fields & { step: Exclude<StepName, 'look'>; left: string }) => {
  switch (step) {
    case 'person':
      return (
        <>
          <Text name="firstName" label="First name" of={of} />
          <Text name="middleName" label="Middle name (optional)" of={of} />
          <Text name="lastName" label="Last name" of={of} />
          <Day name="dateOfBirth" label="Date of birth" of={of} />
        </>
      )
    case 'contact':
      return (
        <>
          <Text name="contact" label="E-mail or phone" description={reach} of={of} />
          <Text name="address" label="Address" of={of} />
          <Text name="city" label="City" of={of} />
          <Text name="postalCode" label="Postal code (optional)" of={of} />
        </>
      )
    case 'relation':
      return (
        <>
          <Choice
            name="relationTestator"
            label="Relation to you"
            choices={relations.map((relation) => ({ value: relation, label: relation }))}
            of={of}
          />
          <Choice name="idType" label="Document they will identify themselves with" choices={idTypeChoices} of={of} />
        </>
      )
    case 'share':
      return <Text name="share" label="Share in percent" description={left} of={of} />
    case 'guardian':
      return (
        <>
          <Text name="guardianFirstName" label="Guardian’s first name" of={of} />
          <Text name="guardianLastName" label="Guardian’s last name" of={of} />
          <Text name="guardianContact" label="Guardian’s e-mail or phone" of={of} />
          <Day name="guardianDateOfBirth" label="Guardian’s date of birth" of={of} />
        </>
      )
  }
}
