import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { readOpenBalances } from '@ingot/ledger/open-balance'
import type { Asset } from '@ingot/money/assets'
import { ageIn, type Deps, type Figure, startOfDay } from '../../feature.ts'
import { beginning, type Queue } from '../../queue.ts'
import { doubtFacts, goldPrice, readPriceState } from './confirm-price.ts'
import type { Trading } from './service.ts'
import { countTradesSince, readUsdauRequired } from './store.ts'

/** At most one: while a price is in doubt, nothing is traded. */
export const tradeQueues = ({ db, now }: Pick<Deps, 'db' | 'now'>): Queue[] => [
  {
    name: 'price',
    title: 'Price in doubt',
    roles: ['Owner', 'Finance'],
    states: ['Under check'],
    sum: async () => {
      const { doubt } = await readPriceState(db, now())
      return { count: doubt ? 1 : 0, oldestAt: doubt?.since ?? null }
    },
    read: async (after) => {
      const state = await readPriceState(db, now())
      if (!state.doubt || after !== beginning) return []
      return [
        {
          id: goldPrice,
          title: 'A gold price that cannot be believed yet',
          state: 'Under check',
          since: state.doubt.since.toISOString(),
          customer: null,
          facts: doubtFacts(state),
          advice:
            'Nothing is traded in the meantime. Compare the price with a source of your own. This ends automatically as soon as the second source agrees.',
          choices: [
            {
              action: 'confirm-price',
              label: 'Confirm this price',
              needsTwo: true,
              told: null,
              // The round that is looked at: another one is another question.
              given: { round: String(state.doubt.round), price: state.doubt.price },
            },
          ],
          place: { micros: String(state.doubt.since.getTime() * 1000), id: goldPrice },
        },
      ]
    },
  },
]

const grams: readonly Asset[] = ['QMGT', 'GCA', 'GAE', 'GDS']

/** Hundredths of a percent, rounded down, as text. */
const percentOf = (part: bigint, whole: bigint): string => {
  const hundredths = (part * 10_000n) / whole
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`
}

/** What lies in the vault, of what it has to answer for: grams that were issued, and the gold that USDAU needs. */
const readCoverage = async ({ db }: Trading): Promise<string | null> => {
  const lying = async (purpose: 'unallocated' | 'allocated' | 'behind-usdau') =>
    (await balanceOf(db, houseAccount('XAU', purpose))).units
  const owed = (await readOpenBalances(db))
    .filter(({ asset, purpose }) => purpose === 'issued' && grams.includes(asset))
    .reduce((sum, { units }) => sum - units, 0n)
  const all = owed + ((await readUsdauRequired(db))?.units ?? 0n)
  if (all === 0n) return null
  return percentOf((await lying('unallocated')) + (await lying('allocated')) + (await lying('behind-usdau')), all)
}

export const tradeFigures = (trading: Trading): Figure[] => [
  {
    name: 'coverage',
    title: 'Gold in the vault, of what is owed',
    unit: '%',
    roles: ['Owner', 'Finance', 'Vault', 'Compliance'],
    read: () => readCoverage(trading),
  },
  {
    name: 'feed-age',
    title: 'Age of the gold price',
    unit: 's',
    roles: ['Owner', 'Finance', 'Vault', 'Compliance', 'Support'],
    read: async () => ageIn(trading.now(), (await trading.board.latest())?.reading.observedAt ?? null),
  },
  {
    name: 'trades-today',
    title: 'Trades since midnight (UTC)',
    unit: '',
    roles: ['Owner', 'Finance', 'Compliance', 'Support'],
    read: () => countTradesSince(trading.db, startOfDay(trading.now())),
  },
]
