import { mostNominees } from '@ingot/endpoints/nominee-fields'
import { formatDecimal } from '@ingot/money/decimal'
import type { policy } from '../../policy.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'

/** The policy with the numbers that are in force. */
export type Rules = Omit<typeof policy, keyof Numbers> & Numbers

/** Digits in groups, as English writes them. */
const grouped = (text: string): string => {
  const [whole = '', decimals] = text.split('.')
  const digits = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return decimals === undefined ? digits : `${digits}.${decimals}`
}

const of = (unit: string) => (number: string | number) => `${grouped(String(number))} ${unit}`
const [usd, usdt, usdau, qmgt, grams] = [of('USD'), of('USDT'), of('USDAU'), of('QMGT'), of('g')]
const counted = (one: string) => (count: number) => `${grouped(String(count))} ${one}${count === 1 ? '' : 's'}`
const [minutes, hours, days, months, years] = ['minute', 'hour', 'day', 'month', 'year'].map(counted) as [
  (count: number) => string,
  (count: number) => string,
  (count: number) => string,
  (count: number) => string,
  (count: number) => string,
]
const seconds = counted('second')
const percent = (basisPoints: bigint) => `${formatDecimal({ value: basisPoints, scale: 2 })} %`
const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** Such as `days90` or `g1000`: what is meant stands in the name. */
const numberIn = (name: string) => Number(name.replaceAll(/\D/g, ''))

const barOf = (name: string) => (numberIn(name) >= 1000 ? `${numberIn(name) / 1000} kg` : `${numberIn(name)} g`)

const ofAccounts = ({ session, credentials, mail, tries, verification }: Rules) => ({
  idle: minutes(session.idleMinutes),
  longestSession: hours(session.longestHours),
  hold: hours(credentials.outgoingHoldHours),
  recovery: days(credentials.recoveryDays),
  backupCodes: String(credentials.backupCodes),
  pinTries: String(credentials.pinTries),
  pinLock: seconds(credentials.pinLockSeconds),
  verifyLink: hours(mail.verifyLinkHours),
  resetLink: minutes(mail.resetLinkMinutes),
  mailCode: minutes(mail.codeMinutes),
  mailCodeTries: String(mail.codeTries),
  signInTries: String(tries['sign-in'].perSubject),
  signInWindow: minutes(tries['sign-in'].seconds / 60),
  identityKept: years(verification.identityKeptYears),
})

const ofTrading = ({ deals, trade, price, holdings }: Rules) => {
  const { 'QMGT/USDT': gold, 'USDAU/USDT': dollars, 'QMGT/USDAU': both } = trade.pairs
  return {
    quote: seconds(deals.quoteSeconds),
    reserve: seconds(deals.reserveSeconds),
    dayUsd: usd(deals.mostPerDayUsd),
    dayGrams: grams(deals.mostPerDayGrams),
    tradeLeast: usd(trade.leastUsd),
    tradeMost: usd(trade.mostUsd),
    tradeMostGrams: grams(trade.mostGrams),
    goldFee: percent(gold.fee),
    goldSpread: percent(gold.spread),
    goldClosed: percent(gold.closedSpread),
    dollarFee: percent(dollars.fee),
    dollarSpread: percent(dollars.spread),
    bothFee: percent(both.fee),
    bothSpread: percent(both.spread),
    margin: percent(trade.usdauMargin),
    stale: minutes(price.staleAfterMinutes),
    convertFee: percent(holdings.convertFee),
    convertLeast: grams(holdings.leastConvert),
    backFee: percent(holdings.gcaToQmgtFee),
    endFee: percent(holdings.terminationFee),
    endLeast: grams(holdings.leastPart),
    bookingFee: percent(holdings.bookingFee),
    gaeLeast: usd(holdings.leastUsd.GAE),
    gaexLeast: usd(holdings.leastUsd.GAEX),
    gdsLeast: usd(holdings.leastUsd.GDS),
  }
}

const ofSaving = ({ plans, planDates, remittances, remittanceDates, payments, paymentDates, bank, groups }: Rules) => ({
  planLeast: usd(plans.leastUsd),
  planMost: usd(plans.mostUsd),
  planCount: String(plans.mostPlans),
  planHour: `${planDates.hour}:00`,
  planRetryFirst: hours(planDates.retryHours.first),
  planRetrySecond: hours(planDates.retryHours.second),
  planSkips: String(planDates.skipsToPause),
  remitLeast: usd(remittances.leastUsd),
  remitMost: usd(remittances.mostUsd),
  remitFee: percent(remittances.bookingFee),
  remitBySelf: usd(remittances.bySelfUsd),
  remitDays: `${remittanceDates.workingDays} working days`,
  remitPapers: days(remittanceDates.documentDays),
  suspense: days(bank.suspenseDays),
  cardFee: percent(payments.cardFee),
  cardSpread: percent(payments.spread),
  cardLeast: usd(payments.leastUsd),
  cardMost: usd(payments.mostUsd.atFirst),
  cardMonth: usd(payments.mostPer30DaysUsd.atFirst),
  cardMostLater: usd(payments.mostUsd.trusted),
  cardMonthLater: usd(payments.mostPer30DaysUsd.trusted),
  /** The period stands in the name of the number. */
  cardPeriod: days(numberIn(Object.keys(payments).find((name) => name.startsWith('mostPer')) ?? '')),
  cardTrusted: days(payments.trustedDays),
  cardBound: days(payments.clearingDays.atFirst),
  cardBoundLater: days(payments.clearingDays.trusted),
  cardLock: minutes(paymentDates.lockMinutes),
  groupMembers: String(groups.mostMembers),
  groupCount: String(groups.mostGroups),
  groupCode: days(groups.codeDays),
  groupTotal: String(groups.totalFrom),
})

