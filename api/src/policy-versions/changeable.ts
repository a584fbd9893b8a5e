export type Unit =
  | 'basis points'
  | 'seconds'
  | 'days'
  | 'quotes'
  | 'holdings'
  | 'plans'
  | 'remittances'
  | 'payments'
  | 'USD'
  | 'USD for one'
  | '1 for on, 0 for off'
  | 'grams'

/** A number that two operators may change while everything runs. */
export type Changeable = {
  /** Where it stands in the policy. */
  name: string
  /** What it decides, in a sentence. */
  says: string
  unit: Unit
  least: string
  most: string
  /** Customers pay it: they are told long before it rises, as this. */
  fee?: string
}
