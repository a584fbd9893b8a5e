// What movements are called, wherever somebody reads of them: on pages and on paper.

/** How a type of movements is told. */
export type MovementWord = {
  /** Stands before the name of the asset: ‘Bought’ QMGT. */
  readonly verb: string
  /** What tells it from others with the same verb, where one is chosen: Sent ‘to a customer’. */
  readonly kind?: string
  /** Which asset is named where something came and something left; what came, unless told. */
  readonly names?: 'incoming' | 'outgoing' | 'both'
  /** Who is on the other side where nobody is named. */
  readonly unnamed?: string
}

type MovementWords = Readonly<Record<string, MovementWord>>

export const tradeMovements: MovementWords = {
  buy: { verb: 'Bought' },
  sell: { verb: 'Sold', names: 'outgoing' },
  swap: { verb: 'Swapped', names: 'both' },
}

export const holdingMovements: MovementWords = {
  gae: { verb: 'Booked' },
  gaex: { verb: 'Topped up' },
  convert: { verb: 'Converted to' },
  gds: { verb: 'Booked', kind: 'in a group' },
  'gae-termination': { verb: 'Ended', kind: 'of a GAE', names: 'outgoing' },
  'gaex-termination': { verb: 'Ended', kind: 'of a GAE Extra', names: 'outgoing' },
  'gca-termination': { verb: 'Ended', kind: 'of Gold Convert', names: 'outgoing' },
  'gds-termination': { verb: 'Ended', kind: 'of GDS', names: 'outgoing' },
}

export const remittanceMovements: MovementWords = {
  'remittance-in': { verb: 'Received', kind: 'by bank', unnamed: 'your bank account' },
  remittance: { verb: 'Booked', kind: 'from a remittance' },
  'remittance-returned': {
    verb: 'Returned',
    kind: 'to a bank',
    names: 'outgoing',
    unnamed: 'the bank account it came from',
  },
  'remittance-reversed': { verb: 'Taken back', kind: 'by a bank', names: 'outgoing' },
}

export const paymentMovements: MovementWords = {
  payment: { verb: 'Booked', kind: 'from a card payment' },
  'payment-refunded': { verb: 'Taken back', kind: 'with a refund to a card', names: 'outgoing' },
  'payment-lost': { verb: 'Taken back', kind: 'after a card dispute', names: 'outgoing' },
}

export const debtMovements: MovementWords = {
  'debt-settled': { verb: 'Settled with', kind: 'of what was owed', names: 'outgoing' },
}

export const walletMovements: MovementWords = {
  deposit: { verb: 'Deposited', unnamed: 'outside' },
  'transfer-in': { verb: 'Received', kind: 'from a customer' },
  'transfer-out': { verb: 'Sent', kind: 'to a customer' },
  send: { verb: 'Sent', kind: 'to an address' },
  'send-returned': { verb: 'Returned' },
  restored: { verb: 'Booked again', kind: 'after the books were set back', names: 'both' },
}

export const payoutMovements: MovementWords = {
  payout: { verb: 'Paid out', unnamed: 'your bank account' },
  'payout-returned': { verb: 'Returned', kind: 'of a payout', unnamed: 'your bank' },
}

export const withdrawalMovements: MovementWords = {
  withdrawal: { verb: 'Taken out', kind: 'as bars', names: 'outgoing' },
  'withdrawal-credited': { verb: 'Made good', kind: 'for bars that were lost or came back' },
}

export const estateMovements: MovementWords = {
  'estate-passed': { verb: 'Passed on', kind: 'to who receives', names: 'outgoing' },
  inherited: { verb: 'Received', kind: 'from an estate' },
}

export const stakingMovements: MovementWords = {
  stake: { verb: 'Staked', kind: 'QMGT for a term' },
  'stake-end': { verb: 'Released', kind: 'QMGT at the end of a term' },
  'stake-left': { verb: 'Released', kind: 'QMGT after notice' },
  reward: { verb: 'Received', kind: 'as a reward' },
  'reward-sold': { verb: 'Received', kind: 'for a reward that was sold' },
  'referral-reward': { verb: 'Received', kind: 'for bringing others' },
}

const all: MovementWords = {
  ...tradeMovements,
  ...holdingMovements,
  ...remittanceMovements,
  ...paymentMovements,
  ...debtMovements,
  ...payoutMovements,
  ...withdrawalMovements,
  ...estateMovements,
  ...stakingMovements,
  ...walletMovements,
}

/** How a type is told; undefined for one that nobody has words for. */
export const wordOf = (type: string): MovementWord | undefined => (Object.hasOwn(all, type) ? all[type] : undefined)

/** What nobody has words for is told by its name. */
export const byName = (name: string): string => {
  const told = name.replaceAll('-', ' ')
  return told.charAt(0).toUpperCase() + told.slice(1)
}

type Moved = {
  type: string
  incoming: readonly { asset: string }[]
  outgoing: readonly { asset: string }[]
}

/** What happened, with the asset: ‘Bought QMGT’. */
export const titleOf = (word: MovementWord | undefined, { type, incoming, outgoing }: Moved): string => {
  const [came, paid] = [incoming[0]?.asset, outgoing[0]?.asset]
  const asset = (word?.names === 'outgoing' ? paid : came) ?? came ?? paid
  const verb = word?.verb ?? byName(type)
  if (asset === undefined) return word?.kind === undefined ? verb : `${verb} ${word.kind}`
  if (!word) return `${verb}, ${asset}`
  return word.names === 'both' && paid !== undefined ? `${verb} ${paid} for ${asset}` : `${verb} ${asset}`
}
