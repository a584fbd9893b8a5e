import '@mantine/core/styles/Input.css'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useState } from 'react'
import classes from './search-field.module.css'

/** Finds by what is typed, once the button is pressed. */
export const SearchField = ({
  value,
  onFind,
  ...field
}: {
  label: string
  placeholder?: string
  maxLength: number
  /** What was looked for last. */
  value: string
  onFind: (wanted: string) => void
}) => {
  const [typed, setTyped] = useState(value)
  // Emptied by “Show all”, or changed by the way back.
  useEffect(() => setTyped(value), [value])
  const find = (event: FormEvent) => {
    event.preventDefault()
    onFind(typed.trim())
  }
  return (
    <form className={classes.search} onSubmit={find}>
      <TextInput
        {...field}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default">
        Find
      </Button>
    </form>
  )
}
