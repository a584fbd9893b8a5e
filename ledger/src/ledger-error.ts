export type LedgerRefusal =
  | 'BalanceTooLow'
  | 'VaultExhausted'
  | 'BarKnown'
  | 'NoSuchBar'
  | 'DeliveryKnown'
  | 'ReferenceReused'
  | 'AlreadyReversed'
  | 'NoSuchEntry'
  | 'NotReversible'
  | 'NoSuchHold'
  | 'HoldEnded'
  | 'MoreThanHeld'
  | 'IssuingStopped'

/** Something the ledger does not do, by name: the caller decides what a customer reads. */
export class LedgerError extends Error {
  override name = 'LedgerError'
  readonly refusal: LedgerRefusal
  /** The account that had too little, as owner/asset/purpose. */
  readonly account: string | undefined

  constructor(refusal: LedgerRefusal, what: string, account?: string) {
    super(`${refusal}: ${what}`)
    this.refusal = refusal
    this.account = account
  }
}

/** The constraints by which the database refuses what the code should have refused already, or could not know. */
const constraints: Record<string, LedgerRefusal> = {
  ledger_lines_units_after_check: 'BalanceTooLow',
  ledger_balances_units_check: 'BalanceTooLow',
  ledger_entries_reference_key: 'ReferenceReused',
  ledger_entries_reverses_key: 'AlreadyReversed',
  ledger_hold_ends_pkey: 'HoldEnded',
  vault_bars_in_once: 'BarKnown',
  vault_deliveries_pkey: 'DeliveryKnown',
}

/** Gold that no customer was promised yet: when it is used up, nothing more is sold. */
const vault = 'house/XAU/unallocated'

type Refused = { constraint?: string | null; detail?: string | null }

/** Names a refusal of the database; what it cannot name is a bug and stays as it is. */
export const refusalOf = ({ constraint, detail }: Refused, what: string): LedgerError | undefined => {
  const refusal = constraint ? constraints[constraint] : undefined
  if (!refusal) return
  if (refusal !== 'BalanceTooLow') return new LedgerError(refusal, what)
  const account = detail ?? undefined
  return new LedgerError(account === vault ? 'VaultExhausted' : refusal, what, account)
}

export const namingRefusals = async <T>(what: string, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw refusalOf(error as Refused, what) ?? error
  }
}
