import { readBalances } from '@ingot/endpoints/wallet'
import { useQuery } from '@tanstack/react-query'
import { request } from './call.ts'
import { useSession } from './session.ts'

const balancePoll = 15_000

/** What the session keeps of it is a copy in numbers, for display alone. */
const noteBalances = (balances: readonly { asset: string; available: string }[]) => {
  const copyOf = (asset: string) => {
    const found = balances.find((balance) => balance.asset === asset)
    return found ? Number(found.available) : null
  }
  useSession.getState().note({ balance: { usdt: copyOf('USDT'), qmgt: copyOf('QMGT') } })
}

/** What the customer has, polled in a tab that is looked at. */
export const useBalances = () =>
  useQuery({
    queryKey: ['balances'],
    queryFn: async ({ signal }) => {
      const { data } = await request(readBalances, {}, signal)
      noteBalances(data)
      return data
    },
    refetchInterval: balancePoll,
    refetchOnWindowFocus: true,
  })
