import { readDecimal } from '@ingot/money/decimal'
import { policy } from '../policy.ts'
import type { Changeable, Unit } from './changeable.ts'
import { ofPayments } from './payment-numbers.ts'
import { ofPayouts } from './payout-numbers.ts'
import { ofRewards } from './reward-numbers.ts'
import { ofStaking } from './staking-numbers.ts'
import { ofWithdrawals } from './withdrawal-numbers.ts'

const pairs = ['QMGT/USDT', 'USDAU/USDT', 'QMGT/USDAU'] as const satisfies readonly (keyof typeof policy.trade.pairs)[]

const ofPair = (pair: (typeof pairs)[number]): Changeable[] => {
  const [base, quote] = pair.split('/')
  const name = `trade.pairs.${pair}`
  const unit = 'basis points'
  return [
    {
      name: `${name}.spread`,
      says: `How far from the price of gold customers buy and sell ${pair} while the gold market is open.`,
      ...{ unit, least: '0', most: '500' },
      fee: `the difference between our price of ${base} in ${quote} and the market price while the gold market is open`,
    },
    {
      name: `${name}.closedSpread`,
      says: `How far from the last price of gold customers buy and sell ${pair} while the gold market is closed.`,
      ...{ unit, least: '0', most: '1000' },
      fee: `the difference between our price of ${base} in ${quote} and the last market price while the gold market is closed`,
    },
    {
      name: `${name}.fee`,
      says: `What is taken of what a customer pays in a trade of ${pair}.`,
      ...{ unit, least: '0', most: '500' },
      fee: `the fee for trading ${base} and ${quote}`,
    },
  ]
}

const ofHoldings: readonly Changeable[] = [
  {
    name: 'holdings.bookingFee',
    says: 'What is taken of what a customer pays for GAE, GAE Extra and GDS.',
    ...{ unit: 'basis points', least: '0', most: '500' },
    fee: 'the fee for booking GAE, GAE Extra and GDS',
  },
  {
    name: 'holdings.leastUsd.GAE',
    says: 'The least that is paid for GAE at once, in dollars.',
    ...{ unit: 'USD', least: '0.01', most: '1000' },
  },
  {
    name: 'holdings.leastUsd.GAEX',
    says: 'The least that is paid for GAE Extra at once, in dollars.',
    ...{ unit: 'USD', least: '0.01', most: '1000' },
  },
  {
    name: 'holdings.leastUsd.GDS',
    says: 'The least that is paid for GDS in a group at once, in dollars.',
    ...{ unit: 'USD', least: '0.01', most: '1000' },
  },
  {
    name: 'holdings.mostUsd',
    says: 'The most that is booked, converted or ended at once, in dollars.',
    ...{ unit: 'USD', least: '1000', most: '1000000' },
  },
  {
    name: 'holdings.mostGrams',
    says: 'The most that is booked, converted or ended at once, in grams of gold: it holds even if the price is wrong.',
    ...{ unit: 'grams', least: '1', most: '10000' },
  },
  {
    name: 'holdings.convertFee',
    says: 'What is taken of QMGT that a customer converts into GCA.',
    ...{ unit: 'basis points', least: '0', most: '500' },
    fee: 'the fee for converting QMGT into GCA',
  },
  {
    name: 'holdings.leastConvert',
    says: 'The least that is converted at once, in grams.',
    ...{ unit: 'grams', least: '0.0001', most: '10' },
  },
  {
    name: 'holdings.terminationFee',
    says: 'What is taken of what a holding brings when it ends, whatever it is paid in; GCA paid in QMGT has its own.',
    ...{ unit: 'basis points', least: '0', most: '500' },
    fee: 'the fee for ending GAE, GAE Extra, GCA and GDS',
  },
  {
    name: 'holdings.gcaToQmgtFee',
    says: 'What is taken of GCA that is paid out in QMGT.',
    ...{ unit: 'basis points', least: '0', most: '500' },
    fee: 'the fee for turning GCA back into QMGT',
  },
  {
    name: 'holdings.leastPart',
    says: 'The least that ends of a holding, and the least that is left of it unless nothing is, in grams.',
    ...{ unit: 'grams', least: '0.0001', most: '1' },
  },
  {
    name: 'holdings.mostHoldings',
    says: 'How many holdings end at once, oldest first.',
    ...{ unit: 'holdings', least: '10', most: '500' },
  },
]

