import { IconExternalLink } from '@tabler/icons-react'
import { settings } from '../lib/settings.ts'
import { shortAddress } from '../lib/short-address.ts'
import { CopyText } from './copy-text.tsx'
import classes from './transaction-hash.module.css'

const [hashFirst, hashLast] = [10, 8]

/** Where something is on the chain: to be copied, and to be looked at. */
export const TransactionHash = ({ hash }: { hash: string }) => (
  <span className={classes.transaction}>
    <CopyText label="transaction hash" value={hash} shown={shortAddress(hash, hashFirst, hashLast)} />
    {settings.explorerTransactionPrefix !== '' && (
      <a
        className={classes.explorer}
        href={`${settings.explorerTransactionPrefix}${hash}`}
        target="_blank"
        rel="noreferrer"
      >
        View on blockchain explorer
        <IconExternalLink size={16} aria-hidden="true" />
      </a>
    )}
  </span>
)
