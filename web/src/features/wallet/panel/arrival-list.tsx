import type { Arrival } from '@ingot/endpoints/wallet-fields'
import { Skeleton } from '@mantine/core'
import { decimalsOf } from '../../../lib/asset-figures.ts'
import { settings } from '../../../lib/settings.ts'
import { shortAddress } from '../../../lib/short-address.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { FailedState, LoadingState } from '../../../ui/states.tsx'
import classes from './arrival-list.module.css'
import { useArrivals } from './queries.ts'

/** After so long without a look at the chain something is in the way, and the list may lack what came since. */
const lookPatience = 120_000

const Hash = ({ hash }: { hash: string }) => {
  const shown = shortAddress(hash, 10, 6)
  const prefix = settings.explorerTransactionPrefix
  if (prefix === '') return <span title={hash}>{shown}</span>
  return (
    <a className={classes.link} href={`${prefix}${hash}`} target="_blank" rel="noreferrer" title={hash}>
      {shown}
    </a>
  )
}

const Row = ({ arrival: { asset, amount, hash, confirmations } }: { arrival: Arrival }) => (
  <li className={classes.row}>
    <span>
      <Amount value={`+${amount}`} asset={asset} decimals={decimalsOf(asset)} />
      <span className={classes.small}>
        <Hash hash={hash} />
      </span>
    </span>
    <span className={classes.small}>{confirmations === 1 ? '1 confirmation' : `${confirmations} confirmations`}</span>
  </li>
)

/** How fresh the list is, where that is not plain. */
const LookNote = ({ lookedAt }: { lookedAt: string | null }) => {
  if (lookedAt === null) return <p className={classes.text}>The chain has not been looked at yet.</p>
  if (Date.now() - Date.parse(lookedAt) < lookPatience) return null
  return (
    <p className={classes.text} role="status">
      The chain was last looked at <Moment at={lookedAt} />. What was sent to you since is safe, and is shown and
      credited as soon as it can be read again.
    </p>
  )
}

/** What was sent to the wallet and is not final yet: it is not in the balance before that. */
export const ArrivalList = () => {
  const { data, isError, isFetching, refetch } = useArrivals()
  if (!data)
    return isError ? (
      <FailedState title="On its way: —" isRetrying={isFetching} onRetry={() => void refetch()}>
        It could not be read. What was sent to you is safe.
      </FailedState>
    ) : (
      <LoadingState label="Loading what is on its way">
        <Skeleton height={46} />
      </LoadingState>
    )
  return (
    <>
      {data.data.length === 0 ? (
        <p className={classes.text}>
          Nothing is on its way. A deposit appears here within seconds, and is credited once it is final.
        </p>
      ) : (
        <ul className={classes.list} aria-label="On its way">
          {data.data.map((arrival) => (
            <Row key={arrival.hash + arrival.asset + arrival.amount} arrival={arrival} />
          ))}
        </ul>
      )}
      <LookNote lookedAt={data.meta.lookedAt} />
    </>
  )
}
