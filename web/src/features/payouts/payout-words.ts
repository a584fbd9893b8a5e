import type { Payout, PayoutState } from '@ingot/endpoints/bank-fields'
import { amountWords, percentWords } from '../../lib/amount-words.ts'
import { accountName } from '../../lib/use-bank-accounts.ts'
import type { ShownStep } from '../../ui/state-line.tsx'
import type { StopWords } from '../../ui/stops.tsx'

export const payoutAddress = (id: string): string => `/payouts/${id}`

/** The way it is meant to go. */
const way: readonly PayoutState[] = ['Requested', 'Approved', 'Sent', 'Paid']

const isEnd = (state: PayoutState): boolean => !way.includes(state)

/** Each state that it had, and those that are still to come. */
export const payoutSteps = ({ history, state }: Payout): ShownStep[] => {
  const had = history.map(({ state: name, at }): ShownStep => ({ name, at, kind: isEnd(name) ? 'ended' : 'done' }))
  const ahead = isEnd(state) ? [] : way.slice(way.indexOf(state) + 1)
  return [...had, ...ahead.map((name): ShownStep => ({ name, kind: 'open' }))]
}

/** How it stands, in a sentence. */
export const payoutStanding: Readonly<Record<PayoutState, string>> = {
  Requested: 'We check it, usually within a working day. You can cancel it until then.',
  Approved: 'It goes to the bank with the next file.',
  Sent: 'The bank has it. It usually arrives in one to three working days.',
  Paid: 'The bank has paid it.',
  Cancelled: 'You cancelled it. What was set aside is available again.',
  Refused: 'It was not paid out. What was set aside is available again.',
  Returned: 'The bank sent it back. What came back is in your wallet; the fee is not refunded.',
}

/** What the fee is made of. */
export const feeWords = ({ feeFixed, feeBasisPoints }: Pick<Payout, 'feeFixed' | 'feeBasisPoints'>): string =>
  `${amountWords({ asset: 'USD', amount: feeFixed })} and ${percentWords(feeBasisPoints)}`

type Deal = Pick<Payout, 'asset' | 'amount' | 'receive'> & { account: Payout['account'] }

/** The payout in one line, for whoever confirms it. */
export const dealWords = ({ asset, amount, receive, account }: Deal): string =>
  `Pay out ${amountWords({ asset, amount })}: ${amountWords({ asset: 'USD', amount: receive })} to ${accountName(account)}`

export const stopWords: StopWords = {
  label: 'Why nothing can be paid out now',
  owed: { title: 'Nothing can leave your account while something is owed', after: 'payouts are open again at once.' },
  frozen: 'Nothing can leave it',
  held: { what: 'Payouts', after: 'have money paid out as usual.' },
}
