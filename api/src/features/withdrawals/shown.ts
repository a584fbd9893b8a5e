import type { Db, Tx } from '@ingot/db/connect'
import type { Withdrawal, WithdrawalBar, WithdrawalFees } from '@ingot/endpoints/withdrawal-fields'
import { add } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { formatDecimal, parseDecimal } from '@ingot/money/decimal'
import { finenessDecimals } from '@ingot/money/gold'
import { policy } from '../../policy.ts'
import { readNumbers } from './shown-store.ts'
import type { StoredBar, StoredFees, StoredWithdrawal } from './store.ts'

const dayMs = 24 * 3600_000

export const shownBar = (bar: StoredBar): WithdrawalBar => ({
  ...{ size: bar.grossGrams, refiner: bar.refiner, brand: bar.brand, serial: bar.serial, year: bar.year },
  fineness: formatDecimal(parseDecimal(bar.fineness, finenessDecimals)),
  fineGrams: formatAmount(bar.fine),
})

export const shownFees = ({ making, handling, carriage, insurance }: StoredFees): WithdrawalFees => ({
  making: formatAmount(making),
  handling: formatAmount(handling),
  carriage: formatAmount(carriage),
  insurance: formatAmount(insurance),
  total: formatAmount(add(add(making, handling), add(carriage, insurance))),
})

/** Until when something that was delivered can be disputed: once, and not for ever. */
export const disputeUntil = ({ state, deliveredAt, disputedAt }: StoredWithdrawal): Date | null =>
  state === 'Delivered' && deliveredAt && !disputedAt
    ? new Date(deliveredAt.getTime() + policy.withdrawalDates.disputeDays * dayMs)
    : null

const shown = (withdrawal: StoredWithdrawal, numbers: ReadonlyMap<string, string>, now: Date): Withdrawal => {
  const { id, number, order, parcel, parcels, state, reason, way, holding, replaces } = withdrawal
  const until = disputeUntil(withdrawal)
  return {
    ...{ id, number, order, parcel, parcels, state, reason, way, holding },
    asset: withdrawal.grams.asset,
    replaces: (replaces && numbers.get(replaces)) ?? null,
    grams: formatAmount(withdrawal.grams),
    bars: withdrawal.bars.map(shownBar),
    fees: shownFees(withdrawal.fees),
    feeAsset: withdrawal.fee.asset,
    insured: formatAmount(withdrawal.insured),
    requestedAt: withdrawal.requestedAt.toISOString(),
    deliveredAt: withdrawal.deliveredAt?.toISOString() ?? null,
    endedAt: withdrawal.endedAt?.toISOString() ?? null,
    movement: withdrawal.packedEntry === null ? null : { id: withdrawal.movement, type: 'withdrawal' },
    mayCancel: state === 'Requested' || state === 'Approved',
    mayDispute: until !== null && now < until,
  }
}

/** As its customer sees each. */
export const shownWithdrawals = async (
  db: Db | Tx,
  withdrawals: readonly StoredWithdrawal[],
  now: Date,
): Promise<Withdrawal[]> => {
  const replaced = withdrawals.flatMap(({ replaces }) => replaces ?? [])
  const numbers = replaced.length === 0 ? new Map<string, string>() : await readNumbers(db, replaced)
  return withdrawals.map((each) => shown(each, numbers, now))
}

export const shownWithdrawal = async (db: Db | Tx, withdrawal: StoredWithdrawal, now: Date): Promise<Withdrawal> => {
  const [one] = await shownWithdrawals(db, [withdrawal], now)
  if (!one) throw new Error('a withdrawal was not shown')
  return one
}
