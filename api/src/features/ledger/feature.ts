import { listAccounts } from '@ingot/ledger/list'
import { movementsOf } from '@ingot/ledger/movement'
import { lockOwner } from '@ingot/ledger/owner'
import { formatAmount } from '@ingot/money/amount-text'
import { type Desk, feature, type Personal } from '../../feature.ts'
import type { Customer } from '../identity/store.ts'
import { ledgerJobs } from './jobs.ts'
import { ledgerFigures, ledgerQueues } from './queues.ts'
import { stillThere } from './still-there.ts'

const movementsAtOnce = 500

const ownerOf = ({ id }: Customer) => `customer:${id}` as const

const exportAccounts = async ({ db }: Desk, customer: Customer) => ({
  accounts: await Array.fromAsync(listAccounts(db, ownerOf(customer)), ({ name, balance }) => ({
    name,
    balance: balance ? formatAmount(balance) : null,
  })),
})

const exportMovements = async ({ db }: Desk, customer: Customer) => {
  const textOf = (amounts: Awaited<ReturnType<typeof movementsOf>>[number]['fees']) =>
    amounts.map((amount) => `${formatAmount(amount)} ${amount.asset}`)
  async function* movements() {
    for (let before: bigint | undefined; ; ) {
      const found = await movementsOf(db, {
        owner: ownerOf(customer),
        limit: movementsAtOnce,
        ...(before !== undefined && { before }),
      })
      for (const { id, type, at, incoming, outgoing, fees, withheld } of found)
        yield {
          ...{ id, type, at },
          ...{ incoming: textOf(incoming), outgoing: textOf(outgoing), fees: textOf(fees), withheld: textOf(withheld) },
        }
      before = found.at(-1)?.number
      if (before === undefined) return
    }
  }
  return { movements: movements() }
}

/** The books are kept whole. */
const books: Personal = {
  exported: { not: 'it is told by accounts and movements' },
  erased: { kept: 'the books, which name an id and no person' },
}

export const ledger = feature({
  name: 'ledger',
  package: 'ledger',
  tables: {
    ledger_accounts: { ...books, exported: exportAccounts },
    ledger_movements: { ...books, exported: exportMovements },
    ledger_balances: books,
    ledger_entries: books,
    ledger_moves: books,
    ledger_lines: books,
    ledger_holds: books,
    ledger_hold_ends: books,
    ledger_settlements: books,
    ledger_settlement_states: books,
    ledger_seals: 'impersonal',
    ledger_restores: 'impersonal',
    ledger_checkpoints: 'impersonal',
    ledger_issuing_stops: 'impersonal',
    vault_deliveries: 'impersonal',
    vault_bars: 'impersonal',
    vault_departures: 'impersonal',
    audit_lines: {
      exported: { as: 'doneByOperators', columns: 'at, action, reason', order: 'number' },
      erased: { kept: 'nobody can change what was recorded, an operator least of all; the id names nobody any more' },
    },
  },
  reads: [
    'bar_reservations',
    'card_payments',
    'chain_health',
    'debts',
    'documents',
    'estate_beneficiaries',
    'estate_parts',
    'estates',
    'gds_bookings',
    'gds_members',
    'holding_departures',
    'holding_positions',
    'holdings',
    'pool_fills',
    'remittances',
    'reward_events',
    'reward_request_parts',
    'reward_request_rewards',
    'reward_requests',
    'rewards',
    'stakes',
    'termination_parts',
    'terminations',
    'withdrawal_bars',
    'withdrawals',
  ],
  jobs: ({ db, config }) => ledgerJobs(db, config.LEDGER_SEAL_SECRET),
  queues: ledgerQueues,
  audits: { 'take-in-bar': 'Took a bar into the vault', 'retry-settlement': 'Tried a settlement again' },
  figures: ledgerFigures,
  // From there to the end of the transaction nothing is posted for him.
  holdStill: (tx, customer) => lockOwner(tx, ownerOf(customer)),
  hindrances: async (tx, customer) => {
    const all = await Array.fromAsync(listAccounts(tx, ownerOf(customer)))
    return all.flatMap(({ name, balance }) => (balance && balance.units !== 0n ? [stillThere(name, balance)] : []))
  },
})
