import { useAddressFields } from './address-fields.ts'
import { type Days, momentsOf } from './days.ts'

const noFields = { state: '', from: '', until: '' }

/** A list narrowed by state and days, both in the page's address. What an address names wrongly narrows nothing. */
export const useNarrowing = <State extends string>(states: readonly State[]) => {
  const [fields, setFields] = useAddressFields(noFields)
  const filter = { state: states.find((state) => state === fields.state), ...momentsOf(fields) }
  return {
    states,
    filter,
    isNarrowed: Object.values(filter).some((value) => value !== undefined),
    days: { from: fields.from, until: fields.until },
    narrow: (to: Days | { state: string }) => setFields({ ...fields, ...to }),
    showAll: () => setFields(noFields),
  }
}

export type Narrowing<State extends string> = ReturnType<typeof useNarrowing<State>>
