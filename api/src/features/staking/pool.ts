import type { Db, Tx } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { Role } from '@ingot/endpoints/roles'
import { poolThing, type readPool as readPoolCall } from '@ingot/endpoints/staking'
import { amountText } from '@ingot/endpoints/wallet-fields'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { readOpenBalances } from '@ingot/ledger/open-balance'
import { type Move, move, post } from '@ingot/ledger/post'
import { type Amount, add, amountOf, compare } from '@ingot/money/amount'
import { formatAmount, isShownWhole, parseAmount, shownText } from '@ingot/money/amount-text'
import type { Asset } from '@ingot/money/assets'
import { basisPointsOf } from '@ingot/money/basis-points'
import { convert, convertBack } from '@ingot/money/convert'
import { formatDecimal } from '@ingot/money/decimal'
import { MoneyError } from '@ingot/money/money-error'
import type { Rate } from '@ingot/money/rate'
import { customerGets, customerPays } from '@ingot/money/rounding'
import * as z from 'zod/mini'
import { decision } from '../../approvals/decision.ts'
import { policy } from '../../policy.ts'
import { countsAt } from '../trade/market.ts'
import { askRate, spreadOf } from '../trade/rules.ts'
import type { Trading } from '../trade/service.ts'
import { causeOf } from '../treasury/store.ts'
import * as store from './pool-store.ts'
import { namingGone, pricesIn } from './pricing.ts'

const fillers: readonly Role[] = ['Owner', 'Finance']
const assets = ['QMGT', 'USDT', 'USDAU'] as const satisfies readonly store.PoolAsset[]
const fillsShown = 100

const pool = houseAccount('QMGT', 'reward-pool')
const stock = houseAccount('QMGT', 'treasury')

/** Fees of one asset: what was earned by now, what of it is kept, what was taken before and what could be taken. */
type Fees = Record<'earned' | 'kept' | 'taken' | 'free', bigint>

/** What left the fees for those who brought customers was earned, and is of what is kept. Fees that went back count as never earned, so that less than nothing may be free: then nothing is. */
const feesOf = (left: bigint, taken: bigint, rewarded: bigint): Fees => {
  const whole = left + taken + rewarded
  const earned = whole > 0n ? whole : 0n
  const kept = basisPointsOf(amountOf('QMGT', earned), policy.pool.keptForReferrals, customerPays).units
  const free = earned - kept - taken
  return { earned, kept, taken, free: free > 0n ? free : 0n }
}

const readFees = async (db: Db | Tx): Promise<Record<store.PoolAsset, Fees>> => {
  const [balances, taken] = [await readOpenBalances(db), await store.readTaken(db)]
  const rewarded = await store.readRewarded(db)
  const leftOf = (asset: Asset) => balances.find((each) => each.asset === asset && each.purpose === 'fees')?.units ?? 0n
  const ofAsset = (asset: store.PoolAsset) => feesOf(leftOf(asset), taken.get(asset) ?? 0n, rewarded.get(asset) ?? 0n)
  return { QMGT: ofAsset('QMGT'), USDT: ofAsset('USDT'), USDAU: ofAsset('USDAU') }
}

/** What is decided is told to the last digit. */
const exactText = (amount: Amount<Asset>): string =>
  isShownWhole(amount) ? shownText(amount) : `${formatAmount(amount)} ${amount.asset}`

const fill = z.strictObject({ from: z.enum(assets), amount: amountText })

/** What a fill comes to at this moment: the fees that leave, and at which price where it is bought. */
type Filling = { units: Amount<'QMGT'>; cost: Amount<store.PoolAsset>; price: Rate | null }

/** Gram for gram, or at what a gram costs a customer now: dollars are rounded up. */
const costNow = async (tx: Tx, { from, amount }: z.output<typeof fill>, at: Date): Promise<Filling> => {
  const units = parseAmount('QMGT', amount)
  if (from === 'QMGT') return { units, cost: units, price: null }
  const price = (await pricesIn(tx, at, `QMGT/${from}`))?.ask
  if (!price)
    throw new ProblemForPeople(
      'The gold price is too old or in doubt. Nothing is bought until there is one to rely on.',
    )
  try {
    return { units, cost: convert<store.PoolAsset>(units, price, from, customerPays), price }
  } catch (error) {
    throw error instanceof MoneyError ? tooMuch() : error
  }
}

const tooMuch = () => new ProblemForPeople('No fees are enough for so much.')

/** Locks the pool, and refuses what fees do not suffice for or the treasury does not have. */
const checkFill = async (tx: Tx, given: z.output<typeof fill>, at: Date) => {
  await store.lockPool(tx)
  const { [given.from]: fees } = await readFees(tx)
  const filling = await costNow(tx, given, at)
  const free = amountOf(given.from, fees.free)
  if (compare<store.PoolAsset>(filling.cost, free) > 0)
    throw new ProblemForPeople(
      `This takes ${exactText(filling.cost)} of fees, and only ${exactText(free)} are free: part of what was earned is kept for referrals, and part was taken before.`,
    )
  const there = await balanceOf(tx, stock)
  if (filling.price && compare(there, filling.units) < 0)
    throw new ProblemForPeople(
      `The treasury has only ${exactText(there)} to sell to the pool. Issue a tranche first, or buy less.`,
    )
  return { ...filling, fees, free }
}

