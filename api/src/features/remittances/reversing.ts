import type { Tx } from '@ingot/db/connect'
import { MoveRefused } from '@ingot/db/states'
import { houseAccount } from '@ingot/ledger/account'
import { recordMovements } from '@ingot/ledger/movement'
import { type Move, move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { convert } from '@ingot/money/convert'
import { formatDecimal } from '@ingot/money/decimal'
import { customerPays } from '@ingot/money/rounding'
import type { BankPart, Line, Taken } from '../../bank/part.ts'
import { cancelPayment } from '../../bank/payments.ts'
import { reverseDocuments } from '../../documents/engine.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import { owe } from '../debts/debts.ts'
import { reshareParts } from '../estates/resharing.ts'
import { pair } from '../holdings/rules.ts'
import { beginTakingBack, endTakingBack } from '../holdings/take-back.ts'
import { isMarketOpen } from '../trade/market.ts'
import { readBoard } from '../trade/price-store.ts'
import { askRate, least, spreadOf } from '../trade/rules.ts'
import { placeOf, type Remittances, tell } from './remittances.ts'
import { takenOf } from './rules.ts'
import * as store from './store.ts'

const outside = houseAccount('USD', 'outside')
const bank = houseAccount('USD', 'bank')
const byBank = (at: Date) => ({ by: 'bank', at })

const movesOf = (cents: bigint, from: typeof bank): Move[] =>
  cents === 0n ? [] : [move(amountOf('USD', cents), { from, to: outside })]

/** What a gram costs now, by the last price that was believed: the bank does not wait until there is a newer one. */
export const askNow = async (tx: Tx, at: Date) => {
  const { reading } = await readBoard(tx)
  if (!reading) throw new Error('something was booked, and there never was a price')
  const { trade } = await numbersIn(tx, at)
  return askRate(pair, reading, spreadOf(trade.pairs[pair], isMarketOpen(at) ? 'open' : 'closed'))
}

type Reversal = { row: store.Remittance; line: Line; at: Date }

/** Notes what is owed of a remittance, and gives the moves that belong to it. */
const owing = async (
  tx: Tx,
  remittances: Remittances,
  { row: { id, customer, settled }, at }: Reversal,
  { gone, more }: { gone: bigint; more: bigint },
): Promise<Move[]> => {
  // Only what had settled a debt is owed again; what banks kept on the way is the house's loss.
  const again = least(more, settled)
  if (gone === 0n && again === 0n) return []
  const ask = await askNow(tx, at)
  const { units: worth } = convert(amountOf('GCA', gone), ask, 'USD', customerPays)
  const debt = { customer, cause: 'remittance' as const, subject: id, price: formatDecimal(ask), at }
  return [
    ...(worth > 0n ? [await owe(tx, remittances, { ...debt, units: gone, cents: worth })] : []),
    ...(again > 0n ? [await owe(tx, remittances, { ...debt, units: 0n, cents: again })] : []),
  ]
}

const entryOf = ({ row, line }: Reversal, moves: Move[]) => ({
  reference: `remittance-reversed:${line.id}`,
  kind: 'remittance-reversed',
  causedBy: 'bank',
  moves,
  details: { remittance: row.number, line: line.number },
})

/** Tells how it stands after so much of it was taken back: all of it, or a part. */
const settleState = async (tx: Tx, remittances: Remittances, { row, line, at }: Reversal, left: bigint) => {
  const taken = row.taken + line.cents
  const set = { taken_cents: String(taken), left_cents: String(left) }
  if (taken === row.arrived) await store.moveTo(tx, row.id, { to: 'Reversed', reason: 'taken-back', set }, byBank(at))
  else if (row.state === 'Received' || row.state === 'Held')
    // What is left is no longer what was looked at, so somebody looks again.
    await store.save(tx, row.id, { ...set, reason: 'taken-back', try_at: null })
  else await store.save(tx, row.id, { ...set, reason: 'taken-back' })
  await tell(tx, remittances, row, 'reversed')
  return taken === row.arrived
}

/** Money that was not booked goes as it came; what of it had settled a debt is owed again. */
const takeUnbooked = async (tx: Tx, remittances: Remittances, reversal: Reversal) => {
  const { row, line } = reversal
  const lying = least(row.left, line.cents)
  const again = line.cents - lying
  const { entry } = await post(
    tx,
    entryOf(reversal, [
      ...(lying === 0n ? [] : [move(amountOf('USD', lying), { from: placeOf(row.customer, row.liesIn), to: outside })]),
      ...movesOf(again, bank),
      ...(await owing(tx, remittances, reversal, { gone: 0n, more: again })),
    ]),
  )
  if (lying > 0n && row.liesIn === 'held')
    await recordMovements(tx, [{ owner: `customer:${row.customer}`, type: 'remittance-reversed', entry }])
  await settleState(tx, remittances, reversal, row.left - lying)
}

/** What was booked from the money goes back, as far as it is there; what is gone is owed. All of it in one entry. */
const takeBooked = async (tx: Tx, remittances: Remittances, reversal: Reversal) => {
  const { row, line, at } = reversal
  const { customer, holding } = row
  const booking = holding === null ? { units: 0n, fee: 0n } : await store.readBooked(tx, holding)
  // What was taken back before anything was booked does not count here.
  const early = row.arrived - row.settled - row.booked
  const before = row.taken > early ? row.taken - early : 0n
  const share = takenOf({ cents: row.booked, ...booking }, before, line.cents)
  const back = holding === null ? undefined : await beginTakingBack(tx, { customer, holding, units: share.units })
  const owed = await owing(tx, remittances, reversal, { gone: back?.gone ?? 0n, more: share.owedAgain })
  const { entry } = await post(
    tx,
    entryOf(reversal, [
      ...(back?.moves ?? []),
      ...movesOf(line.cents - share.fee, bank),
      ...movesOf(share.fee, houseAccount('USD', 'fees')),
      ...owed,
    ]),
  )
  if (back) {
    await endTakingBack(tx, back, { entry, reshare: reshareParts, ...byBank(at) })
    if (back.units > 0n)
      await recordMovements(tx, [{ owner: `customer:${customer}`, type: 'remittance-reversed', entry }])
  }
  const isWhole = await settleState(tx, remittances, reversal, 0n)
  if (isWhole && holding !== null)
    await reverseDocuments(
      remittances.kyc,
      tx,
      { customer, subject: holding },
      { by: 'bank', why: 'the bank took the money back' },
    )
}

/** The payment back is called off while it is in no file; says whether it was. */
const callOffReturn = async (tx: Tx, { payment }: store.Remittance, at: Date): Promise<boolean> => {
  if (payment === null) return false
  try {
    await cancelPayment(tx, payment, { by: 'bank', why: 'the bank took the money back', at })
    return true
  } catch (error) {
    if (error instanceof MoveRefused) return false
    throw error
  }
}

/** What was about to be sent back lies with the house by then. What the bank did not take is held again. */
const takeReturning = async (tx: Tx, remittances: Remittances, reversal: Reversal) => {
  const { row, line, at } = reversal
  const waiting = row.arrived - row.settled - row.taken
  const lying = least(waiting, line.cents)
  const again = line.cents - lying
  const rest = waiting - lying
  const { entry } = await post(
    tx,
    entryOf(reversal, [
      ...movesOf(line.cents, bank),
      ...(rest === 0n ? [] : [move(amountOf('USD', rest), { from: bank, to: placeOf(row.customer, row.liesIn) })]),
      ...(await owing(tx, remittances, reversal, { gone: 0n, more: again })),
    ]),
  )
  if (rest > 0n && row.liesIn === 'held')
    await recordMovements(tx, [{ owner: `customer:${row.customer}`, type: 'remittance-in', entry }])
  const isWhole = row.taken + line.cents === row.arrived
  if (!isWhole) await store.moveTo(tx, row.id, { to: 'Held', reason: 'taken-back', set: { payment: null } }, byBank(at))
  await settleState(tx, remittances, { ...reversal, row: isWhole ? row : { ...row, state: 'Held' } }, rest)
}

/**
 * The bank takes money back that had come as a remittance, in whole or part. What was sent back by then, or is more than came, is
 * nothing that can be undone here: it stays unexplained, and operators look at it.
 */
const reverse = async (
  tx: Tx,
  remittances: Remittances,
  line: Line,
  original: { subject: string },
): Promise<Taken | undefined> => {
  const row = await store.lockRemittance(tx, original.subject)
  if (!row || line.cents > row.arrived - row.taken) return
  const at = remittances.now()
  const reversal = { row, line, at }
  const taken = { customer: row.customer, subject: row.id, became: `Takes remittance ${row.number} back.` }
  switch (row.state) {
    case 'Received':
    case 'Held':
      await takeUnbooked(tx, remittances, reversal)
      return taken
    case 'Booked':
      await takeBooked(tx, remittances, reversal)
      return taken
    case 'Returning':
      if (!(await callOffReturn(tx, row, at))) return
      await takeReturning(tx, remittances, reversal)
      return taken
    default:
      return
  }
}

export const reversingPart = (remittances: Remittances): Pick<BankPart, 'reversal'> => ({
  reversal: (tx, line, original) => reverse(tx, remittances, line, original),
})
