import '@mantine/core/styles/Combobox.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Popover.css'
import '@mantine/core/styles/ScrollArea.css'
import { Autocomplete, NativeSelect, Select, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { DayField } from '../../ui/day-field.tsx'
import { PersonalAmount } from './personal-amount.tsx'
import type { PersonalField } from './personal-sections.ts'

/** As long as a draft may be. */
const longest = 200
/** More than fit below each other are found by typing. */
const mostSuggestions = 8

/**
 * Hundreds of options in the page that nobody sees would make every key slow. They come without a fade: whoever types and
 * presses Enter is faster than one.
 */
const closedUntilAsked = { keepMounted: false, transitionProps: { duration: 0 } }

/** Hints below, so that fields beside each other stand on one line. */
const inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

const nothingChosen = { value: '', label: '' }

/** One field of the form, by its kind. */
export const PersonalFieldInput = ({
  field,
  input,
  currency,
}: {
  field: PersonalField
  input: GetInputPropsReturnType
  /** Of the amounts in the form. */
  currency: string
}) => {
  const shared = {
    label: field.isOptional ? `${field.label} (optional)` : field.label,
    description: field.hint,
    size: 'md',
    inputWrapperOrder,
    autoComplete: field.autoComplete ?? 'off',
    ...input,
  } as const
  switch (field.kind) {
    case 'date':
      return <DayField {...input} isOwnBirthday label={field.label} value={input.value} onChange={input.onChange} />
    case 'choice':
      return <NativeSelect {...shared} data={[nothingChosen, ...field.choices]} />
    case 'search':
      return (
        <Select
          {...shared}
          data={field.choices}
          value={input.value === '' ? null : input.value}
          onChange={(value) => input.onChange(value ?? '')}
          searchable
          openOnFocus={false}
          selectFirstOptionOnChange
          // Otherwise the kit forgets what is marked a moment after opening, and Enter sends the form instead.
          selectFirstOptionOnDropdownOpen
          comboboxProps={closedUntilAsked}
          nothingFoundMessage="Nothing found"
          placeholder="Type to search"
        />
      )
    case 'suggestion':
      return (
        <Autocomplete
          {...shared}
          data={field.suggestions}
          limit={mostSuggestions}
          maxLength={longest}
          openOnFocus={false}
          comboboxProps={closedUntilAsked}
        />
      )
    case 'phone':
      return <TextInput {...shared} type="tel" maxLength={longest} />
    case 'amount':
      // Another currency has its own decimals to show.
      return (
        <PersonalAmount
          key={currency}
          {...input}
          label={field.label}
          currency={currency}
          value={input.value}
          onChange={input.onChange}
        />
      )
    case 'text':
      return <TextInput {...shared} maxLength={longest} />
  }
}
