import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import type { Fact } from '@ingot/endpoints/operator-fields'
import { rewardAssets } from '@ingot/endpoints/reward-fields'
import { requestThing } from '@ingot/endpoints/staking'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { recordMovements } from '@ingot/ledger/movement'
import { type Move, move, post, settledMove } from '@ingot/ledger/post'
import { type Amount, amountOf, compare } from '@ingot/money/amount'
import { formatAmount, shownText } from '@ingot/money/amount-text'
import { convert } from '@ingot/money/convert'
import { formatDecimal } from '@ingot/money/decimal'
import type { Rate } from '@ingot/money/rate'
import { customerGets } from '@ingot/money/rounding'
import * as z from 'zod/mini'
import { decision, isId } from '../../approvals/decision.ts'
import { usdUnits } from '../../deals/deals.ts'
import { Failure } from '../../failure.ts'
import { timeText } from '../../mail/mails.ts'
import { numbersIn } from '../../policy-versions/snapshot.ts'
import type { Decider } from '../../queue.ts'
import { markPaid } from '../rewards/requested-store.ts'
import { worthIn } from '../rewards/rules.ts'
import { lockBookToAdd, noteArrival } from '../trade/book-store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { type Received, receivedOf, referralFacts, referralMoves, refuseUncoveredReferral } from './paying-referrals.ts'
import { namingGone, pricesIn } from './pricing.ts'
import { endUnpaid, type Locked, lockOne, requestRoles, sumBehind } from './requests.ts'
import { lockDecider, type PaidSum, type PartBehind, readBehindRequests, sumPaidSince } from './requests-store.ts'
import { daysAfter, requestMoves, setAside, shownQmgt, typeOfRequest } from './rules.ts'
import { stakingMail } from './sent-jobs.ts'
import type { Staking } from './staking.ts'
import { addPaid, type RequestRow } from './store.ts'

const refuse = (words: string) => new Failure('StateChanged', {}, words)

const lockThing = (tx: Tx, thing: string): Promise<Locked> => {
  const id = thing.slice(requestThing('').length)
  if (thing !== requestThing(id) || !isId(id)) throw new Failure('NotFound')
  return lockOne(tx, id)
}

/** What stands in a customer's way, as whoever decides should read it; the request stays meanwhile. */
export const standsInTheWay = ({ isVerified, isFrozen }: { isVerified: boolean; isFrozen: boolean }): string | null => {
  if (!isVerified) return 'The customer is not verified. It waits until then, or is rejected.'
  return isFrozen ? 'The account of this customer is frozen. It waits until that is over, or is rejected.' : null
}

const basisText = (points: number): string => `${formatDecimal({ value: BigInt(points), scale: 2 })} %`

/** The sum behind what is asked for of a stake, so that it can be done again by hand. */
export const factOf = (part: PartBehind): Fact => {
  const { days, vested } = sumBehind(part)
  const terms = `${shownQmgt(part.staked)} QMGT for ${part.termDays} days from ${timeText(part.beganAt)} at ${basisText(part.basisPoints)}`
  const sofar = `${days} of ${part.termDays} days counted when it was asked for: ${shownQmgt(vested)} vested`
  const taken = `less ${shownQmgt(part.paidBefore)} paid and ${shownQmgt(part.askedBefore)} asked for before`
  return {
    name: `Stake ${part.number}`,
    value: `${terms}: reward ${shownQmgt(part.reward)}. ${sofar}, ${taken}. Asked for: ${shownQmgt(part.asked)}.`,
  }
}

/** What is paid, and in dollars what it is worth at the bid of the moment. */
type Payable = { bid: Rate; worth: bigint; receive: Received; facts: Fact[] }

const refuseUncovered = ({ id, units }: RequestRow, parts: readonly PartBehind[]) => {
  const asked = parts.reduce((sum, part) => sum + part.asked, 0n)
  if (asked !== units || !parts.every((part) => sumBehind(part).isCovered))
    throw refuse(
      `The sum behind request ${id} does not add up. Nothing is paid until somebody has looked at the books.`,
    )
}

/** What does not come out of what is set aside is there in the treasury, or nothing is paid. */
const refuseWithoutDollars = async (tx: Tx, dollars: Amount<'USDT'>): Promise<Amount<'USDT'>> => {
  if (dollars.units === 0n) throw refuse('This is too little to be sold.')
  const there = await balanceOf(tx, houseAccount('USDT', 'treasury'))
  if (compare(there, dollars) < 0)
    throw refuse(`The treasury has only ${shownText(there)}. Send dollars to the treasury first.`)
  return dollars
}

