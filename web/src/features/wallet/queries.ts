import { readAccountAddress } from '@ingot/endpoints/kyc'
import { useQuery } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { useSession } from '../../lib/session.ts'

/** The verified customer's wallet address. It never changes, so it is asked for once. */
export const useWalletAddress = () => {
  const userHash = useSession(({ info }) => (info?.kycVerified === 'Verified' ? info.userHash : ''))
  return useQuery({
    queryKey: ['wallet-address', userHash],
    queryFn: async ({ signal }) => (await request(readAccountAddress, { params: { userHash } }, signal)).data,
    enabled: userHash !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
}
