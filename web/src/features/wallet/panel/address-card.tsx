import { Button, Skeleton } from '@mantine/core'
import { QRCodeSVG } from 'qrcode.react'
import { Said } from '../../../ui/said.tsx'
import { FailedState, LoadingState } from '../../../ui/states.tsx'
import { useCopy } from '../../../ui/use-copy.ts'
import { useWalletAddress } from '../queries.ts'
import classes from './address-card.module.css'

const qrSize = 96

const Card = ({ address }: { address: string }) => {
  const { said, copy } = useCopy({ done: 'Wallet address copied!' })
  return (
    <div className={classes.card}>
      <div className={classes.paper}>
        <QRCodeSVG value={address} size={qrSize} level="M" title="QR code: Wallet address" />
      </div>
      <div className={classes.text}>
        <span className={classes.name}>Wallet address</span>
        <span className={classes.address}>{address}</span>
        <Button variant="default" size="xs" onClick={() => void copy(address)}>
          Copy
        </Button>
        <Said said={said} />
      </div>
    </div>
  )
}

/** The customer's own address at a glance; the large code is one press away, under Deposit. */
export const AddressCard = () => {
  const { data: address, error, isFetching, refetch } = useWalletAddress()
  if (address !== undefined) return <Card address={address} />
  if (!error)
    return (
      <LoadingState label="Loading the wallet address">
        <Skeleton height={130} />
      </LoadingState>
    )
  return (
    <FailedState title="Wallet address: —" isRetrying={isFetching} onRetry={() => void refetch()}>
      {error.message}
    </FailedState>
  )
}
