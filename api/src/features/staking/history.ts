import type { Stake, StakeDetails, Staking as Told } from '@ingot/endpoints/staking-fields'
import { customerAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { entriesOf } from '@ingot/ledger/movement-entries'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { convert } from '@ingot/money/convert'
import { customerGets } from '@ingot/money/rounding'
import type { Person } from '../../bind.ts'
import { gramUnits } from '../../deals/deals.ts'
import { Failure } from '../../failure.ts'
import type { Table } from '../../lists.ts'
import { policy } from '../../policy.ts'
import { isUpline } from '../affiliates/store.ts'
import { bidNow } from '../trade/valuation.ts'
import { shownEntry } from '../wallet/movements.ts'
import { ownerOf } from '../wallet/wallet.ts'
import { mostFor, poolAccount, shownQmgt, termsOf } from './rules.ts'
import { type Staking, shownRequest, shownStake } from './staking.ts'
import * as store from './store.ts'

/** Each has many figures. */
const stakesPerPage = 20

/** Of one stake so many requests are told. */
const mostRequests = 100

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Terms and limits as they are now, and how the customer stands. */
export const readStakingOf = async (staking: Staking, { id }: Pick<Person, 'id'>): Promise<Told> => {
  const { db, now, numbers } = staking
  const [{ staking: rules }, pool, available, sums, upline, bid] = await Promise.all([
    numbers.now(),
    balanceOf(db, poolAccount),
    balanceOf(db, customerAccount(id, 'QMGT', 'available')),
    staking.sumsOf(id, now()),
    isUpline(db, id),
    bidNow(staking, 'QMGT'),
  ])
  const terms = termsOf(rules)
  const [least, most] = [gramUnits(rules.least), gramUnits(rules.most)]
  return {
    terms: terms.map((term) => ({
      days: term.days,
      basisPoints: Number(term.basisPoints),
      most: shownQmgt(smaller(most, mostFor(pool.units, term))),
    })),
    least: rules.least,
    most: rules.most,
    vestsFromDays: policy.stakingDates.vestsFromDays,
    noticeDays: policy.stakingDates.noticeDays,
    leastClaim: rules.leastClaim,
    pool: { left: formatAmount(pool), isEmpty: terms.every((term) => mostFor(pool.units, term) < least) },
    isUpline: upline,
    available: formatAmount(available),
    sums: {
      stakes: sums.stakes,
      staked: shownQmgt(sums.staked),
      value: bid && formatAmount(convert(amountOf('QMGT', sums.staked), bid, 'USD', customerGets)),
      claimable: shownQmgt(sums.claimable),
      requested: shownQmgt(sums.requested),
      paid: shownQmgt(sums.paid),
      toVest: shownQmgt(sums.toVest),
    },
  }
}

export const stakeTable = (
  { db, now, numbers }: Staking,
  customer: string,
): Table<store.StakeFilter, store.StakeRow, Stake> => ({
  size: stakesPerPage,
  read: (filter, stretch) => store.listStakes(db, customer, filter, stretch),
  number: ({ number }) => number,
  show: async (rows) => {
    const { staking: rules } = await numbers.now()
    return rows.map((row) => shownStake(row, now(), rules))
  },
  name: 'stakes',
  columns: {
    Number: ({ number }) => number,
    State: ({ state }) => state,
    'Began at (UTC)': ({ beganAt }) => beganAt,
    'Ends at (UTC)': ({ endsAt }) => endsAt,
    'Staked (QMGT)': ({ units }) => units,
    'Term (days)': ({ termDays }) => String(termDays),
    'Basis points': ({ basisPoints }) => String(basisPoints),
    'Days over': ({ days }) => String(days),
    'Reward (QMGT)': ({ reward }) => reward,
    'Can be claimed (QMGT)': ({ claimable }) => claimable,
    'Requested (QMGT)': ({ requested }) => requested,
    'Paid (QMGT)': ({ paid }) => paid,
    'Still to vest (QMGT)': ({ toVest }) => toVest,
    'Back to the pool (QMGT)': ({ returned }) => returned,
    'Begins anew': ({ renews }) => (renews ? 'yes' : 'no'),
    'Notice given at (UTC)': ({ noticeAt }) => noticeAt ?? '',
    'Free at (UTC)': ({ leavesAt }) => leavesAt ?? '',
    'Ended at (UTC)': ({ endedAt }) => endedAt ?? '',
  },
})

/** Somebody else's is as unknown as one that never was. */
export const readStakeOf = async (
  { db, now, numbers }: Staking,
  customer: string,
  id: string,
): Promise<StakeDetails> => {
  const row = await store.findStake(db, customer, id)
  if (!row) throw new Failure('NotFound')
  const [{ staking: rules }, { history, entries }, requests] = await Promise.all([
    numbers.now(),
    store.readBehind(db, row.id),
    store.readRequestsOf(db, row.id, mostRequests),
  ])
  const behind = await entriesOf(db, entries.map(BigInt))
  return {
    ...shownStake(row, now(), rules),
    history: [
      { state: 'Staked', at: row.beganAt.toISOString() },
      ...history.map(({ state, at }) => ({ state, at: new Date(at).toISOString() })),
    ],
    requests: requests.map((request) => shownRequest(request)),
    entries: behind.map((entry) => shownEntry(ownerOf(customer), entry)),
  }
}
