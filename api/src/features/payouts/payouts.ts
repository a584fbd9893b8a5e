import type { Db, Tx } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import type { Payout } from '@ingot/endpoints/bank-fields'
import { type Movement, movementsOfEntries } from '@ingot/ledger/movement'
import { formatAmount } from '@ingot/money/amount-text'
import { type Bank, bankOf } from '../../bank/bank.ts'
import { Failure } from '../../failure.ts'
import { type ApiDeps, once } from '../../feature.ts'
import type { Table } from '../../lists.ts'
import type { Trading } from '../trade/service.ts'
import { tradingOf } from '../trade/trading.ts'
import { ownerOf, type Wallet, walletOf } from '../wallet/wallet.ts'
import { type Figures, reasonWords } from './rules.ts'
import * as store from './store.ts'

/** What it takes to end a payout, and to tell of it. */
export type Ending = { db: Db; now: () => Date; outbox: Outbox }

/** What the services of payouts work with. */
export type Payouts = Ending & { wallet: Wallet; board: Trading['board']; numbers: Trading['numbers']; bank: Bank }

export const payoutsOf = once((deps: ApiDeps): Payouts => {
  const { db, now, outbox } = deps
  const { board, numbers } = tradingOf(deps)
  return { db, now, outbox, wallet: walletOf(deps), board, numbers, bank: bankOf(deps) }
})

export const shownFigures = (figures: Figures) => ({
  asset: figures.amount.asset,
  amount: formatAmount(figures.amount),
  rate: figures.rate,
  gross: formatAmount(figures.gross),
  fee: formatAmount(figures.fee),
  feeFixed: formatAmount(figures.feeFixed),
  feeBasisPoints: figures.feeBasisPoints,
  receive: formatAmount(figures.receive),
})

const shown = (payout: store.StoredPayout, movement: Movement | undefined): Payout => {
  const { id, number, state, reason, returned, requestedAt } = payout
  const { asset } = payout.figures.amount
  const came = { cents: formatAmount(returned.cents), asset, amount: formatAmount(returned.amount) }
  return {
    ...shownFigures(payout.figures),
    id,
    number,
    state,
    reason: reason && reasonWords[reason],
    account: { id: payout.account, lastFour: payout.lastFour, bank: payout.bank },
    requestedAt: requestedAt.toISOString(),
    endedAt: payout.endedAt?.toISOString() ?? null,
    history: [
      { state: 'Requested', at: requestedAt.toISOString() },
      ...payout.history.map((each) => ({ state: each.state, at: new Date(each.at).toISOString() })),
    ],
    returned: state === 'Returned' ? came : null,
    movement: movement ? { id: movement.id, type: movement.type } : null,
    mayCancel: state === 'Requested',
  }
}

const shownAll = async (db: Db | Tx, customer: string, payouts: readonly store.StoredPayout[]): Promise<Payout[]> => {
  const entries = payouts.flatMap(({ entry }) => (entry === null ? [] : [entry]))
  const movements = entries.length === 0 ? [] : await movementsOfEntries(db, ownerOf(customer), entries)
  const byEntry = new Map(movements.map((movement) => [movement.entry, movement]))
  return payouts.map((payout) => shown(payout, payout.entry === null ? undefined : byEntry.get(payout.entry)))
}

export const shownPayout = async (db: Db | Tx, payout: store.StoredPayout): Promise<Payout> => {
  const [one] = await shownAll(db, payout.customer, [payout])
  if (!one) throw new Error('a payout was not shown')
  return one
}

/** Somebody else's is as unknown as one that never was. */
export const readPayout = async ({ db }: Pick<Payouts, 'db'>, customer: string, id: string): Promise<Payout> => {
  const payout = await store.findPayout(db, id)
  if (payout?.customer !== customer) throw new Failure('NotFound')
  return shownPayout(db, payout)
}

export const payoutTable = (
  { db }: Pick<Payouts, 'db'>,
  customer: string,
): Table<store.PayoutFilter, store.StoredPayout, Payout> => ({
  read: (filter, stretch) => store.listPayouts(db, customer, filter, stretch),
  number: ({ number }) => number,
  show: (payouts) => shownAll(db, customer, payouts),
  name: 'payouts',
  columns: {
    Number: ({ number }) => number,
    'Requested (UTC)': ({ requestedAt }) => requestedAt,
    State: ({ state }) => state,
    Asset: ({ asset }) => asset,
    Amount: ({ amount }) => amount,
    'Rate (USD)': ({ rate }) => rate,
    'Gross (USD)': ({ gross }) => gross,
    'Fee (USD)': ({ fee }) => fee,
    'Paid to the bank (USD)': ({ receive }) => receive,
    Bank: ({ account }) => account.bank ?? '',
    'Account ends with': ({ account }) => account.lastFour,
    'Ended (UTC)': ({ endedAt }) => endedAt ?? '',
    Reason: ({ reason }) => reason ?? '',
    'Came back (USD)': ({ returned }) => returned?.cents ?? '',
    'Came back': ({ returned }) => returned?.amount ?? '',
  },
})
