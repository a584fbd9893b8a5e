/** What stands where nothing is known; never an empty place, which would look like an answer. */
const unknown = '—'

/** The beginning and the end of a wallet address, enough to recognise it by. */
export const shortAddress = (address: string | undefined, first: number, last: number): string =>
  address === undefined ? unknown : `${address.slice(0, first)}…${address.slice(-last)}`
