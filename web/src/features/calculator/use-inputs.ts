import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useAddressFields } from '../../lib/address-fields.ts'
import { fieldsOf, type Inputs, inputsOf, noFields } from './inputs.ts'

/** Browsers take only so many changes of the address in a while. */
const pause = 400

export type Calculating = {
  readonly inputs: Inputs
  readonly change: (changed: Partial<Inputs>) => void
  /** Leads whoever opens it to the same figures at the price of then. */
  readonly link: () => string
}

/** What was typed, which the address follows: a reload and a shared link begin with it. */
export const useInputs = (): Calculating => {
  const [fields, setFields] = useAddressFields(noFields)
  const [inputs, setInputs] = useState(() => inputsOf(fields))
  const write = useDebouncedCallback(setFields, pause)
  return {
    inputs,
    change: (changed) => {
      const next = { ...inputs, ...changed }
      setInputs(next)
      write(fieldsOf(next))
    },
    link: () => {
      const filled = Object.entries(fieldsOf(inputs)).filter(([, value]) => value !== '')
      const asked = new URLSearchParams(filled).toString()
      return `${window.location.origin}/Tools${asked && `?${asked}`}`
    },
  }
}