const ofPlans: readonly Changeable[] = [
  {
    name: 'plans.leastUsd',
    says: 'The least that a new or changed plan buys for each time, in dollars. Plans that are there keep their amount.',
    ...{ unit: 'USD', least: '1', most: '1000' },
  },
  {
    name: 'plans.mostUsd',
    says: 'The most that a new or changed plan buys for each time, in dollars. Plans that are there keep their amount.',
    ...{ unit: 'USD', least: '1000', most: '50000' },
  },
  {
    name: 'plans.mostPlans',
    says: 'How many plans one customer may have that are not ended.',
    ...{ unit: 'plans', least: '1', most: '50' },
  },
]

const ofRemittances: readonly Changeable[] = [
  {
    name: 'remittances.bookingFee',
    says: 'What is taken of dollars that came by bank and are booked as GCA.',
    ...{ unit: 'basis points', least: '0', most: '500' },
    fee: 'the fee for booking remittances',
  },
  {
    name: 'remittances.leastUsd',
    says: 'The least that is announced at once, in dollars. What arrives and is less goes to an operator.',
    ...{ unit: 'USD', least: '1', most: '10000' },
  },
  {
    name: 'remittances.mostUsd',
    says: 'The most that is announced at once, in dollars. What arrives and is more goes to an operator.',
    ...{ unit: 'USD', least: '1000', most: '1000000' },
  },
  {
    name: 'remittances.bySelfUsd',
    says: 'What of one customer is booked by itself in 24 hours, in dollars. What is more waits for an operator.',
    ...{ unit: 'USD', least: '0', most: '50000' },
  },
  {
    name: 'remittances.byOneUsd',
    says: 'What of one customer one operator lets be booked alone in 24 hours, in dollars. What is more takes two.',
    ...{ unit: 'USD', least: '0', most: '100000' },
  },
  {
    name: 'remittances.mostOpen',
    says: 'How many remittances one customer may have announced that have not come.',
    ...{ unit: 'remittances', least: '1', most: '50' },
  },
]

const stockOf = (asset: keyof typeof policy.treasury.leastStock, unit: Unit, most: string): Changeable => ({
  name: `treasury.leastStock.${asset}`,
  says: `The stock of ${asset} below which operators are shown a proposal to issue more, whatever was sold.`,
  ...{ unit, least: '0', most },
})

export const changeable: readonly Changeable[] = [
  {
    name: 'deals.quoteSeconds',
    says: 'How long a quote holds.',
    ...{ unit: 'seconds', least: '10', most: '120' },
  },
  {
    name: 'deals.reserveSeconds',
    says: 'How long a quote holds once the PIN is asked for, counted from then.',
    ...{ unit: 'seconds', least: '15', most: '180' },
  },
  {
    name: 'deals.reserveMove',
    says: 'How far gold may have moved against the house since a quote for it to be held while the PIN is typed.',
    ...{ unit: 'basis points', least: '1', most: '200' },
  },
  {
    name: 'deals.quotesPerMinute',
    says: 'How many quotes one customer may ask for in a minute.',
    ...{ unit: 'quotes', least: '10', most: '600' },
  },
  {
    name: 'deals.mostPerDayUsd',
    says: 'The most that one customer deals on one day by UTC, of all products together, in dollars.',
    ...{ unit: 'USD', least: '100', most: '10000000' },
  },
  {
    name: 'deals.mostPerDayGrams',
    says: 'The most that one customer deals on one day by UTC, of all products together, in grams of gold.',
    ...{ unit: 'grams', least: '1', most: '100000' },
  },
  {
    name: 'deals.quotesKeptDays',
    says: 'When old quotes are forgotten. What was done keeps its own figures.',
    ...{ unit: 'days', least: '1', most: '90' },
  },
  {
    name: 'trade.leastUsd',
    says: 'The least that is traded at once, in dollars.',
    ...{ unit: 'USD', least: '0.01', most: '100' },
  },
  {
    name: 'trade.mostUsd',
    says: 'The most that is traded at once, in dollars.',
    ...{ unit: 'USD', least: '100', most: '1000000' },
  },
  {
    name: 'trade.mostGrams',
    says: 'The most that is traded at once, in grams of gold: it holds even if the price is wrong.',
    ...{ unit: 'grams', least: '1', most: '10000' },
  },
  ...pairs.flatMap(ofPair),
  {
    name: 'trade.usdauMargin',
    says: 'How much gold stands behind USDAU: 10000 is exactly its worth.',
    ...{ unit: 'basis points', least: '10000', most: '20000' },
  },
  ...ofHoldings,
  ...ofPlans,
  ...ofPayouts,
  ...ofWithdrawals,
  ...ofRemittances,
  ...ofPayments,
  ...ofStaking,
  ...ofRewards,
  {
    name: 'treasury.stockDays',
    says: 'For how many days of sales the treasury’s stock should last before operators are shown a proposal to issue more.',
    ...{ unit: 'days', least: '1', most: '90' },
  },
  stockOf('QMGT', 'grams', '1000000'),
  stockOf('USDAU', 'USD', '100000000'),
  stockOf('GCA', 'grams', '1000000'),
  stockOf('GAE', 'grams', '1000000'),
]

