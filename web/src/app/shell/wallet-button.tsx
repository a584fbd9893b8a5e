import { UnstyledButton } from '@mantine/core'
import { IconWallet } from '@tabler/icons-react'
import { useWalletAddress } from '../../features/wallet/queries.ts'
import { useSession } from '../../lib/session.ts'
import { shortAddress } from '../../lib/short-address.ts'
import classes from './wallet-button.module.css'

export const WalletButton = () => {
  const { data: address } = useWalletAddress()
  const open = useSession((session) => session.openWallet)
  const shown = shortAddress(address, 3, 4)
  return (
    <UnstyledButton className={classes.wallet} aria-label={`Wallet ${shown}`} onClick={open}>
      <IconWallet className={classes.picture} size={18} stroke={1.6} aria-hidden="true" />
      {shown}
    </UnstyledButton>
  )
}
