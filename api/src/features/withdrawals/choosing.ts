import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { BarSize, WithdrawalChoice, WithdrawalFees } from '@ingot/endpoints/withdrawal-fields'
import type { chooseBars as chooseCall } from '@ingot/endpoints/withdrawals'
import { lockVault } from '@ingot/ledger/vault'
import { type Amount, amountOf, subtract } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { takeFee } from '@ingot/money/basis-points'
import { convert } from '@ingot/money/convert'
import { formatDecimal } from '@ingot/money/decimal'
import { customerGets, customerPays } from '@ingot/money/rounding'
import type { Origin } from '../../bind.ts'
import { momentNow } from '../../deals/deals.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { snapshotIn } from '../../policy-versions/snapshot.ts'
import { askRate, bidRate, spreadOf } from '../trade/rules.ts'
import { openSender } from '../wallet/senders.ts'
import { findOwn, usableAddress } from './addresses.ts'
import * as store from './choice-store.ts'
import { type Parcel, parcelsOf, sumOfFees } from './fees.ts'
import { shownBar, shownFees } from './shown.ts'
import { findSource, refuseShort } from './sources.ts'
import type { StoredBar, StoredFees } from './store.ts'
import { counterOf, type Withdrawals } from './withdrawals.ts'

/** A gram is insured at what one of QMGT costs. */
const pair = 'QMGT/USDT'
const minuteMs = 60_000
const { choiceMinutes, mostBars } = policy.withdrawalDates

export const feesShown = (fees: WithdrawalFees): StoredFees => ({
  making: parseAmount('USD', fees.making),
  handling: parseAmount('USD', fees.handling),
  carriage: parseAmount('USD', fees.carriage),
  insurance: parseAmount('USD', fees.insurance),
})

const fineOf = (bars: readonly { fineGrams: string }[]): Amount<'XAU'> =>
  amountOf(
    'XAU',
    bars.reduce((units, { fineGrams }) => units + parseAmount('XAU', fineGrams).units, 0n),
  )

export const gramsOf = ({ parcels }: store.ChoiceFigures): Amount<'XAU'> => fineOf(parcels.flatMap(({ bars }) => bars))

/** What the grams would bring if they were sold instead, at the price of now; null while there is none. */
const sellInstead = async (
  withdrawals: Pick<Withdrawals, 'board' | 'numbers'>,
  figures: store.ChoiceFigures,
): Promise<WithdrawalChoice['sellInstead']> => {
  const { moment } = await momentNow(withdrawals)
  if (!moment) return null
  const { trade, holdings } = await withdrawals.numbers.now()
  const terms = trade.pairs[pair]
  const bid = bidRate(pair, moment.gold, spreadOf(terms, moment.market))
  const grams = amountOf('QMGT', gramsOf(figures).units)
  const gross = convert(grams, bid, 'USD', customerGets)
  // Of QMGT a part is kept before it is sold, and of a holding a part of what it brings: to the cent it is the same.
  const { rest } = takeFee(gross, figures.holding ? holdings.terminationFee : terms.fee, customerPays)
  return {
    price: formatDecimal(bid),
    gross: formatAmount(gross),
    fee: formatAmount(subtract(gross, rest)),
    receive: formatAmount(rest),
  }
}

export const shownChoice = async (
  db: Db | Tx,
  withdrawals: Withdrawals,
  { id, customer, figures, until }: Pick<store.Choice, 'id' | 'customer' | 'figures' | 'until'>,
): Promise<WithdrawalChoice> => {
  const { way, asset, holding, feeAsset, price } = figures
  return {
    ...{ id, until: until.toISOString(), way, asset, holding, feeAsset, price },
    address: figures.address === null ? null : ((await findOwn(db, withdrawals, customer, figures.address)) ?? null),
    grams: formatAmount(gramsOf(figures)),
    parcels: figures.parcels.map(({ bars, insured, fees }) => ({
      bars: bars.map(({ id: _, ...bar }) => bar),
      grams: formatAmount(fineOf(bars)),
      ...{ insured, fees },
    })),
    fees: shownFees(sumOfFees(figures.parcels.map(({ fees }) => feesShown(fees)))),
    sellInstead: await sellInstead(withdrawals, figures),
  }
}

