import type { Movement, MovementState } from '@ingot/endpoints/wallet-fields'
import { Button, Skeleton } from '@mantine/core'
import { multiplyDecimals } from '../../lib/decimal-text.ts'
import { useSession } from '../../lib/session.ts'
import { Amount } from '../../ui/amount.tsx'
import { Moment } from '../../ui/moment.tsx'
import { EmptyState, FailedState, LoadingState } from '../../ui/states.tsx'
import { decimalsOf, isGram } from './assets.ts'
import { MovementLink } from './movement-link.tsx'
import { wordOf } from './movement-words.ts'
import { usePrice, useRecentActivity } from './queries.ts'
import classes from './recent-activity.module.css'

const stateWords: Record<MovementState, string> = {
  posted: 'Done',
  queued: 'On its way',
  sent: 'On its way',
  confirmed: 'Confirmed',
  returned: 'Returned',
}

type Side = { sign: '+' | '−'; asset: string; amount: string }

const sidesOf = ({ incoming, outgoing }: Movement): Side[] => [
  ...incoming.map((side) => ({ ...side, sign: '+' as const })),
  ...outgoing.map((side) => ({ ...side, sign: '−' as const })),
]

/** A gram figure says what it is worth today. */
const SideFigure = ({ side, perGram }: { side: Side; perGram: string | undefined }) => (
  <span className={classes.side}>
    <Amount value={side.sign + side.amount} asset={side.asset} decimals={decimalsOf(side.asset)} />
    {isGram(side.asset) && (
      <span className={classes.worth}>
        {perGram === undefined ? (
          '— USD'
        ) : (
          <Amount value={multiplyDecimals(side.amount, perGram)} asset="USD" decimals={2} />
        )}
      </span>
    )}
  </span>
)

const Row = ({ movement, perGram }: { movement: Movement; perGram: string | undefined }) => (
  <li className={classes.row}>
    <span>
      <MovementLink type={movement.type} code={movement.number}>
        {wordOf(movement.type)}
      </MovementLink>
      <span className={classes.when}>
        <Moment at={movement.at} /> · {stateWords[movement.state]}
      </span>
    </span>
    <span className={classes.sides}>
      {sidesOf(movement).map((side) => (
        <SideFigure key={side.sign + side.asset} side={side} perGram={perGram} />
      ))}
      {movement.fees.map(({ asset, amount }) => (
        <span key={asset} className={classes.worth}>
          fee <Amount value={amount} asset={asset} decimals={decimalsOf(asset)} />
        </span>
      ))}
    </span>
  </li>
)

const skeletonRows = ['first', 'second', 'third', 'fourth']

const List = () => {
  const { data, isError, isFetching, refetch } = useRecentActivity()
  const perGram = usePrice().data?.perGram
  const openWallet = useSession((session) => session.openWallet)
  if (!data)
    return isError ? (
      <FailedState title="The activity could not be read" isRetrying={isFetching} onRetry={() => void refetch()}>
        Your connection may be down, or the service is busy.
      </FailedState>
    ) : (
      <LoadingState label="Loading the recent activity">
        <div className={classes.list}>
          {skeletonRows.map((row) => (
            <div key={row} className={classes.row}>
              <Skeleton height={38} width="40%" />
              <Skeleton height={18} width="30%" />
            </div>
          ))}
        </div>
      </LoadingState>
    )
  if (data.length === 0)
    return (
      <EmptyState
        title="Nothing yet"
        action={
          <Button variant="default" onClick={openWallet}>
            Open the wallet
          </Button>
        }
      >
        Send USDT to your wallet’s address to begin. Deposits and trades are listed here.
      </EmptyState>
    )
  return (
    <ul className={classes.list}>
      {data.map((movement) => (
        <Row key={movement.id} movement={movement} perGram={perGram} />
      ))}
    </ul>
  )
}

/** The last movements of the customer's value, whatever caused them. */
export const RecentActivity = () => (
  <section aria-labelledby="activity-title">
    <h2 id="activity-title" className={classes.title}>
      Recent activity
    </h2>
    <List />
  </section>
)
