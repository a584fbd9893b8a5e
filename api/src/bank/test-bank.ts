import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inTransaction } from '@ingot/db/transaction'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { readOpenBalances } from '@ingot/ledger/open-balance'
import { sql } from 'kysely'
import { approvalRoutes } from '../approvals/routes.ts'
import { createApprovals } from '../approvals/service.ts'
import { type Operator, withOperators } from '../approvals/test-approvals.ts'
import { identityOf } from '../features/identity/identity.ts'
import { createPeople, formOf } from '../features/identity/test-people.ts'
import { allFeatures, type ServerDeps } from '../server.ts'
import { bankOf } from './bank.ts'
import { bank as engine } from './feature.ts'
import { followBank } from './following.ts'
import type { BankPart, PaymentOrder } from './part.ts'
import { newPayment } from './payments.ts'
import { type TestStatement, writeTestStatement } from './test-statement.ts'

/** For tests: the house's account. */
const houseIban = 'GB93SAND00000012345678'
const settings = {
  BANK_HOLDER: 'Gold House Ltd',
  BANK_NAME: 'Sandbox Bank',
  BANK_IBAN: houseIban,
  BANK_BIC: 'SANDGB2LXXX',
  BANK_ADDRESS: '1 Sandbox Street, London',
}

/** Everything as it is, but with other features behind the bank. */
const withParts = (parts: readonly BankPart[]) => (deps: ServerDeps) => {
  const { endpoints, bindings } = allFeatures(deps)
  const together = { bank: parts } as never
  const decisions = engine.decides?.(deps, together) ?? []
  const own = [
    ...(engine.routes?.(deps, together) ?? []),
    ...approvalRoutes(createApprovals(identityOf(deps), decisions)),
  ]
  const others = bindings.filter(({ endpoint }) => !own.some((each) => each.endpoint === endpoint))
  return { endpoints, bindings: [...others, ...own] }
}

/** For tests: a house with an account at a bank, a folder that the bank's channel fills, and three operators. */
export const createBanking = async (parts: readonly BankPart[] = []) => {
  const inbox = mkdtempSync(join(tmpdir(), 'ingot-inbox-'))
  const env = { ...settings, BANK_INBOX: inbox }
  const house = await withOperators(await createPeople({ env, features: withParts(parts) }))
  const { db } = house
  const bank = bankOf(house)
  const [anna, bert, cora] = [
    await house.newOperator('anna', ['Finance']),
    await house.newOperator('bert', ['Owner', 'Finance']),
    await house.newOperator('cora', ['Finance']),
  ]
  const follow = followBank(bank, parts)
  const leave = (name: string, content: string | Buffer) => {
    writeFileSync(join(inbox, `.${name}`), content)
    renameSync(join(inbox, `.${name}`), join(inbox, name))
  }
  let files = 0
  /** Leaves a statement in the folder, and goes one round. */
  const bring = async (statement: TestStatement) => {
    leave(`s-${++files}.xml`, writeTestStatement(statement))
    await follow()
  }
  const upload = (operator: Operator, content: string | Uint8Array<ArrayBuffer>, name = 'statement.xml') =>
    operator.client.post(
      '/operator/bank/statements',
      formOf({ file: new File([content], name), reason: 'fetched at the bank' }),
    )
  /** How many rows there are of all that an import writes. */
  const rowsOf = async () => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from bank_statements) as statements, (select count(*)::int from bank_lines) as lines,
        (select count(*)::int from ledger_entries) as entries, (select count(*)::int from approvals) as approvals`.execute(
      db,
    )
    return rows[0]
  }
  const linesNow = async () => {
    const { rows } = await sql<{ place: number; state: string; became: string | null; cents: string }>`
      select place, state, became, cents from bank_lines order by number`.execute(db)
    return rows
  }
  const inHouse = async (purpose: 'bank' | 'suspense' | 'in-transit' | 'processor') =>
    (await balanceOf(db, houseAccount('USD', purpose))).units
  const outside = async () =>
    (await readOpenBalances(db)).find((each) => each.asset === 'USD' && each.purpose === 'outside')?.units ?? 0n
  /** Orders a payment, as a feature does. */
  const order = async (more: Partial<PaymentOrder> = {}): Promise<PaymentOrder> => {
    const made: PaymentOrder = {
      ...{ id: randomUUID(), kind: 'payout', subject: `payout:${randomUUID()}`, customer: null, cents: 10_000n },
      ...{ name: 'Ann Łee & Sons', to: { iban: 'GB29NWBK60161331926819' }, text: 'Payout', approvedBy: [] },
      ...more,
    }
    await inTransaction(db, (tx) => newPayment(tx, bank, made))
    return made
  }
  const send = async (operator: Operator, key: string = randomUUID()) =>
    operator.client.post(
      '/operator/bank/files',
      { reason: 'daily run', ...(await house.proofOf(operator)) },
      { 'idempotency-key': key },
    )
  const filesIn = (folder: string) => readdirSync(join(inbox, folder)).sort()
  mkdirSync(join(inbox, 'done'), { recursive: true })
  const close = async () => {
    await house.close()
    rmSync(inbox, { recursive: true })
  }
  const reading = { rowsOf, linesNow, inHouse, outside, filesIn }
  return { ...house, bank, inbox, anna, bert, cora, follow, leave, bring, upload, order, send, ...reading, close }
}
