import { Input, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { type DateParts, dateOf, partsOf } from '../lib/day-parts.ts'
import classes from './day-field.module.css'

const monthName = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

const months = [
  { value: '', label: '' },
  ...Array.from({ length: 12 }, (_, index) => ({
    value: String(index + 1).padStart(2, '0'),
    label: monthName.format(new Date(Date.UTC(2000, index))),
  })),
]

const digitsOf = (text: string, most: number) => text.replaceAll(/\D/g, '').slice(0, most)

/** Three fields: nobody scrolls a calendar back to a year of birth, and a named month cannot be mistaken for a day. */
export const DayField = ({
  label,
  value,
  error,
  onChange,
  isOwnBirthday = false,
  'data-path': path,
}: {
  label: string
  value: string
  error?: ReactNode
  onChange: (date: string) => void
  /** The reader's own, which the browser may know. */
  isOwnBirthday?: boolean
  'data-path'?: string
}) => {
  const id = useId()
  // Kept as typed: a day must not become "01" before its second digit.
  const [parts, setParts] = useState(() => partsOf(value))
  const change = (changes: Partial<DateParts>) => {
    const next = { ...parts, ...changes }
    setParts(next)
    onChange(dateOf(next))
  }
  const known = (part: string) => (isOwnBirthday ? `bday-${part}` : 'off')
  const shared = { size: 'md', error: Boolean(error), 'aria-describedby': error ? `${id}-error` : undefined } as const
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{label}</legend>
      <div className={classes.parts}>
        <TextInput
          label="Day"
          inputMode="numeric"
          autoComplete={known('day')}
          value={parts.day}
          data-path={path}
          onChange={(event) => change({ day: digitsOf(event.currentTarget.value, 2) })}
          {...shared}
        />
        <NativeSelect
          label="Month"
          autoComplete={known('month')}
          data={months}
          value={parts.month}
          onChange={(event) => change({ month: event.currentTarget.value })}
          {...shared}
        />
        <TextInput
          label="Year"
          inputMode="numeric"
          autoComplete={known('year')}
          value={parts.year}
          onChange={(event) => change({ year: digitsOf(event.currentTarget.value, 4) })}
          {...shared}
        />
      </div>
      {error && (
        <Input.Error id={`${id}-error`} className={classes.error}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}
