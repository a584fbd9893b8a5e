import { assetWords } from '@ingot/endpoints/asset-words'
import { type WalletBalance, walletAssets } from '@ingot/endpoints/wallet-fields'
import { Skeleton } from '@mantine/core'
import { addDecimals, subtractDecimals } from '../../../lib/decimal-text.ts'
import { knowsPage } from '../../../lib/known-pages.ts'
import { ifSold } from '../../../lib/movement-words.ts'
import { useBalances } from '../../../lib/use-balances.ts'
import { Amount } from '../../../ui/amount.tsx'
import { ExactAmount } from '../../../ui/exact-amount.tsx'
import { TextLink } from '../../../ui/form.tsx'
import { FailedState, LoadingState } from '../../../ui/states.tsx'
import classes from './balance-list.module.css'

const isSome = (amount: string): boolean => /[1-9]/.test(amount)

const Value = ({ value }: { value: string | null }) =>
  value === null ? <>— USD</> : <Amount value={value} asset="USD" rolls />

/** What of it cannot be sent now, and why. */
const Aside = ({ name, amount, asset }: { name: string; amount: string; asset: string }) =>
  isSome(amount) && (
    <span className={classes.small}>
      {name} <Amount value={amount} asset={asset} />
    </span>
  )

/** Of what is bound, what is staked leads to its stakes; the rest has no page of its own. */
const Bound = ({ balance: { asset, bound, staked } }: { balance: WalletBalance }) => (
  <>
    {isSome(staked) && (
      <span className={classes.small}>
        <TextLink to="/stakes">staked</TextLink> <Amount value={staked} asset={asset} />
      </span>
    )}
    <Aside name="bound" amount={subtractDecimals(bound, staked)} asset={asset} />
  </>
)

/** Where more is told of an asset than how much there is of it. */
const pages: Readonly<Record<string, string>> = {
  QMGT: '/transactions-buysell',
  GCA: '/transactions-convert',
  GAE: '/transactions-gae',
}

const Name = ({ asset }: { asset: string }) => {
  const page = pages[asset]
  if (page === undefined || !knowsPage(page)) return <strong className={classes.asset}>{asset}</strong>
  return (
    <strong className={classes.asset}>
      <TextLink to={page}>{asset}</TextLink>
    </strong>
  )
}

const Row = ({ balance }: { balance: WalletBalance }) => {
  const { asset, available, held, bound, total, valueInUsd } = balance
  return (
    <li className={classes.row}>
      <span className={classes.name}>
        <Name asset={asset} />
        <span className={classes.small}>{assetWords[asset]}</span>
      </span>
      <span className={classes.figure}>
        <ExactAmount value={total} asset={asset} rolls />
        <span className={classes.small}>
          <Value value={valueInUsd} />
        </span>
        {(isSome(held) || isSome(bound)) && <Aside name="available" amount={available} asset={asset} />}
        <Aside name="held" amount={held} asset={asset} />
        <Bound balance={balance} />
      </span>
    </li>
  )
}

/** Unknown as soon as one part of it is: a sum that leaves something out would be wrong. */
const totalOf = (balances: readonly WalletBalance[]): string | null =>
  balances.reduce<string | null>(
    (sum, { valueInUsd }) => (sum === null || valueInUsd === null ? null : addDecimals(sum, valueInUsd)),
    '0',
  )

/** Every asset of the wallet with what it would bring now, and all of them together. */
export const BalanceList = () => {
  const { data, isError, isFetching, refetch } = useBalances()
  if (!data && isError)
    return (
      <FailedState title="Balances: —" isRetrying={isFetching} onRetry={() => void refetch()}>
        They could not be loaded. Your connection may be down, or the service may be busy.
      </FailedState>
    )
  if (!data)
    return (
      <LoadingState label="Loading the balances">
        <Skeleton height={58} width="60%" mb={16} />
        {walletAssets.map((asset) => (
          <div key={asset} className={classes.row}>
            <Skeleton height={18} width={56} />
            <Skeleton height={46} width={128} />
          </div>
        ))}
      </LoadingState>
    )
  return (
    <div>
      <p className={classes.total}>
        <span className={classes.small}>Total value {ifSold}</span>
        <span className={classes.sum}>
          <Value value={totalOf(data)} />
        </span>
      </p>
      <ul className={classes.list} aria-label="Assets">
        {data.map((balance) => (
          <Row key={balance.asset} balance={balance} />
        ))}
      </ul>
    </div>
  )
}