type Wanted = BodyOf<typeof chooseCall>

/** So many of each size, however often it is named. */
const countsOf = (bars: Wanted['bars']): ReadonlyMap<BarSize, number> => {
  const counts = new Map<BarSize, number>()
  for (const { size, count } of bars) counts.set(size, (counts.get(size) ?? 0) + count)
  if ([...counts.values()].reduce((all, count) => all + count, 0) > mostBars)
    throw new Failure('TooManyBars', { mostBars }, `At most ${mostBars} bars can leave at once. Please choose fewer.`)
  return counts
}

const refuseGone = (counts: ReadonlyMap<BarSize, number>, bars: readonly StoredBar[]) => {
  const gone = [...counts].filter(
    ([size, count]) => bars.filter(({ grossGrams }) => grossGrams === size).length < count,
  )
  if (gone.length > 0) throw new Failure('BarsGone', { sizes: gone.map(([size]) => size) })
}

const shownParcel = ({ bars, insured, fees }: Parcel<StoredBar>): store.ChoiceFigures['parcels'][number] => ({
  bars: bars.map((bar) => ({ id: bar.id, ...shownBar(bar) })),
  insured: formatAmount(insured),
  fees: shownFees(fees),
})

/**
 * Keeps bars for half an hour, with figures that hold as long. An earlier choice is given up in the same transaction, so that one who
 * cannot have what he wants keeps what he had. Only who has the grams keeps bars from others.
 */
export const chooseBars = async (
  withdrawals: Withdrawals,
  customer: string,
  wanted: Wanted,
  from: Origin,
): Promise<WithdrawalChoice> => {
  const { db, now, wallet } = withdrawals
  await wallet.identity.limits.take('bar-choice', customer, from.address)
  const counts = countsOf(wanted.bars)
  if (wanted.way === 'collect' && counterOf(withdrawals) === null)
    throw new Failure('NotFound', {}, 'There is no counter at which bars can be collected.')
  const { moment, refusal } = await momentNow(withdrawals)
  if (refusal) throw new Failure(refusal)
  const choice = await inTransaction(db, async (tx) => {
    await openSender(tx, wallet, customer)
    const madeAt = now()
    const snapshot = await snapshotIn(tx)
    const { withdrawals: rules, trade } = snapshot.at(madeAt)
    const source = await findSource(tx, customer, wanted.holding, madeAt)
    const address =
      wanted.way === 'deliver' ? await usableAddress(tx, withdrawals, customer, wanted.address ?? 'verified') : null
    // Ahead of giving up: who has the vault may be waiting for bars that are given up here.
    await lockVault(tx)
    await store.giveUp(tx, customer, madeAt)
    const bars = await store.pickBars(tx, counts, madeAt)
    refuseGone(counts, bars)
    refuseShort(
      source,
      amountOf(
        'XAU',
        bars.reduce((units, { fine }) => units + fine.units, 0n),
      ),
    )
    const ask = askRate(pair, moment.gold, spreadOf(trade.pairs[pair], moment.market))
    const parcels = parcelsOf(rules, ask, wanted.way, bars)
    if (!parcels) throw new Failure('BarNotDeliverable')
    const figures: store.ChoiceFigures = {
      ...{ way: wanted.way, address: address?.id ?? null, asset: source.asset, holding: source.holding },
      ...{ feeAsset: wanted.feeAsset, price: formatDecimal(ask), policyVersion: snapshot.version },
      parcels: parcels.map(shownParcel),
    }
    const made = {
      id: randomUUID(),
      customer,
      figures,
      madeAt,
      until: new Date(madeAt.getTime() + choiceMinutes * minuteMs),
    }
    await store.insertChoice(tx, made)
    return made
  })
  return shownChoice(db, withdrawals, choice)
}

/** Gives a choice up. One whose time is over is given up, too: its bars may be another one's by now. */
export const releaseBars = ({ db, now }: Withdrawals, customer: string, id: string): Promise<void> =>
  inTransaction(db, async (tx) => {
    const choice = await store.lockChoice(tx, customer, id)
    if (!choice) throw new Failure('NotFound')
    if (choice.order !== null || choice.releasedAt !== null) throw new Failure('StateChanged')
    await store.giveUp(tx, customer, now())
  })
