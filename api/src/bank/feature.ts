import { type Deps, feature, once } from '../feature.ts'
import { identityOf } from '../features/identity/identity.ts'
import type { Kind } from '../features/kyc/personal-data.ts'
import { bankOf } from './bank.ts'
import { confirmStatement, failPaymentDecision, keepLineDecision, matchLine, returnLineDecision } from './decisions.ts'
import { startFollowing } from './following.ts'
import { bankFigures, createBankHealth } from './overview.ts'
import { bankQueues } from './queues.ts'
import { withOwn } from './returning.ts'
import { bankRoutes } from './routes.ts'
import { lineMoves, paymentMoves, statementMoves } from './rules.ts'

const healthOf = once((deps: Deps) => createBankHealth(bankOf(deps)))

/** An engine: what comes and goes at the house's account. Features say which lines are theirs, and have it pay. */
export const bank = feature({
  name: 'bank',
  isEngine: true,
  tables: {
    bank_statements: {
      exported: { not: 'only operators bring statements' },
      erased: { kept: 'who brought what has to be shown for as long as the books' },
    },
    bank_lines: {
      exported: {
        as: 'bankLines',
        columns: 'number, direction, cents, currency, booked_on, last_four, reference, state, became',
        order: 'number',
      },
      erased: { kept: 'what came and went at the bank has to be shown for as long as the books' },
    },
    bank_payments: {
      exported: {
        as: 'bankPayments',
        columns: 'number, kind, cents, state, last_four, end_to_end_id, made_at, sent_at, done_at',
        order: 'number',
      },
      erased: { kept: 'what was paid has to be shown for as long as the books' },
    },
    payment_files: {
      exported: { not: 'only operators make files of payments' },
      erased: { kept: 'who sent what has to be shown for as long as the books' },
    },
  },
  things: [statementMoves, lineMoves, paymentMoves],
  keyed: ({ personalData }) => {
    const of = (what: string, table: string, kind: Kind) => ({
      ...({ secret: 'PERSONAL_DATA_SECRET', by: 'id', column: 'sealed' } as const),
      ...{ what, table, mark: personalData.mark },
      renew: (id: string, sealed: Buffer) => personalData.seal(id, kind, personalData.open(id, kind, sealed)),
    })
    return [
      of('lines of the bank', 'bank_lines', 'bank-line'),
      of('payments by bank', 'bank_payments', 'bank-payment'),
      of('files of payments', 'payment_files', 'payment-file'),
    ]
  },
  reads: ['approvals', 'customers'],
  audits: {
    'export-payments': 'Put payments into a file for the bank',
    'open-payment-file': 'Opened a file of payments',
    'explain-debit': 'Said what money was that left the bank',
  },
  routes: (deps, { bank: parts }) => bankRoutes(bankOf(deps), withOwn(parts), identityOf(deps)),
  leads: (deps, { bank: parts }) => startFollowing(bankOf(deps), parts, deps),
  decides: (deps, { bank: features }) => {
    const [own, parts] = [bankOf(deps), withOwn(features)]
    return [
      confirmStatement(own),
      matchLine(own, parts),
      returnLineDecision(own),
      keepLineDecision(own),
      failPaymentDecision(own, parts),
    ]
  },
  queues: (deps) => bankQueues(bankOf(deps)),
  figures: (deps) => bankFigures(bankOf(deps)),
  health: (deps) => healthOf(deps)(),
})
