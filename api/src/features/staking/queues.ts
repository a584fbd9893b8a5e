import type { Waiting } from '@ingot/endpoints/desk'
import { rewardAssets } from '@ingot/endpoints/reward-fields'
import { requestThing } from '@ingot/endpoints/staking'
import { balanceOf } from '@ingot/ledger/balance'
import { amountOf } from '@ingot/money/amount'
import { formatAmount, shownText } from '@ingot/money/amount-text'
import type { Rate } from '@ingot/money/rate'
import { usdUnits } from '../../deals/deals.ts'
import type { Figure, HealthPart } from '../../feature.ts'
import { policy } from '../../policy.ts'
import type { Queue } from '../../queue.ts'
import { rewardFactsOf } from '../rewards/behind.ts'
import { bidNow } from '../trade/valuation.ts'
import { factOf, payAlone, rejectAlone, standsInTheWay, worthOfAll } from './deciding.ts'
import { referralFacts } from './paying-referrals.ts'
import { requestRoles } from './requests.ts'
import { listWaiting, type PaidSum, readBehindRequests, sumWaiting, type WaitingRequest } from './requests-store.ts'
import { daysAfter, poolAccount } from './rules.ts'
import type { Staking } from './staking.ts'
import type { RequestRow } from './store.ts'

type Choice = Waiting['choices'][number]
type Waits = WaitingRequest & { row: RequestRow }

const paidTold = 'By e-mail, once it is paid.'
const payOne: Choice = { action: 'pay-reward-alone', label: 'Pay', needsTwo: false, told: paidTold }
const payTwo: Choice = { action: 'pay-reward', label: 'Ask for it to be paid', needsTwo: true, told: paidTold }
const reject: Choice = {
  action: 'reject-reward',
  label: 'Reject',
  needsTwo: false,
  told: 'By e-mail, with the reason that you write. It can be claimed again.',
}

const noPrice = 'There is no gold price to rely on at the moment. It waits until there is.'
const byTwo = 'It takes two of you: it is more than one may pay to a customer in 24 hours.'
const look = 'Compare the sum behind it before you pay.'

/** How it stands: whether anything is in the way, and whether one operator may pay it. */
const standingOf = (waiting: Waits, bid: Rate | null, aloneUsd: string) => {
  const inTheWay = standsInTheWay(waiting) ?? (bid ? null : noPrice)
  if (inTheWay !== null || bid === null) return { advice: inTheWay, choices: [reject] }
  const { asset, units } = waiting.row
  const isForOne = worthOfAll([...waiting.paidLately, { asset, units }], bid) <= usdUnits(aloneUsd)
  return isForOne
    ? { advice: look, choices: [payOne, payTwo, reject] }
    : { advice: `${byTwo} ${look}`, choices: [payTwo, reject] }
}

const dollarText = (units: bigint): string => shownText(amountOf('USDT', units)).replace(/USDT$/, 'USD')

const paidText = ({ kind, asset, currency }: RequestRow): string => {
  if (kind === 'stake' && currency === 'USDT') return 'In USDT, at the bid when it is paid'
  return asset === currency ? `As ${currency}` : `As ${currency}, one for one`
}

const latelyText = (paid: readonly PaidSum[]): string => {
  const sums = rewardAssets.flatMap((asset) => {
    const units = paid.reduce((sum, each) => (each.asset === asset ? sum + each.units : sum), 0n)
    return units === 0n ? [] : [`${formatAmount(amountOf(asset, units))} ${asset}`]
  })
  return sums.length === 0 ? 'Nothing' : sums.join(', ')
}

const titleOf = ({ kind, asset, units, currency }: RequestRow): string =>
  kind === 'referral'
    ? `${shownText(amountOf(asset, units))} for bringing others`
    : `${shownText(amountOf(asset, units))} of rewards${currency === 'USDT' ? ', to be sold' : ''}`

const factsOf = ({ row, paidLately }: Waits, bid: Rate | null) => [
  { name: 'Request', value: `No. ${row.number}` },
  { name: 'Asked for', value: `${formatAmount(amountOf(row.asset, row.units))} ${row.asset}` },
  { name: 'To be paid', value: paidText(row) },
  { name: 'Worth now', value: bid ? dollarText(worthOfAll([row], bid)) : '—' },
  { name: 'Paid to this customer in 24 hours', value: latelyText(paidLately) },
]

const isOld = ({ askedAt }: RequestRow, now: Date) => askedAt < daysAfter(now, -policy.stakingDates.oldDays)

/** What customers have asked for of their rewards, for Finance to decide. */
export const requestQueues = (staking: Staking): Queue[] => [
  {
    name: 'reward-requests',
    title: 'Reward requests',
    roles: requestRoles,
    states: ['Requested', 'Old'],
    sum: () => sumWaiting(staking.db),
    read: async (after, limit) => {
      const { db, now, numbers } = staking
      const [bid, { staking: rules }] = await Promise.all([bidNow(staking, 'QMGT'), numbers.now()])
      const waiting = await listWaiting(db, after, limit, daysAfter(now(), -1))
      const parts = await readBehindRequests(
        db,
        waiting.map(({ id }) => id),
      )
      const rewardFacts = await rewardFactsOf(
        db,
        waiting.map(({ row }) => row).filter(({ kind }) => kind === 'referral'),
      )
      return waiting.map((each) => ({
        id: requestThing(each.id),
        title: titleOf(each.row),
        state: isOld(each.row, now()) ? 'Old' : 'Requested',
        since: each.row.askedAt.toISOString(),
        customer: { id: each.row.customer, username: each.username },
        facts: [
          ...factsOf(each, bid),
          ...parts.filter(({ request }) => request === each.id).map(factOf),
          ...(each.row.kind === 'referral' ? [...referralFacts(each.row), ...rewardFacts(each.id)] : []),
        ],
        ...standingOf(each, bid, rules.aloneUsd),
        place: { micros: each.micros, id: each.id },
      }))
    },
    decisions: {
      'pay-reward-alone': (tx, thing, _reason, by) => payAlone(tx, staking, thing, by),
      'reject-reward': (tx, thing, reason, by) => rejectAlone(tx, staking, thing, reason, by),
    },
  },
]

export const stakingFigures = ({ db }: Pick<Staking, 'db'>): Figure[] => [
  {
    ...{ name: 'reward-requests', title: 'Rewards to be paid', unit: '', roles: requestRoles },
    read: async () => String((await sumWaiting(db)).count),
  },
  {
    ...{ name: 'reward-pool', title: 'Pool of rewards', unit: 'QMGT', roles: requestRoles },
    read: async () => formatAmount(await balanceOf(db, poolAccount)),
  },
]

/** Every wait has an end at which somebody is called. An empty pool is none: QMGT + is closed then. */
export const requestsHealth = async ({ db, now }: Pick<Staking, 'db' | 'now'>): Promise<HealthPart[]> => {
  const { count, oldestAt } = await sumWaiting(db)
  if (!oldestAt || oldestAt >= daysAfter(now(), -policy.stakingDates.alarmDays)) return []
  return [
    {
      name: 'reward-requests',
      ok: false,
      problem: 'a reward that was asked for waits for days',
      advice: `Finance has to pay or reject it: ${count} wait in the queue.`,
    },
  ]
}
