import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { entryOfSettlement, listLagging, queueAgain, sumLagging } from '@ingot/ledger/lagging'
import { oldestOpenSettlement } from '@ingot/ledger/settlement'
import { formatAmount } from '@ingot/money/amount-text'
import { allAssets, isOnChainAsset } from '@ingot/money/assets'
import { Failure } from '../../failure.ts'
import { ageIn, type Deps, type Figure } from '../../feature.ts'
import { mostCounted, numberIn, type Queue } from '../../queue.ts'
import { namesOf } from '../identity/store.ts'

const advice = {
  failed:
    'The chain refused it, and it is tried again automatically for a while. Once the cause is fixed, try it again here. A send that cannot leave goes back to its customer.',
  slow: 'The chain has not done it. Is the settler out of gas money, the node behind, Settlement paused? “npm run chain -- status” says more.',
}

const tryAgain = {
  action: 'retry-settlement',
  label: 'Try again',
  needsTwo: false,
  told: null,
}

/** What the ledger has decided and the chain has not done. */
export const ledgerQueues = ({ db }: Pick<Deps, 'db'>): Queue[] => [
  {
    name: 'settlements',
    title: 'Settlements that lag',
    roles: ['Owner', 'Finance'],
    states: ['Failed', 'Slow'],
    sum: () => sumLagging(db, mostCounted),
    read: async (after, limit) => {
      const rows = await listLagging(db, numberIn(after), limit)
      const names = await namesOf(
        db,
        rows.flatMap(({ source, target }) => [source, target]),
      )
      return rows.map((row) => ({
        id: row.id,
        title: `${formatAmount(row.amount)} ${row.amount.asset}`,
        state: row.state === 'failed' ? 'Failed' : 'Slow',
        since: row.since.toISOString(),
        customer: names.get(row.source) ?? names.get(row.target) ?? null,
        facts: [
          { name: 'Entry', value: row.entry },
          ...(row.reason === null ? [] : [{ name: 'Reason', value: row.reason }]),
        ],
        advice: row.state === 'failed' ? advice.failed : advice.slow,
        choices: row.state === 'failed' ? [tryAgain] : [],
        // By number alone: the order in which they were made.
        place: { micros: '0', id: row.id },
      }))
    },
    decisions: {
      'retry-settlement': async (tx, id) => {
        const entry = numberIn({ id }) === id ? await entryOfSettlement(tx, id) : undefined
        if (entry === undefined) throw new Failure('NotFound')
        if ((await queueAgain(tx, entry)) !== 'done') throw new Failure('StateChanged')
        return { customer: null }
      },
    },
  },
]

const onChain = allAssets.filter(isOnChainAsset)

export const ledgerFigures = ({ db, now }: Pick<Deps, 'db' | 'now'>): Figure[] => {
  const lying = (purpose: 'treasury' | 'suspense', title: string): Figure[] =>
    onChain.map((asset) => ({
      name: `${purpose}-${asset.toLowerCase()}`,
      title: `${title}, ${asset}`,
      unit: asset,
      roles: ['Owner', 'Finance', 'Vault'],
      read: async () => formatAmount(await balanceOf(db, houseAccount(asset, purpose))),
    }))
  return [
    {
      name: 'free-gold',
      title: 'Gold that can be sold',
      unit: 'g',
      roles: ['Owner', 'Finance', 'Vault'],
      read: async () => formatAmount(await balanceOf(db, houseAccount('XAU', 'unallocated'))),
    },
    ...lying('treasury', 'Treasury'),
    ...lying('suspense', 'Suspense'),
    {
      name: 'settlement-lag',
      title: 'Age of the oldest settlement that is under way',
      unit: 's',
      roles: ['Owner', 'Finance', 'Compliance', 'Support'],
      read: async () => ageIn(now(), await oldestOpenSettlement(db)) ?? '0',
    },
  ]
}
