/** The bank of the house, and how its statements reach the portal. */
export type BankSettings = {
  /** The house's own account. */
  iban: string
  /** The folder of the channel; empty when statements are only fetched by hand. */
  inbox: string
  /** How long after something happened the day is closed by itself; null for never. */
  closeSeconds: number | null
}

export const HOUSE_IBAN = 'GB93SAND00000012345678'

const IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/
const SECONDS = /^\d{1,5}(\.\d{1,3})?$/

export const readBankSettings = (given: (name: string) => string, problems: string[]): BankSettings => {
  const iban = (given('SANDBOX_BANK_IBAN') || HOUSE_IBAN).replaceAll(' ', '').toUpperCase()
  if (!IBAN.test(iban)) problems.push('SANDBOX_BANK_IBAN must be an IBAN')
  const close = given('SANDBOX_BANK_CLOSE_SECONDS')
  if (close !== '' && !SECONDS.test(close)) problems.push('SANDBOX_BANK_CLOSE_SECONDS must be a number of seconds')
  return { iban, inbox: given('SANDBOX_BANK_INBOX'), closeSeconds: close === '' ? null : Number(close) }
}
