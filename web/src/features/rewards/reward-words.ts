import type { Bundle, FeeShare, Reward, RewardEvent, RewardSums } from '@ingot/endpoints/reward-fields'
import type { RequestState, RewardRequest } from '@ingot/endpoints/staking-fields'
import { amountWords, percentWords } from '../../lib/amount-words.ts'
import { compareDecimals, subtractDecimals } from '../../lib/decimal-text.ts'
import { formatBriefDay, formatDecimal, formatSharedDay } from '../../lib/local-format.ts'

export const isSome = (amount: string): boolean => /[1-9]/.test(amount)

const inUsd = (amount: string): string => amountWords({ asset: 'USD', amount })

/** What a reward is, wherever one is told of. */
export const rewardWords = 'A share of the fees we earn from those you bring. Its worth in money can fall.'

/** Of which kind of event it came; of whoever was brought nothing else is told. */
export const eventWords: Readonly<Record<RewardEvent, string>> = {
  swap: 'Reward for a swap',
  booking: 'Reward for a booking',
  convert: 'Reward for a conversion',
  termination: 'Reward for a termination',
}

const onDay = (at: string): string => formatBriefDay(new Date(at))

/** What there is to say of one besides its state. */
const stateNote = ({ state, claimableFrom, expiresAt, request }: Reward): string | undefined => {
  if (state === 'Pending' && claimableFrom !== null) return `not before ${onDay(claimableFrom)}`
  if (state === 'Claimable' && expiresAt !== null) return `until ${onDay(expiresAt)}`
  return request === null ? undefined : `request ${request.number}`
}

export const rewardNote = (reward: Reward): string =>
  [reward.state, stateNote(reward), `level ${reward.level}`, formatSharedDay(new Date(reward.day))]
    .filter((part) => part !== undefined)
    .join(' · ')

/** Why nothing is claimed of an asset yet, where there is something; undefined while it can be. */
export const tooSmallWords = (
  { claimableNow, claimableUsd, isEnough }: Bundle,
  { leastClaimUsd }: Pick<RewardSums, 'leastClaimUsd'>,
): string | undefined => {
  if (isEnough || !isSome(claimableNow)) return undefined
  const least = `Claims begin at ${inUsd(leastClaimUsd)}`
  if (claimableUsd === null) return `${least}. What this is worth is not known at the moment.`
  if (compareDecimals(claimableUsd, leastClaimUsd) >= 0) return 'Nothing can be claimed at the moment.'
  return `${least}: ${inUsd(subtractDecimals(leastClaimUsd, claimableUsd))} is missing.`
}

export const takeBackWords = ({ asset, toTakeBack }: Bundle): string | undefined =>
  isSome(toTakeBack)
    ? `${amountWords({ asset, amount: toTakeBack })} is taken from your next claims: it was paid for fees that went back later. You owe nothing.`
    : undefined

/** What a claim would come to, before it is made. */
export const claimWords = ({ asset, paidAs, claimable, claimableNow, toTakeBack }: Bundle): string => {
  const sum = isSome(toTakeBack)
    ? `${amountWords({ asset, amount: claimable })} can be claimed, less ${amountWords({ asset, amount: subtractDecimals(claimable, claimableNow) })} that is taken back.`
    : `All that can be claimed in ${asset} is asked for at once.`
  return `${sum} We check it, usually within a working day; then it is paid into your wallet as ${paidAs}${paidAs === asset ? '' : ', one for one'}.`
}

export const shareWords = ({ fees, paid }: FeeShare): string =>
  `Paid out of fees: ${inUsd(paid)} of ${inUsd(fees)} this year`

const levelWords = ['those you bring', 'those they bring'] as const

/** A limit, written as it was set: 10 and not 10.00. */
const plainUsd = (amount: string): string => {
  const { whole, decimals } = formatDecimal(amount)
  return `${whole}${decimals} USD`
}

const rateWords = (rates: readonly number[]): string =>
  rates
    .map((rate, index) => `${percentWords(rate)} of the fees of ${levelWords[index] ?? `level ${index + 1}`}`)
    .join(', and ')

/** The rules as they are now, in the order in which one meets them. */
export const ruleWords = (sums: RewardSums): string[] => {
  const { rates, months, activeFromUsd, pendingDays, pendingDaysByCard, leastClaimUsd, expiresMonths } = sums
  return [
    `You get ${rateWords(rates)}, for ${months} months from their verification. Fees of swaps, bookings, conversions and terminations count, and no others.`,
    `Pending: the fee may still go back. It takes ${pendingDays} days, ${pendingDaysByCard} where the money came by card, and whoever you brought must have paid ${plainUsd(activeFromUsd)} of fees by then.`,
    'Held: we check something before it can be claimed. We clear it, or reverse it.',
    'Reversed: the fee it came from went back, and the reward with it. If it was paid already, it is taken from your next claims; you never owe it.',
    `You claim each asset separately, from ${plainUsd(leastClaimUsd)} on, within ${expiresMonths} months. After that it expires.`,
  ]
}

export const requestTitle = ({ asset }: Pick<RewardRequest, 'asset'>): string => `Claim of ${asset}`

export const countWords = ({ rewards }: Pick<RewardRequest, 'rewards'>): string =>
  rewards === 1 ? '1 reward' : `${rewards} rewards`

/** What a request comes to next. */
export const requestStanding: Readonly<Record<RequestState, string>> = {
  Requested: 'We check it, usually within a working day.',
  Paid: 'It is in your wallet.',
  Rejected: 'It can be claimed again.',
  Withdrawn: 'You took it back. It can be claimed again.',
}
