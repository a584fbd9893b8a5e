import type { DocumentContent } from '@ingot/endpoints/document-content'
import { titleOf, wordOf } from '@ingot/endpoints/movement-words'
import type { MovementDetails, Party } from '@ingot/endpoints/wallet-fields'
import { parseAmount, shownText } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { type About, documentKind } from '../../documents/kind.ts'
import { dayText, figureText, momentText } from '../../documents/words.ts'

type Amounts = MovementDetails['incoming']

/** What stands on the receipt of a movement. Nothing of it changes by itself once the movement is final. */
export type ReceiptData = {
  holder: string[]
  /** The movement's number in its owner's list. */
  movement: string
  type: string
  at: string
  paid: Amounts
  fees: Amounts
  /** Where a fee was taken off what came. */
  withheld?: Amounts
  received: Amounts
  price: string | null
  pair: string | null
  party: { name: string; isAddress: boolean } | null
  /** How it ended; null while it was on its way to the chain, which may take it or refuse it. */
  outcome: 'posted' | 'confirmed' | 'returned' | null
  /** Of the transaction on the chain that is final. */
  hash: string | null
  entries: string[]
}

const partyOf = (party: Party | null): ReceiptData['party'] =>
  // Without the label in the address book: that can be changed, and is a note to oneself.
  party &&
  (party.kind === 'address' ? { name: party.address, isAddress: true } : { name: party.username, isAddress: false })

const outcomeOf = (state: MovementDetails['state']): ReceiptData['outcome'] =>
  state === 'queued' || state === 'sent' ? null : state

export const receiptDataOf = (movement: MovementDetails, holder: string[]): ReceiptData => {
  const outcome = outcomeOf(movement.state)
  return {
    holder,
    movement: movement.number,
    type: movement.type,
    at: movement.at,
    paid: movement.outgoing,
    fees: movement.fees,
    ...(movement.withheld.length > 0 && { withheld: movement.withheld }),
    received: movement.incoming,
    price: movement.price,
    pair: movement.pair,
    party: partyOf(movement.party),
    outcome,
    hash: outcome === null ? null : movement.hash,
    entries: movement.entries.map(({ entry }) => entry),
  }
}

/** As the pages call it, such as ‘Bought QMGT’. */
const titleText = ({ type, received, paid }: ReceiptData): string =>
  titleOf(wordOf(type), { type, incoming: received, outgoing: paid })

const outcomeWords = {
  posted: 'Final',
  confirmed: 'Final, confirmed on the blockchain',
  returned: 'Came back: everything, the fee included, was credited again',
  onItsWay: 'Booked, and on its way to the blockchain when this receipt was issued',
}

type Fact = { label: string; value: string; strong?: boolean }

/** As every page shows it. The exact figures stand at the end. */
const sumsOf = (label: string, amounts: Amounts, strong = false): Fact[] =>
  amounts.map(({ asset, amount }) => ({
    label,
    value: shownText(parseAmount(asset as Asset, amount)),
    ...(strong && { strong }),
  }))

const exactOf = (label: string, amounts: Amounts): Fact[] =>
  amounts.map(({ asset, amount }) => ({ label, value: `${figureText(amount)} ${asset}` }))

const factOf = (label: string, value: string | null | undefined): Fact[] => (value ? [{ label, value }] : [])

const priceText = ({ price, pair }: ReceiptData): string | null => {
  if (price === null) return null
  const [base, quote] = pair?.split('/') ?? []
  return base && quote
    ? `${figureText(price)} ${quote} for 1 ${base}`
    : `${figureText(price)} US dollars for a gram of gold`
}

const layout = (data: ReceiptData, { zone }: About): DocumentContent => {
  const { party, outcome, paid } = data
  const partyLabel = paid.length > 0 ? 'To' : 'From'
  return {
    title: 'Receipt',
    subtitle: `${titleText(data)}, ${dayText(data.at, zone)}`,
    holder: data.holder,
    parts: [
      {
        kind: 'facts',
        heading: 'What was moved',
        facts: [
          ...sumsOf('Paid in all', paid, true),
          ...sumsOf('Of which fee', data.fees),
          ...sumsOf('Received', data.received, true),
          ...sumsOf('Fee, already taken off', data.withheld ?? []),
          ...factOf(party?.isAddress ? `${partyLabel} address` : partyLabel, party?.name),
        ],
      },
      {
        kind: 'facts',
        heading: 'How it was booked',
        facts: [
          ...factOf('Time', momentText(data.at, zone)),
          ...factOf('State', outcomeWords[outcome ?? 'onItsWay']),
          ...factOf('Transaction number', data.movement),
          ...factOf(data.entries.length === 1 ? 'Entry in the books' : 'Entries in the books', data.entries.join(', ')),
          ...factOf('Blockchain transaction', data.hash),
        ],
      },
      {
        kind: 'facts',
        heading: 'Exact figures',
        facts: [
          ...exactOf('Paid in all', paid),
          ...exactOf('Of which fee', data.fees),
          ...exactOf('Received', data.received),
          ...exactOf('Fee, already taken off', data.withheld ?? []),
          ...factOf('Price', priceText(data)),
        ],
      },
    ],
    notes: [`Times are those of ${zone}.`],
  }
}

export const receiptDocument = documentKind<ReceiptData>({ name: 'receipt', prefix: 'RC', title: 'Receipt', layout })
