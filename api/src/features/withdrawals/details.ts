import type { Withdrawal, WithdrawalDetails, WithdrawalState } from '@ingot/endpoints/withdrawal-fields'
import { zero } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { Failure } from '../../failure.ts'
import type { Table } from '../../lists.ts'
import { policy } from '../../policy.ts'
import { readScans } from './desk-store.ts'
import { findNote, listWithdrawals, type WithdrawalFilter } from './details-store.ts'
import { totalOf } from './fees.ts'
import { codeOf } from './release.ts'
import { openAddress } from './sealed.ts'
import { disputeUntil, shownWithdrawal, shownWithdrawals } from './shown.ts'
import { findWithdrawal, type StoredWithdrawal } from './store.ts'
import type { Withdrawals } from './withdrawals.ts'

const dayMs = 24 * 3600_000

const collectUntil = ({ state, handedAt }: StoredWithdrawal): Date | null =>
  state === 'Ready' && handedAt ? new Date(handedAt.getTime() + policy.withdrawalDates.collectDays * dayMs) : null

/** For what was lost the fees come back too; for what came back they do not. */
const creditedOf = ({ state, grams, fees, history }: StoredWithdrawal): WithdrawalDetails['credited'] =>
  state === 'Credited'
    ? {
        grams: formatAmount(grams),
        fees: formatAmount(history.some((each) => each.state === 'Lost') ? totalOf(fees) : zero('USD')),
      }
    : null

const onItsWay: readonly WithdrawalState[] = ['Sent', 'Late', 'Ready']

/** Somebody else's is as unknown as one that never was. */
export const readWithdrawal = async (
  withdrawals: Withdrawals,
  customer: string,
  id: string,
): Promise<WithdrawalDetails> => {
  const { db, now, kyc } = withdrawals
  const found = await findWithdrawal(db, id)
  if (found?.customer !== customer) throw new Failure('NotFound')
  const address = openAddress(kyc.personalData, found)
  return {
    ...(await shownWithdrawal(db, found, now())),
    address: address && { id: 'verified', ...address, usableFrom: null },
    history: [
      { state: 'Requested', at: found.requestedAt.toISOString() },
      ...found.history.map((each) => ({ state: each.state, at: new Date(each.at).toISOString() })),
    ],
    carrier: found.carrier,
    tracking: found.tracking,
    scans: (await readScans(db, id)).map(({ at, ...scan }) => ({ ...scan, at: at.toISOString() })),
    releaseCode: onItsWay.includes(found.state) ? codeOf(kyc, found) : null,
    collectUntil: collectUntil(found)?.toISOString() ?? null,
    disputeUntil: disputeUntil(found)?.toISOString() ?? null,
    dispute: found.dispute,
    credited: creditedOf(found),
    document: await findNote(db, found),
  }
}

export const withdrawalTable = (
  { db, now }: Pick<Withdrawals, 'db' | 'now'>,
  customer: string,
): Table<WithdrawalFilter, StoredWithdrawal, Withdrawal> => ({
  read: (filter, stretch) => listWithdrawals(db, customer, filter, stretch),
  number: ({ number }) => number,
  show: (rows) => shownWithdrawals(db, rows, now()),
  name: 'withdrawals',
  columns: {
    Number: ({ number }) => number,
    'Requested (UTC)': ({ requestedAt }) => requestedAt,
    Parcel: ({ parcel, parcels }) => `${parcel} of ${parcels}`,
    State: ({ state }) => state,
    Way: ({ way }) => way,
    Given: ({ asset }) => asset,
    'Fine grams': ({ grams }) => grams,
    Bars: ({ bars }) => bars.map(({ size, serial }) => `${size} g ${serial}`).join('; '),
    'Making (USD)': ({ fees }) => fees.making,
    'Handling (USD)': ({ fees }) => fees.handling,
    'Carriage (USD)': ({ fees }) => fees.carriage,
    'Insurance (USD)': ({ fees }) => fees.insurance,
    'Fees (USD)': ({ fees }) => fees.total,
    'Paid in': ({ feeAsset }) => feeAsset,
    'Insured to (USD)': ({ insured }) => insured,
    'Delivered (UTC)': ({ deliveredAt }) => deliveredAt ?? '',
    'Ended (UTC)': ({ endedAt }) => endedAt ?? '',
    Reason: ({ reason }) => reason ?? '',
  },
})