const movesOf = ({ units, cost, price }: Filling): Move[] => {
  const fees = houseAccount<store.PoolAsset>(cost.asset, 'fees')
  if (!price) return [move<store.PoolAsset>(cost, { from: fees, to: houseAccount(cost.asset, 'reward-pool') })]
  return [
    move<store.PoolAsset>(cost, { from: fees, to: houseAccount(cost.asset, 'treasury') }),
    move(units, { from: stock, to: pool }),
  ]
}

const costText = ({ cost, price }: Filling): string =>
  price
    ? `About ${shownText(cost)} at ${formatDecimal(price)} a gram; the price at the moment of approval counts`
    : exactText(cost)

/** From house to house: nothing moves on the chain. */
export const fillPoolDecision = ({ now }: Pick<Trading, 'now'>) =>
  decision({
    action: 'fill-pool',
    title: 'Fill the pool of rewards',
    asks: fillers,
    approves: fillers,
    given: fill,
    look: async (tx, { thing, given }) => {
      if (thing !== poolThing) return
      const { fees, free, ...filling } = await checkFill(tx, given, now())
      const left = await balanceOf(tx, pool)
      const amount = (units: bigint) => shownText(amountOf(given.from, units))
      return {
        // What was earned grows with every trade, and decides nothing as long as it suffices: the two go by what is given.
        version: 'amount',
        customer: null,
        before: [
          { name: 'In the pool', value: shownText(left) },
          { name: 'Fees earned', value: amount(fees.earned) },
          { name: 'Kept for referrals', value: amount(fees.kept) },
          { name: 'Taken before', value: amount(fees.taken) },
          { name: 'Free', value: exactText(free) },
        ],
        after: [
          { name: 'Taken of fees', value: costText(filling) },
          { name: 'Comes into the pool', value: exactText(filling.units) },
          { name: 'In the pool', value: shownText(add(left, filling.units)) },
        ],
        told: null,
      }
    },
    do: async (tx, { given, approval, asker, decider, now: at }) => {
      const filling = await checkFill(tx, given, at)
      const { cost, units } = filling
      const price = filling.price && formatDecimal(filling.price)
      const { entry } = await namingGone(
        post(tx, {
          ...{ reference: `pool-fill:${approval}`, kind: 'fill-pool', causedBy: causeOf(approval) },
          moves: movesOf(filling),
          details: { from: given.from, ...(price !== null && { price }) },
        }),
      )
      const amounts = { from: given.from, taken: cost.units, units: units.units, price }
      await store.insertFill(tx, { approval, asker, decider, ...amounts, entry, at })
    },
  })

type Shown = ReplyOf<typeof readPoolCall>['data']

/** What fees would buy now, in QMGT; null while no price may be relied on. */
const buysNow = async (
  { board, numbers }: Pick<Trading, 'board' | 'numbers'>,
  asset: store.PoolAsset,
  free: bigint,
): Promise<string | null> => {
  if (asset === 'QMGT') return formatAmount(amountOf(asset, free))
  const latest = await board.latest()
  if (!latest || !countsAt(latest.market)) return null
  const pair = `QMGT/${asset}` as const
  const { trade } = await numbers.now()
  const ask = askRate(pair, latest.reading, spreadOf(trade.pairs[pair], latest.market))
  return formatAmount(convertBack(amountOf(asset, free), ask, 'QMGT', customerGets))
}

const shownFill = ({ from_asset: asset, from_units, units, at, ...row }: store.FillRow) => ({
  ...row,
  at: at.toISOString(),
  units: formatAmount(amountOf('QMGT', BigInt(units))),
  from: { asset, amount: formatAmount(amountOf(asset, BigInt(from_units))) },
})

export const readPool = async (trading: Pick<Trading, 'db' | 'board' | 'numbers'>): Promise<Shown> => {
  const { db } = trading
  const fees = await readFees(db)
  const shownFees = async (asset: store.PoolAsset): Promise<Shown['fees'][number]> => {
    const text = (units: bigint) => formatAmount(amountOf(asset, units))
    const { earned, kept, taken, free } = fees[asset]
    const sums = { earned: text(earned), kept: text(kept), taken: text(taken), free: text(free) }
    return { asset, ...sums, buys: await buysNow(trading, asset, free) }
  }
  return {
    left: formatAmount(await balanceOf(db, pool)),
    setAside: formatAmount(await balanceOf(db, houseAccount('QMGT', 'set-aside'))),
    fees: await Promise.all(assets.map(shownFees)),
    fills: (await store.listFills(db, fillsShown)).map(shownFill),
  }
}
