import { personalInfo } from '@ingot/endpoints/kyc-fields'
import { useState } from 'react'
import { type Entry, filledIn, readEntry } from '../../lib/typed-amount.ts'
import { AmountField } from '../../ui/amount-field.tsx'

/** A draft may hold what never was an amount: that stands there as it was typed. */
const entryAtFirst = (value: string, currency: string): Entry =>
  personalInfo.shape.annualIncome.safeParse(value).success ? filledIn(currency, value) : { text: value }

/**
 * An amount of the form, handed on as plain digits. What cannot be read is handed on as it was typed, so that the draft keeps
 * it and the contract refuses it.
 */
export const PersonalAmount = ({
  label,
  currency,
  value,
  error,
  onChange,
  'data-path': path,
}: {
  label: string
  currency: string
  value: string
  error?: string
  onChange: (value: string) => void
  'data-path'?: string
}) => {
  const [entry, setEntry] = useState(() => entryAtFirst(value, currency))
  const enter = (next: Entry) => {
    setEntry(next)
    onChange(readEntry(next, currency).amount ?? next.text)
  }
  return (
    <AmountField
      label={label}
      entry={entry}
      asset={currency}
      balance={null}
      problem={error}
      onEntry={enter}
      data-path={path}
    />
  )
}
