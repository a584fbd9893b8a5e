/** A kind that is not named here is told by its own name. */
const kinds: Readonly<Record<string, string>> = {
  statement: 'Account statement',
  'balance-confirmation': 'Confirmation of balances',
  'tax-report': 'Tax report',
  'reward-report': 'Report of rewards',
  receipt: 'Receipt',
  'booking-note': 'Booking note',
  'termination-note': 'Termination note',
  'delivery-note': 'Delivery note',
  'gae-statement': 'GAE account statement',
  'gds-certificate': 'GDS certificate',
}

export const knownKinds = Object.keys(kinds)

export const kindWord = (kind: string): string =>
  kinds[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ')
