import type { Arrival } from '@ingot/endpoints/wallet-fields'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { settings } from '../../../lib/settings.ts'
import { shortAddress } from '../../../lib/short-address.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { FailedState, LoadingState } from '../../../ui/states.tsx'
import classes from './arrival-list.module.css'
import { keyOf, useArrivals, useCredited } from './queries.ts'

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

const Row = ({ arrival: { asset, amount, hash }, children }: { arrival: Arrival; children: ReactNode }) => (
  <li className={classes.row}>
    <span>
      <Amount value={`+${amount}`} asset={asset} />
      <span className={classes.small}>
        <Hash hash={hash} />
      </span>
    </span>
    <span className={classes.state}>{children}</span>
  </li>
)

/** How fresh the list is, where that is not plain. */
const LookNote = ({ lookedAt }: { lookedAt: string | null }) => {
  if (lookedAt === null) return <p className={classes.text}>We have not checked the network yet.</p>
  if (Date.now() - Date.parse(lookedAt) < lookPatience) return null
  return (
    <p className={classes.text} role="status">
      We last reached the network <Moment at={lookedAt} />. Anything sent to you since then is safe; it will be shown
      and credited as soon as we reach the network again.
    </p>
  )
}

/** What was sent to the wallet and is not final yet: it is not in the balance before that. */
export const ArrivalList = () => {
  const { data, isError, isFetching, refetch } = useArrivals()
  const credited = useCredited(data?.data)
  if (!data)
    return isError ? (
      <FailedState title="On its way: —" isRetrying={isFetching} onRetry={() => void refetch()}>
        It could not be loaded. Anything sent to you is safe.
      </FailedState>
    ) : (
      <LoadingState label="Loading incoming deposits">
        <Skeleton height={46} />
      </LoadingState>
    )
  return (
    <>
      {data.data.length === 0 ? (
        <p className={classes.text}>
          Nothing is on its way. A deposit appears here within seconds, and is credited once the network has confirmed
          it.
        </p>
      ) : (
        <ul className={classes.list} aria-label="On its way">
          {data.data.map((arrival) => (
            <Row key={keyOf(arrival)} arrival={arrival}>
              {arrival.confirmations} of {arrival.confirmationsNeeded} confirmations
            </Row>
          ))}
        </ul>
      )}
      <div aria-live="polite">
        {credited.length > 0 && (
          <ul className={classes.list} aria-label="Credited">
            {credited.map((arrival) => (
              <Row key={keyOf(arrival)} arrival={arrival}>
                Credited
              </Row>
            ))}
          </ul>
        )}
      </div>
      <LookNote lookedAt={data.meta.lookedAt} />
    </>
  )
}
