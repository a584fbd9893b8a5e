import { Skeleton } from '@mantine/core'
import { ShareCode } from '../../ui/share-code.tsx'
import { FailedState, LoadingState } from '../../ui/states.tsx'
import { useWalletAddress } from './queries.ts'

/** The wallet address to be paid to. An address that could not be read is said to be unknown. */
export const WalletCode = () => {
  const { data: address, error, isFetching, refetch } = useWalletAddress()
  if (address !== undefined)
    return (
      <ShareCode
        label="Wallet address"
        value={address}
        sentence="Share this QR code to receive payments to your wallet."
        copied="Wallet address copied!"
      />
    )
  if (!error)
    return (
      <LoadingState label="Loading the wallet address">
        <Skeleton height={234} />
      </LoadingState>
    )
  return (
    <FailedState title="Wallet address: —" isRetrying={isFetching} onRetry={() => void refetch()}>
      {error.message}
    </FailedState>
  )
}
