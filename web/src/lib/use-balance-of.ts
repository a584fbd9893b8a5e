import { amountWords } from './amount-words.ts'
import { compareDecimals } from './decimal-text.ts'
import { useBalances } from './use-balances.ts'

/** What the customer can spend of an asset; undefined while it is unknown. */
export const useBalanceOf = () => {
  const { data } = useBalances()
  return (asset: string): string | undefined => data?.find((balance) => balance.asset === asset)?.available
}

/** Not while it is unknown. */
export const isNothing = (amount: string | undefined): boolean => amount !== undefined && !/[1-9]/.test(amount)

/** Why a balance does not suffice; undefined while it does, or is unknown. */
export const shortWords = (asset: string, amount: string | undefined, balance: string | undefined) =>
  balance !== undefined && compareDecimals(amount ?? '0', balance) > 0
    ? `Your balance is too low for this: you have ${amountWords({ asset, amount: balance })}.`
    : undefined
