import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import type { PaymentState } from '@ingot/endpoints/payment-fields'
import { type Account, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { recordMovements } from '@ingot/ledger/movement'
import { type Move, move, post } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { convert } from '@ingot/money/convert'
import { formatDecimal } from '@ingot/money/decimal'
import type { Rate } from '@ingot/money/rate'
import { customerPays } from '@ingot/money/rounding'
import type { Charged } from '@ingot/providers/payments/port'
import { reverseDocuments } from '../../documents/engine.ts'
import { policy } from '../../policy.ts'
import { owe } from '../debts/debts.ts'
import { reshareParts } from '../estates/resharing.ts'
import { beginBinding, beginFreeing, endShifting, type Shifting } from '../holdings/clearing.ts'
import { beginTakingBack, endTakingBack, type TakingBack } from '../holdings/take-back.ts'
import { askNow } from '../remittances/reversing.ts'
import { takenOf } from '../remittances/rules.ts'
import { readBooked } from '../remittances/store.ts'
import { countsAt, marketAt } from '../trade/market.ts'
import { readBoard } from '../trade/price-store.ts'
import { least } from '../trade/rules.ts'
import { saveSeen } from './back-store.ts'
import { type Back, backOf, figuresOf, standingOf, wayTo } from './disputing.ts'
import { type Payments, tell } from './payments.ts'
import type { PaymentMail } from './sent-jobs.ts'
import { moveTo, type Payment, save } from './store.ts'

const minuteMs = 60_000
const [cards, processor, bank] = [
  houseAccount('USD', 'cards'),
  houseAccount('USD', 'processor'),
  houseAccount('USD', 'bank'),
]
const byProcessor = (at: Date) => ({ by: 'processor', at })

/** A payment with what is to become of it. */
type Plan = { row: Payment; at: Date; to: PaymentState; refunded: bigint; lost: bigint; differs: boolean; back: Back }

/** A booked one has a holding. */
type BookedPlan = Plan & { row: Payment & { holding: string } }

const takenBy = ({ row, refunded, lost }: Plan): bigint => refunded + lost - row.refunded - row.lost

const movesOf = (cents: bigint, from: Account<'USD'>): Move[] =>
  cents === 0n ? [] : [move(amountOf('USD', cents), { from, to: cards })]

/** What the processor has no more, since it reached the bank, it is owed from there. */
const dollarMoves = async (tx: Tx, cents: bigint): Promise<Move[]> => {
  const there = least((await balanceOf(tx, processor)).units, cents)
  return [...movesOf(there, processor), ...movesOf(cents - there, bank)]
}

/** What a gram costs now; undefined while no price may be relied on. */
const goodAsk = async (tx: Tx, at: Date): Promise<Rate | undefined> => {
  const { reading, stops } = await readBoard(tx)
  return reading && countsAt(marketAt(reading, stops, at, policy.price)) ? askNow(tx, at) : undefined
}

/** Grams that are gone are owed at what they cost now. */
const owing = async (tx: Tx, payments: Payments, { row, at }: Plan, gone: bigint, ask: Rate): Promise<Move> => {
  const { units: cents } = convert(amountOf('GCA', gone), ask, 'USD', customerPays)
  const debt = { customer: row.customer, cause: 'payment' as const, subject: row.id, units: gone, cents, at }
  return owe(tx, payments, { ...debt, price: formatDecimal(ask) })
}

type Taking = { back: TakingBack; moves: Move[] }

/** The share of grams that goes with what went back, and its dollars; undefined where it takes a price and there is none. */
const beginTaking = async (tx: Tx, payments: Payments, plan: BookedPlan): Promise<Taking | undefined> => {
  const { row, at } = plan
  const { customer, holding, cents, fee } = row
  const { units } = await readBooked(tx, holding)
  const share = takenOf({ cents, units, fee }, row.refunded + row.lost, takenBy(plan))
  const back = await beginTakingBack(tx, { customer, holding, units: share.units })
  const ask = back.gone === 0n ? undefined : await goodAsk(tx, at)
  if (back.gone > 0n && !ask) return
  const dollars = [
    ...(await dollarMoves(tx, takenBy(plan) - share.fee)),
    ...movesOf(share.fee, houseAccount('USD', 'fees')),
  ]
  const owed = ask ? [await owing(tx, payments, plan, back.gone, ask)] : []
  return { back, moves: [...back.moves, ...dollars, ...owed] }
}

/** Free grams are bound while it is disputed, and what is left is free once that is over. */
const beginShifting = async (
  tx: Tx,
  { row, to }: BookedPlan,
  back: TakingBack | undefined,
): Promise<Shifting | undefined> => {
  if (to === row.state) return
  const which = { customer: row.customer, holding: row.holding, back }
  return to === 'Disputed' ? beginBinding(tx, which) : beginFreeing(tx, which)
}

const kindOf = ({ row, to, refunded, lost }: Plan): string => {
  if (lost > row.lost) return 'payment-lost'
  if (refunded > row.refunded) return 'payment-refunded'
  return to === 'Disputed' ? 'payment-disputed' : 'payment-cleared'
}

const mailsOf = ({ row, to, refunded, lost }: Plan): PaymentMail[] => [
  ...(refunded > row.refunded ? (['refunded'] as const) : []),
  ...(lost > row.lost ? (['lost'] as const) : []),
  ...(to === 'Disputed' && row.state !== to ? (['disputed'] as const) : []),
  ...(to === 'Cleared' && row.state === 'Disputed' && lost === row.lost ? (['won'] as const) : []),
]

/** Writes down how it stands from now on, and tells its customer. */
const settle = async (tx: Tx, payments: Payments, plan: Plan) => {
  const { row, at, to, refunded, lost, differs, back } = plan
  const reason = differs ? ('differs' as const) : row.reason === 'differs' ? null : row.reason
  const set = { refunded_cents: String(refunded), lost_cents: String(lost), disputed_at: back.disputedAt }
  const way = wayTo(row.state, to)
  const clearing = way.length === 0 ? {} : { clears_at: to === 'Cleared' ? at : null }
  for (const state of way)
    await moveTo(tx, row.id, { to: state, reason, set: { ...set, ...clearing } }, byProcessor(at))
  if (way.length === 0) await save(tx, row.id, { ...set, reason })
  for (const kind of mailsOf(plan)) await tell(tx, payments, row, kind)
}

/** Takes back what went back, binds or frees the rest, in one entry; all of it, or nothing. */
const bring = async (tx: Tx, payments: Payments, plan: BookedPlan, taking: Taking | undefined) => {
  const { row, at, to } = plan
  const shifting = await beginShifting(tx, plan, taking?.back)
  const moves = [...(taking?.moves ?? []), ...(shifting?.moves ?? [])]
  if (moves.length > 0) {
    const kind = kindOf(plan)
    // Whoever has the row locked does this once; a dispute may be opened and won again.
    const reference = `${kind}:${row.id}:${randomUUID()}`
    const details = { payment: row.number }
    const { entry } = await post(tx, { reference, kind, causedBy: 'processor', moves, details })
    if (taking) await endTakingBack(tx, taking.back, { entry, reshare: reshareParts, ...byProcessor(at) })
    if (taking && taking.back.units > 0n)
      await recordMovements(tx, [{ owner: `customer:${row.customer}`, type: kind, entry }])
  }
  if (shifting) await endShifting(tx, shifting)
  await settle(tx, payments, plan)
  if (to === 'Refunded' || to === 'Reversed')
    await reverseDocuments(
      payments.kyc,
      tx,
      { customer: row.customer, subject: row.holding },
      { by: 'processor', why: 'the money went back to the card' },
    )
}

/** Until there is a price nothing is taken; what was lost stays bound, and it is tried again soon. */
const wait = async (tx: Tx, payments: Payments, { row, at, back, lost }: BookedPlan) => {
  const isLost = back.isDisputed || lost > row.lost
  const figures = { refunded: row.refunded, lost: row.lost, differs: row.reason === 'differs' }
  const to = isLost ? 'Disputed' : row.state
  await bring(tx, payments, { row, at, back, to, ...figures }, undefined)
  await save(tx, row.id, { look_at: new Date(at.getTime() + minuteMs) })
}

const followBooked = async (tx: Tx, payments: Payments, plan: BookedPlan) => {
  const { row, to, back, differs } = plan
  const isKnown = takenBy(plan) === 0n && to === row.state && differs === (row.reason === 'differs')
  if (isKnown && row.disputedAt?.getTime() === back.disputedAt?.getTime()) return
  const taking = takenBy(plan) === 0n ? undefined : await beginTaking(tx, payments, plan)
  if (takenBy(plan) > 0n && !taking) await wait(tx, payments, plan)
  else await bring(tx, payments, plan, taking)
}

/** Nothing of it is in the books. It is over once all that was charged went back, whatever that was. */
const followHeld = async (
  tx: Tx,
  payments: Payments,
  { row, at, back }: Pick<Plan, 'row' | 'at' | 'back'>,
  charged: bigint,
) => {
  const { refunded, lost } = back
  const isWhole = charged > 0n && refunded + lost >= charged
  const figures = figuresOf(row, isWhole ? { refunded: row.cents - least(lost, row.cents), lost } : back)
  const ended = lost > 0n ? 'Reversed' : 'Refunded'
  const plan: Plan = { row, at, back, to: isWhole ? ended : row.state, ...figures, differs: false }
  const isKnown = takenBy(plan) === 0n && row.disputedAt?.getTime() === back.disputedAt?.getTime()
  if (!isKnown || isWhole) await settle(tx, payments, plan)
}

/** What we asked for and is not there after so long never happened. */
const carriedOutMinutes = 60

/** Brings the books to what went back to the card, or is in dispute. Told again, it changes nothing. */
export const followBack = async (
  tx: Tx,
  payments: Payments,
  row: Payment,
  charged: Charged,
  at: Date,
): Promise<void> => {
  const back = backOf(charged)
  const lateBefore = new Date(at.getTime() - carriedOutMinutes * minuteMs)
  await saveSeen(tx, row.id, { found: charged.refunds.map(({ id }) => id), at, lateBefore })
  if (row.state === 'Held') return followHeld(tx, payments, { row, at, back }, charged.cents)
  const { holding } = row
  if (holding === null) return
  const figures = figuresOf(row, back)
  const to = standingOf(row, figures, back)
  await followBooked(tx, payments, { row: { ...row, holding }, at, back, to, ...figures })
}