/** The rest of the policy, by where it stands, and why it takes another version of the software or a restart. */
const fixedParts: Readonly<Record<string, string>> = {
  session: 'Protects accounts: who has stolen those of two operators cannot loosen it.',
  device: 'Protects accounts: who has stolen those of two operators cannot loosen it.',
  stepUp: 'Protects accounts: who has stolen those of two operators cannot loosen it.',
  credentials: 'Protects accounts: who has stolen those of two operators cannot loosen it.',
  tries: 'Protects accounts: who has stolen those of two operators cannot loosen it.',
  mail: 'How long links and codes work, which stands in mails that were sent.',
  affiliates: 'Ranks that customers have reached were counted by it.',
  verification: 'Agreed with the provider, and asked for by law.',
  payoutDesk: 'Protects what takes two operators, and how soon somebody looks.',
  remittanceDates: 'Customers were told these days when they announced.',
  paymentDates:
    'Belongs to how the card processor keeps its pages and messages; customers were told the minutes of the lock.',
  bank: 'Belongs to the agreement with the bank, and to what senders were told.',
  bankAccounts: 'Protects where money goes; customers were told these hours and days.',
  consultants: 'Consultants were told for how long they are hidden.',
  groups:
    'Protects members from each other: codes were given out with these days, and of fewer who show their grams one would learn what the other has.',
  stakingDates: 'Customers were told these days when they staked; the rest protects what takes two operators.',
  pool: 'Kept for those who brought customers: what was promised to them is not given to others.',
  rewardDates:
    'Customers were told these days and months when they brought somebody; the rest keeps what all levels take within the fees.',
  withdrawalDates:
    'Customers were told these minutes and days when they asked for bars; the rest keeps thieves from taking gold out at once.',
  nominees: 'Customers were told these hours when they named somebody; they keep a thief from naming himself.',
  estates: 'Protects the living from false reports and the dead from false heirs; owners were told these days.',
  leaving: 'Customers were told for how long an archive is kept.',
  tickets: 'Those who asked were told these days.',
  planDates: 'Customers were told these hours and days when they made their plans.',
  price: 'Decides which price is believed, and belongs to the feed that is set.',
  wallet: 'What leaves cannot be taken back; the contracts on the chain have limits that belong to these.',
  alerts: 'How often somebody is written to; the mails say so.',
  approvals: 'Protects what takes two operators, and so this page too.',
  operators: 'Protects who may become an operator.',
  reserves: 'Decides when sales stop by themselves, which nobody who sells should put off.',
  status: 'Decides when everybody is told of a disturbance, which nobody should put off.',
  contacts: 'Decides when everybody is told that somebody outside does not answer.',
  announcements: 'A picture that was removed cannot be brought back.',
  reports: 'Keeps strangers from filling the log.',
}

type Value = string | number | bigint

