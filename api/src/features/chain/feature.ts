import { type ChainPart, readChainHealth } from '@ingot/ledger/chain-health'
import { isBeingSettled } from '@ingot/ledger/owner'
import { feature, type Hindrance } from '../../feature.ts'
import { chainFigures, chainQueues } from './queues.ts'
import { hasArrivals } from './store.ts'

/** What the chain worker writes. The api and it meet in the ledger; here is what customers and operators see of it. */
const onItsWay: Hindrance = {
  words: 'Something of yours is still on its way on the chain. Please wait until it has arrived.',
  href: '/transactions',
  toOperators: (who) => `Something of ${who} is still on its way on the chain. Erase when it has arrived.`,
}

/** Whether customers wait for it: that one settlement failed, or that nothing is issued, keeps nobody else. */
const isFelt = ({ name, problem = '' }: ChainPart): boolean =>
  name === 'deposits' || (name === 'settlements' && problem.includes('older than ten minutes'))

export const chain = feature({
  name: 'chain',
  package: 'chain',
  tables: {
    chain_deposits: {
      by: 'owner',
      exported: { as: 'deposits', columns: 'asset, units, hash, sender, state, seen_at', order: 'id' },
      erased: { kept: 'what the chain shows to everybody, with an id that names nobody any more' },
    },
    chain_arrivals: {
      by: 'owner',
      exported: { as: 'arrivals', columns: 'asset, units, hash', order: 'block, log_index' },
      erased: { kept: 'nobody is erased while he has any' },
    },
    chain_wallets: {
      exported: { not: 'it is the wallet address' },
      erased: { kept: 'what arrives there is still his' },
    },
    chain_wallets_due: {
      exported: { not: 'an id alone' },
      erased: { kept: 'until the wallet’s address is written down, within a minute' },
    },
    chain_doubts: {
      by: 'owner',
      exported: { not: 'what is compared once more, and an id' },
      erased: { kept: 'until books and chain agree again' },
    },
    chain_reconciliations: {
      exported: { not: 'differences between books and chain, by ids' },
      erased: { kept: 'operators need them; the id names nobody any more' },
    },
    chain_identity: 'impersonal',
    chain_batches: 'impersonal',
    chain_batch_entries: 'impersonal',
    chain_attempts: 'impersonal',
    chain_cursor: 'impersonal',
    chain_mints: 'impersonal',
    chain_alarms: 'impersonal',
    chain_lying: 'impersonal',
    chain_reach: 'impersonal',
    chain_attested: 'impersonal',
    chain_outside_limits: 'impersonal',
    chain_anchors: 'impersonal',
    chain_anchoring: 'impersonal',
  },
  reads: [
    'customers',
    'ledger_accounts',
    'ledger_entries',
    'ledger_moves',
    'ledger_seals',
    'ledger_settlements',
    'proof_snapshots',
  ],
  // What `npm run chain` does, and the one thing of it that an operator does alone in the console.
  audits: {
    'stop-issuing': 'Stopped issuing',
    'chain-tranche': 'Issued a tranche',
    'chain-attest': 'Attested what lies in the vault',
    'chain-mint': 'Minted what had been issued',
    'chain-claim': 'Booked what lay in suspense as the treasury’s',
    'chain-limit': 'Changed what may leave to outside addresses',
    'chain-retry': 'Queued a failed settlement again',
    'chain-rescan': 'Read blocks again for deposits',
    'chain-restored': 'Booked what the chain did after the moment the books went back to',
    'chain-stop': 'Stopped issuing',
    'chain-allow': 'Allowed issuing again',
  },
  health: async ({ db }) =>
    (await readChainHealth(db)).map((part) => (isFelt(part) ? { ...part, stops: 'chain' as const } : part)),
  queues: chainQueues,
  figures: chainFigures,
  // While the chain has something to do for him, or the watcher has seen something for him that is not final yet.
  hindrances: async (tx, { id }) => {
    const owner = `customer:${id}`
    return (await hasArrivals(tx, owner)) || (await isBeingSettled(tx, owner)) ? [onItsWay] : []
  },
})