const ofNetwork = ({ staking, stakingDates, rewards, rewardDates, affiliates, alerts }: Rules) => ({
  stakeLeast: qmgt(staking.least),
  stakeMost: qmgt(staking.most),
  stakeTerms: listed(
    Object.entries(staking.rate)
      .filter(([, rate]) => rate > 0n)
      .map(([name, rate]) => `${percent(rate)} over ${days(numberIn(name))}`),
  ),
  stakeVests: days(stakingDates.vestsFromDays),
  stakeNotice: days(stakingDates.noticeDays),
  stakeClaim: qmgt(staking.leastClaim),
  rewardLevels: listed(rewards.rates.map((rate, at) => `${percent(rate)} on level ${at + 1}`)),
  rewardMonths: months(rewardDates.months),
  rewardPending: days(rewardDates.pendingDays),
  rewardByCard: days(rewardDates.pendingDaysByCard),
  rewardLeast: usd(rewards.leastClaimUsd),
  rewardActive: usd(rewards.activeFromUsd),
  rewardExpires: months(rewardDates.expiresMonths),
  levels: String(affiliates.levels),
  correction: days(affiliates.correctionDays),
  ranks: Object.entries(affiliates.ranks)
    .map(([rank, { direct, all }]) => `${rank}: ${direct} brought by you, ${all} in all`)
    .join('; '),
  alertAgain: hours(alerts.againAfterHours),
})

const ofSending = ({ wallet, payouts, bankAccounts }: Rules) => {
  const { USDT, QMGT, USDAU } = wallet.sending
  return {
    sendFees: listed([usdt(USDT.fees.outside), qmgt(QMGT.fees.outside), usdau(USDAU.fees.outside)]),
    innerFees: listed([usdt(USDT.fees.inner), qmgt(QMGT.fees.inner), usdau(USDAU.fees.inner)]),
    sendLeast: listed([usdt(USDT.smallest), qmgt(QMGT.smallest), usdau(USDAU.smallest)]),
    sendMost: listed([usdt(USDT.largest), qmgt(QMGT.largest), usdau(USDAU.largest)]),
    sendDay: listed([usdt(USDT.perDay), qmgt(QMGT.perDay), usdau(USDAU.perDay)]),
    usdauFee: usdau(USDAU.fees.outside),
    newAddress: hours(wallet.newAddressHours),
    waitingLongest: days(wallet.waitingLongestDays),
    freezeLink: days(wallet.freezeLinkDays),
    payoutLeast: usd(payouts.leastUsd),
    payoutMost: usd(payouts.mostUsd),
    payoutDay: usd(payouts.mostPerDayUsd),
    payoutFixed: usd(payouts.fee.fixedUsd),
    payoutPercent: percent(payouts.fee.basisPoints),
    accounts: String(bankAccounts.most),
    newAccount: hours(bankAccounts.newAccountHours),
    depositDays: days(bankAccounts.depositDays),
    codeTries: String(bankAccounts.codeTries),
  }
}

const ofBars = ({ withdrawals, withdrawalDates }: Rules) => ({
  barSizes: listed(Object.keys(withdrawals.makingUsd).map(barOf)),
  barMaking: listed(Object.entries(withdrawals.makingUsd).map(([bar, fee]) => `${usd(fee)} for ${barOf(bar)}`)),
  handling: usd(withdrawals.handlingUsd),
  carriageSmall: usd(withdrawals.carriage.small.feeUsd),
  carriageSmallTo: usd(withdrawals.carriage.small.insuredToUsd),
  carriageLarge: usd(withdrawals.carriage.large.feeUsd),
  carriageLargeTo: usd(withdrawals.carriage.large.insuredToUsd),
  insurance: percent(withdrawals.insurance),
  barsKept: minutes(withdrawalDates.choiceMinutes),
  boughtWait: hours(withdrawalDates.boughtHours),
  deliveryAddress: hours(withdrawalDates.newAddressHours),
  late: days(withdrawalDates.lateDays),
  collect: days(withdrawalDates.collectDays),
  dispute: days(withdrawalDates.disputeDays),
  makeGood: days(withdrawalDates.makeGoodDays),
})

const ofHeirs = ({ nominees, estates, leaving }: Rules) => ({
  nominees: String(mostNominees),
  nomineeWait: hours(nominees.waitHours),
  estateWait: days(estates.waitDays),
  courtPaper: usd(estates.courtPaperAboveUsd),
  packsPerDay: String(leaving.packsPerDay),
  packKept: days(leaving.packKeptDays),
})

/** Every number that an answer may name, as it is written. */
export const figuresOf = (rules: Rules) => ({
  ...ofAccounts(rules),
  ...ofTrading(rules),
  ...ofSaving(rules),
  ...ofNetwork(rules),
  ...ofSending(rules),
  ...ofBars(rules),
  ...ofHeirs(rules),
})

export type Figures = ReturnType<typeof figuresOf>