/** Every number of the policy with its name. */
export const leavesOf = (part: object, above = ''): { name: string; value: Value }[] =>
  Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'object' ? leavesOf(value, `${above}${key}.`) : [{ name: `${above}${key}`, value }],
  )

export const fixed: readonly { name: string; value: string; why: string }[] = Object.entries(fixedParts).flatMap(
  ([part, why]) =>
    leavesOf({ [part]: policy[part as keyof typeof policy] }).map(({ name, value }) => ({
      name,
      value: String(value),
      why,
    })),
)

/** What the software comes with. */
export const defaults: ReadonlyMap<string, string> = new Map(
  leavesOf(policy).map(({ name, value }) => [name, String(value)]),
)

const decimalsOf: Partial<Record<Unit, number>> = { USD: 2, 'USD for one': 4, grams: 4 }

/** A number as somebody wrote it, as it is kept; undefined when it is none, or out of bounds. */
export const readNumber = ({ unit, least, most }: Changeable, text: string): string | undefined => {
  const reading = readDecimal(text, decimalsOf[unit] ?? 0)
  if (!reading.ok || compare(text, least) < 0 || compare(text, most) > 0) return
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

const scale = 4
const unitsOf = (text: string): bigint => {
  const [whole = '', decimals = ''] = text.split('.')
  return BigInt(whole + decimals.padEnd(scale, '0'))
}

/** Below zero if the first is less. */
export const compare = (one: string, other: string): number => {
  const difference = unitsOf(one) - unitsOf(other)
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}

/** One of the versions, by their numbers in the order in which they were decided. */
export type Version = { id: string; name: string; value: string; from: Date }

/** What is in force at a moment. The newest version counts whose time has come, so it also takes the place of older plans. */
export const valueAt = (versions: readonly Version[], name: string, at: Date): string =>
  versions.findLast((each) => each.name === name && each.from <= at)?.value ?? defaults.get(name) ?? ''

/** The first change that is still to come. */
export const nextOf = <V extends Version>(versions: readonly V[], name: string, at: Date): V | undefined =>
  versions
    .filter((each, index) => {
      const replaced = versions.slice(index + 1).some((later) => later.name === name && later.from <= each.from)
      return each.name === name && each.from > at && !replaced
    })
    .toSorted((one, other) => one.from.getTime() - other.from.getTime())[0]

type Wide<V> = V extends bigint
  ? bigint
  : V extends number
    ? number
    : V extends string
      ? string
      : { readonly [Name in keyof V]: Wide<V[Name]> }

/** The numbers by which deals are made and the treasury is kept. */
export type Numbers = {
  readonly deals: Wide<typeof policy.deals>
  readonly trade: Wide<typeof policy.trade>
  readonly holdings: Wide<typeof policy.holdings>
  readonly plans: Wide<typeof policy.plans>
  readonly payouts: Wide<typeof policy.payouts>
  readonly withdrawals: Wide<typeof policy.withdrawals>
  readonly remittances: Wide<typeof policy.remittances>
  readonly payments: Wide<typeof policy.payments>
  readonly staking: Wide<typeof policy.staking>
  readonly rewards: Wide<typeof policy.rewards>
  readonly treasury: Wide<typeof policy.treasury>
}

const asValue = (like: Value, text: string): Value =>
  typeof like === 'bigint' ? BigInt(text) : typeof like === 'number' ? Number(text) : text

/** A list is one too: its places are the names. */
type Branch = { [name: string]: Value | Branch }

/** The policy with what is in force at a moment in it. */
export const numbersAt = (versions: readonly Version[], at: Date): Numbers => {
  const { deals, trade, holdings, plans, payouts, withdrawals, remittances, payments, staking, rewards, treasury } =
    policy
  const tree = structuredClone({
    deals,
    trade,
    holdings,
    plans,
    payouts,
    withdrawals,
    remittances,
    payments,
    staking,
    rewards,
    treasury,
  }) as unknown as Branch
  for (const { name } of changeable) {
    const keys = name.split('.')
    const last = keys.pop() ?? ''
    const branch = keys.reduce((part, key) => part[key] as Branch, tree)
    branch[last] = asValue(branch[last] as Value, valueAt(versions, name, at))
  }
  return tree as unknown as Numbers
}
