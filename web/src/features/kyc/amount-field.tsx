import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { plainAmount, shownAmount } from './typed-amount.ts'

/** Typed as people write amounts, and handed on as plain digits. */
export const AmountField = ({
  value,
  onChange,
  onBlur,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange'> & { value: string; onChange: (plain: string) => void }) => {
  // Kept as typed: a group must not appear under the hands.
  const [typed, setTyped] = useState(() => shownAmount(value))
  return (
    <TextInput
      {...props}
      inputMode="decimal"
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        onChange(plainAmount(event.currentTarget.value))
      }}
      onBlur={(event) => {
        onBlur?.(event)
        setTyped(shownAmount(value))
      }}
    />
  )
}