const receiveOf = async (tx: Tx, request: RequestRow, bid: Rate): Promise<Received> => {
  const { kind, currency, asset, units } = request
  if (kind === 'referral') {
    const receive = receivedOf(request)
    return asset === 'USD' && receive.asset === 'USDT' ? refuseWithoutDollars(tx, receive) : receive
  }
  if (currency === 'QMGT') return amountOf('QMGT', units)
  return refuseWithoutDollars(tx, convert(amountOf('QMGT', units), bid, 'USDT', customerGets))
}

/** The sum behind it, which has to add up. */
const behindOf = async (tx: Tx, request: RequestRow): Promise<Fact[]> => {
  if (request.kind === 'referral') {
    await refuseUncoveredReferral(tx, request)
    return referralFacts(request)
  }
  const parts = await readBehindRequests(tx, [request.id])
  refuseUncovered(request, parts)
  return parts.map(factOf)
}

/** Everything is looked at again by whoever pays, at the price of this moment. */
const checkPayable = async (tx: Tx, { request, sender }: Locked, at: Date): Promise<Payable> => {
  if (request.state !== 'Requested') throw new Failure('StateChanged')
  const inTheWay = standsInTheWay({
    isVerified: sender.kycStatus === 'Verified',
    isFrozen: sender.frozenAt !== null,
  })
  if (inTheWay !== null) throw refuse(inTheWay)
  const facts = await behindOf(tx, request)
  const prices = await pricesIn(tx, at, 'QMGT/USDT')
  if (!prices) throw refuse('The gold price is too old or in doubt. Please look again when there is one to rely on.')
  if (prices.paused.includes(request.currency)) throw refuse(`${request.currency} cannot be moved at the moment.`)
  const { bid } = prices
  const worth = worthIn(request.asset, request.units, bid)
  return { bid, worth, receive: await receiveOf(tx, request, bid), facts }
}

const movesOf = (request: RequestRow, receive: Received): Move[] => {
  const { customer, units } = request
  if (request.kind === 'referral') return referralMoves(request, receive)
  const gold = amountOf('QMGT', units)
  if (receive.asset === 'QMGT')
    return [settledMove(gold, { from: setAside, to: customerAccount(customer, 'QMGT', 'available') })]
  if (receive.asset !== 'USDT') throw new Error(`a stake brings no ${receive.asset}`)
  return [
    move(gold, { from: setAside, to: houseAccount('QMGT', 'treasury') }),
    settledMove(receive, {
      from: houseAccount('USDT', 'treasury'),
      to: customerAccount(customer, 'USDT', 'available'),
    }),
  ]
}

/** Pays it: one entry, the stakes it was of, the customer's position, and who decided. */
const pay = async (
  tx: Tx,
  { outbox }: Pick<Staking, 'outbox'>,
  request: RequestRow,
  { bid, worth, receive }: Payable,
  { operators, at }: { operators: readonly string[]; at: Date },
): Promise<void> => {
  const { id, number, customer, units, kind, currency, parts } = request
  if (operators.includes(customer)) throw new Failure('Forbidden', {}, 'Nobody decides about a reward of his own.')
  const [owner, type, by] = [ownerOf(customer), typeOfRequest(request), `operator:${operators.at(-1)}`]
  const book = currency === 'QMGT' ? await lockBookToAdd(tx, customer, at) : undefined
  const price = formatDecimal(bid)
  const { entry } = await namingGone(
    post(tx, {
      ...{ reference: `reward:${id}`, kind: type, causedBy: by, moves: movesOf(request, receive) },
      details: { request: number, price, worth: formatAmount(amountOf('USDT', worth)) },
    }),
  )
  const [movement] = await recordMovements(tx, [{ owner, type, entry }])
  if (!movement) throw new Error('a reward that was paid is in no list')
  if (book) await noteArrival(tx, { customer, movement, at }, book, { units, worth })
  if (kind === 'referral') await markPaid(tx, request, entry, { by, at })
  else await addPaid(tx, parts)
  await advance(tx, requestMoves, id, {
    ...{ to: 'Paid', by, at },
    set: {
      ...{ decided_at: at, decided_by: `{${operators.join(',')}}`, receive_units: String(receive.units), movement },
      price: kind === 'stake' && currency === 'USDT' ? price : null,
      worth_units: kind === 'referral' ? String(worthIn(request.asset, units + request.takenBack, bid)) : null,
    },
  })
  await outbox.send(tx, stakingMail, { customer, kind: 'paid', request: id })
}

