import { dollars } from '@ingot/endpoints/bank-fields'
import { amountWords } from '../../lib/amount-words.ts'
import { compareDecimals, cutDecimals, multiplyDecimals } from '../../lib/decimal-text.ts'
import { shortWords } from '../../lib/use-balance-of.ts'
import type { PayoutAsset, PayoutRules } from './queries.ts'

const inDollars = (amount: string) => amountWords({ asset: 'USD', amount })

/** Whether the server can be asked about it: above zero, in whole cents. */
export const isAskable = (amount: string | undefined): amount is string => dollars.safeParse(amount).success

const ruleOf = (rules: PayoutRules, asset: PayoutAsset) => rules.assets.find((rule) => rule.asset === asset)

/** The most that one payout can take: what is there, in whole cents. */
export const mostOf = (rules: PayoutRules, available: string | undefined): string | undefined => {
  if (available === undefined) return undefined
  const most = [rules.most, rules.leftToday].reduce(
    (least, limit) => (compareDecimals(limit, least) < 0 ? limit : least),
    available,
  )
  return cutDecimals(most, 2)
}

/** What is wrong about an amount, with the limit that it missed; undefined when nothing is. */
export const amountProblem = (
  rules: PayoutRules,
  asset: PayoutAsset,
  amount: string | undefined,
  available: string | undefined,
): string | undefined => {
  if (amount === undefined || !/[1-9]/.test(amount)) return undefined
  if (!isAskable(amount)) return 'Please use at most two decimal places.'
  const gross = multiplyDecimals(amount, ruleOf(rules, asset)?.rate ?? '1')
  if (compareDecimals(gross, rules.least) < 0) return `The minimum per payout is ${inDollars(rules.least)}.`
  if (compareDecimals(gross, rules.most) > 0) return `The maximum per payout is ${inDollars(rules.most)}.`
  if (compareDecimals(gross, rules.leftToday) > 0)
    return `The limit is ${inDollars(rules.perDay)} in 24 hours. You have ${inDollars(rules.leftToday)} left.`
  return shortWords(asset, amount, available)
}

/** Why an asset cannot be paid out now; undefined while it can. */
export const offWords = (rules: PayoutRules, asset: PayoutAsset): string | undefined =>
  ruleOf(rules, asset)?.isOff ?? undefined
