import type {
  Leaving,
  RequestState,
  RewardRequest,
  Stake,
  StakeDetails,
  StakeState,
} from '@ingot/endpoints/staking-fields'
import { percentWords } from '../../lib/amount-words.ts'
import { formatBriefDay } from '../../lib/local-format.ts'
import type { ShownStep } from '../../ui/state-line.tsx'
import { inQmgt, isSome } from './stake-rules.ts'

export const stakeAddress = (id: string): string => `/stakes/${id}`

/** What a reward is, wherever one is told of. */
export const rewardWords = 'A share of our fees, set aside now; not interest; its worth in money can fall.'

export const dayWords = (days: number): string => (days === 1 ? '1 day' : `${days} days`)

export const onDay = (at: string): string => formatBriefDay(new Date(at))

export const shareWords = ({ basisPoints, termDays }: Pick<Stake, 'basisPoints' | 'termDays'>): string =>
  `${percentWords(basisPoints)} of the stake, over ${dayWords(termDays)}`

/** How a stake stands, in a sentence. */
export const standingOf = ({ state, renews, endsAt, leavesAt, returned }: Stake): string => {
  const sentences: Record<StakeState, string> = {
    Staked: renews
      ? `On ${onDay(endsAt)} it begins anew, at the terms and the pool of that day.`
      : `On ${onDay(endsAt)} it is available again automatically.`,
    Leaving: `You gave notice. All of it is available again on ${onDay(leavesAt ?? endsAt)}.`,
    Left: isSome(returned)
      ? 'You left before the term was over. What had vested stayed yours, and the rest went back to the pool.'
      : 'You left before the term was over.',
    Ended: 'The term is over, and all of the reward has vested.',
  }
  return sentences[state]
}

/** Each state that it had, and the one it is on the way to. */
export const stakeSteps = ({ state, history, endsAt, leavesAt }: StakeDetails): ShownStep[] => {
  const had = history.map(({ state: name, at }): ShownStep => ({ name, at, kind: 'done' }))
  if (state === 'Staked') return [...had, { name: 'Ended', at: endsAt, kind: 'open' }]
  return state === 'Leaving' ? [...had, { name: 'Left', at: leavesAt, kind: 'open' }] : had
}

export const leaveWords = ({ units, returns }: Pick<Leaving, 'units' | 'returns'>): string =>
  `Leave early: all ${inQmgt(units)} back, ${inQmgt(returns)} of the reward to the pool`

export const requestTitle = ({ currency }: Pick<RewardRequest, 'currency'>): string =>
  currency === 'QMGT' ? 'Claim of QMGT' : 'Sale of vested QMGT'

/** What a request comes to next, where there is something to say. */
export const requestStanding: Readonly<Record<RequestState, string>> = {
  Requested: 'We check it, usually within a working day.',
  Paid: 'It is in your wallet.',
  Rejected: 'It is vested as before, and can be claimed again.',
  Withdrawn: 'You took it back. It is vested as before.',
}

const list = new Intl.ListFormat('en')

/** Of which stakes it is. */
export const partWords = ({ parts }: Pick<RewardRequest, 'parts'>): string =>
  `${parts.length === 1 ? 'stake' : 'stakes'} ${list.format(parts.map(({ number }) => number))}`