/** What several are worth together. QMGT is added up first, so that cutting to the last digit happens once. */
export const worthOfAll = (sums: readonly PaidSum[], bid: Rate): bigint =>
  rewardAssets.reduce((worth, asset) => {
    const units = sums.reduce((sum, each) => (each.asset === asset ? sum + each.units : sum), 0n)
    return units === 0n ? worth : worth + worthIn(asset, units, bid)
  }, 0n)

const dayBefore = (at: Date): Date => daysAfter(at, -1)

/** What one operator pays alone is counted of the customer and of himself, over 24 hours and at the bid of now. */
const refuseAlone = async (tx: Tx, { customer, asset, units }: RequestRow, bid: Rate, { operator, at }: Decider) => {
  const { staking: rules } = await numbersIn(tx, at)
  const isMore = (before: readonly PaidSum[]) =>
    worthOfAll([...before, { asset, units }], bid) > usdUnits(rules.aloneUsd)
  await lockDecider(tx, operator)
  if (isMore(await sumPaidSince(tx, { customer }, dayBefore(at))))
    throw new Failure('Forbidden', {}, 'This is more than one operator may pay to a customer in 24 hours.')
  if (isMore(await sumPaidSince(tx, { operator }, dayBefore(at))))
    throw new Failure('Forbidden', {}, 'This is more than you may pay alone in 24 hours. Please ask another operator.')
}

/** By one operator, up to what one may pay. */
export const payAlone = async (tx: Tx, staking: Staking, thing: string, by: Decider) => {
  const locked = await lockThing(tx, thing)
  const { request } = locked
  const payable = await checkPayable(tx, locked, by.at)
  await refuseAlone(tx, request, payable.bid, by)
  await pay(tx, staking, request, payable, { operators: [by.operator], at: by.at })
  return { customer: request.customer }
}

/** By one operator, whatever it comes to: nothing leaves by it. The customer reads why. */
export const rejectAlone = async (tx: Tx, { outbox }: Staking, thing: string, reason: string, by: Decider) => {
  const { request } = await lockThing(tx, thing)
  const { id, customer } = request
  if (customer === by.operator) throw new Failure('Forbidden', {}, 'Nobody decides about a reward of his own.')
  await endUnpaid(tx, request, { to: 'Rejected', by: `operator:${by.operator}`, reason, ...by })
  await outbox.send(tx, stakingMail, { customer, kind: 'rejected', request: id })
  return { customer }
}

const receiveText = ({ kind }: RequestRow, { receive, bid }: Payable): string =>
  kind === 'referral' || receive.asset === 'QMGT'
    ? `${formatAmount(receive)} ${receive.asset}`
    : `About ${shownText(receive)} at ${formatDecimal(bid)} a gram; the price at the moment of approval counts`

/** Above what one may pay. Everything is looked at again in the transaction that does it. */
export const payRewardDecision = (staking: Staking) =>
  decision({
    action: 'pay-reward',
    title: 'Pay a reward',
    asks: requestRoles,
    approves: requestRoles,
    given: z.strictObject({}),
    look: async (tx, { thing }) => {
      const locked = await lockThing(tx, thing)
      const { request } = locked
      const payable = await checkPayable(tx, locked, staking.now())
      return {
        version: JSON.stringify([request.state, request.currency, String(request.units)]),
        customer: request.customer,
        before: [
          { name: 'Request', value: `No. ${request.number}, asked for on ${timeText(request.askedAt)}` },
          { name: 'Asked for', value: `${formatAmount(amountOf(request.asset, request.units))} ${request.asset}` },
          { name: 'Worth now', value: shownText(amountOf('USDT', payable.worth)).replace(/USDT$/, 'USD') },
          ...payable.facts,
        ],
        after: [{ name: 'The customer gets', value: receiveText(request, payable) }],
        told: 'By e-mail, once it is paid.',
      }
    },
    do: async (tx, { thing, asker, decider, now }) => {
      const locked = await lockThing(tx, thing)
      const payable = await checkPayable(tx, locked, now)
      await pay(tx, staking, locked.request, payable, { operators: [asker, decider], at: now })
    },
  })
