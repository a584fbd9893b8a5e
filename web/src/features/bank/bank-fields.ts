// What of the page stands in its address.

export const noFields = { show: '', state: '', statement: '', direction: '', kind: '' }

export type BankFields = typeof noFields

export type ViewProps = { fields: BankFields; onChange: (fields: BankFields) => void }

/** What an address names wrongly is left out. */
export const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text)

export const uuidIn = (text: string): string | undefined => (/^[0-9a-f-]{36}$/.test(text) ? text : undefined)
