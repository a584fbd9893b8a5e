export type LedgerRefusal =
  | 'BalanceTooLow'
  | 'ReferenceReused'
  | 'AlreadyReversed'
  | 'NoSuchEntry'
  | 'NotReversible'
  | 'NoSuchHold'
  | 'HoldEnded'
  | 'MoreThanHeld'

/** Something the ledger does not do, by name: the caller decides what a customer reads. */
export class LedgerError extends Error {
  override name = 'LedgerError'
  readonly refusal: LedgerRefusal

  constructor(refusal: LedgerRefusal, what: string) {
    super(`${refusal}: ${what}`)
    this.refusal = refusal
  }
}

/** The constraints by which the database refuses what the code should have refused already, or could not know. */
const constraints: Record<string, LedgerRefusal> = {
  ledger_lines_units_after_check: 'BalanceTooLow',
  ledger_balances_units_check: 'BalanceTooLow',
  ledger_entries_reference_key: 'ReferenceReused',
  ledger_entries_reverses_key: 'AlreadyReversed',
  ledger_hold_ends_pkey: 'HoldEnded',
}

/** Names a refusal of the database; what it cannot name is a bug and stays as it is. */
export const refusalOf = (constraint: string | null | undefined, what: string): LedgerError | undefined => {
  const refusal = constraint ? constraints[constraint] : undefined
  return refusal && new LedgerError(refusal, what)
}

export const namingRefusals = async <T>(what: string, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw refusalOf((error as { constraint?: string }).constraint, what) ?? error
  }
}
