import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { barSizes } from '@ingot/endpoints/withdrawal-fields'
import type { readWithdrawalOffer } from '@ingot/endpoints/withdrawals'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import { policy } from '../../policy.ts'
import { owedBy } from '../debts/debts.ts'
import { outgoingHeldUntil } from '../identity/identity.ts'
import { readSender } from '../wallet/store.ts'
import { listOwn } from './addresses.ts'
import { countBars, findOpenChoice } from './choice-store.ts'
import { shownChoice } from './choosing.ts'
import { makingOf } from './fees.ts'
import { shownSource, sourcesOf } from './sources.ts'
import { counterOf, type Withdrawals } from './withdrawals.ts'

/** So many of a size one can choose at once; whether there are more is nobody's business. */
const mostShown = 20

/** Which bars can be had, what for, and what stands in the customer's way. */
export const offerFor = async (
  withdrawals: Withdrawals,
  customer: string,
): Promise<ReplyOf<typeof readWithdrawalOffer>['data']> => {
  const { db, now, numbers } = withdrawals
  const at = now()
  const { withdrawals: rules } = await numbers.now()
  const left = await countBars(db, customer, at, mostShown)
  const sender = await readSender(db, customer)
  const [owed, choice] = [await owedBy(db, customer), await findOpenChoice(db, customer, at)]
  return {
    bars: barSizes.map((size) => ({ size, making: formatAmount(makingOf(rules, size)), left: left.get(size) ?? 0 })),
    handling: rules.handlingUsd,
    carriage: [rules.carriage.small, rules.carriage.large].map(({ insuredToUsd, feeUsd }) => ({
      insuredTo: insuredToUsd,
      fee: feeUsd,
    })),
    insuranceBasisPoints: Number(rules.insurance),
    mostBars: policy.withdrawalDates.mostBars,
    collectDays: policy.withdrawalDates.collectDays,
    counter: counterOf(withdrawals),
    sources: (await sourcesOf(db, customer, at)).map(shownSource),
    addresses: await listOwn(withdrawals, customer),
    choice: choice ? await shownChoice(db, withdrawals, choice) : null,
    frozenSince: sender.frozenAt?.toISOString() ?? null,
    heldUntil: outgoingHeldUntil(sender.credentialsChangedAt, at)?.toISOString() ?? null,
    owed: owed === 0n ? null : formatAmount(amountOf('USD', owed)),
  }
}
