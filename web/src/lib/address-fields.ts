import { useSearchParams } from 'react-router'

/**
 * Fields that live in the page's address, so that a reload, a bookmark and the way back keep them. An empty field is not
 * written. `none` names the fields, each empty.
 */
export const useAddressFields = <T extends Record<string, string>>(none: T): [T, (fields: T) => void] => {
  const [parameters, setParameters] = useSearchParams()
  const fields = Object.fromEntries(Object.keys(none).map((name) => [name, parameters.get(name) ?? ''])) as T
  const set = (changed: T) => {
    const filled = Object.entries(changed).filter(([, value]) => value !== '')
    // In place of the address before: the way back leads to the page one came from, not through every choice.
    setParameters(filled, { replace: true, preventScrollReset: true })
  }
  return [fields, set]
}
