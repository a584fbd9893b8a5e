import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import * as calls from '@ingot/endpoints/bank-accounts'
import type { BankAccount } from '@ingot/endpoints/bank-fields'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { sql } from 'kysely'
import type { Person } from '../../bind.ts'
import { insertUpload } from '../../uploads/store.ts'
import { createDesk, type Operator } from '../desk/test-desk.ts'
import type { Identity } from '../identity/identity.ts'
import { grant } from '../identity/step-up.ts'
import { giveName } from '../kyc/test-names.ts'
import type { Holder } from '../wallet/test-wallet.ts'
import { bankAccountsOf } from './bank-accounts.ts'
import { bankAccountPart } from './bank-part.ts'
import { bankAccountJobs } from './jobs.ts'

/** For tests: the house has an account at a bank. */
export const bankEnv = {
  BANK_HOLDER: 'Ingot Savings Ltd',
  BANK_NAME: 'Bank of Somewhere',
  BANK_IBAN: 'GB82WEST12345698765432',
  BANK_BIC: 'WESTGB22XXX',
  BANK_ADDRESS: '1 Bank Street, London',
}

/** IBANs that nobody has; their check digits fit. */
export const ibans = [
  'DE89370400440532013000',
  'FR1420041010050500013M02606',
  'NL91ABNA0417164300',
  'ES9121000418450200051332',
  'BE68539007547034',
] as const

type Stepping = { db: Db; identity: Identity }

/** For tests: calls what asks for PIN and 2FA, as if both had been given. */
export const withBoth = async (
  { db, identity }: Stepping,
  { client }: Pick<Holder, 'client'>,
  endpoint: Endpoint,
  { params, body }: { params?: { id: string }; body?: object },
  key: string = randomUUID(),
) => {
  const session = identity.tokens.session.read(client.state.jwt)?.sid ?? ''
  const aim = await aimOf(endpoint, key, { params, body })
  await inTransaction(db, async (tx) => {
    await grant(tx, identity, { session } as Person, aim, 'pin')
    await grant(tx, identity, { session } as Person, aim, '2fa')
  })
  const path = endpoint.path.replace(':id', params?.id ?? '')
  return client.post(path, body ?? {}, { 'idempotency-key': key })
}

/** For tests: customers with verified names and their accounts at banks, operators, and what works behind them. */
export const createBankPeople = async (env: Record<string, string> = bankEnv) => {
  const desk = await createDesk(env)
  const { db, config, log, outbox, now, mailer, kyc, files } = desk
  const deps = { config, db, log, outbox, now, files }
  const accounts = bankAccountsOf(deps)
  const part = bankAccountPart(accounts).payments?.proof
  const worker = await openTestWorker(desk.databaseUrl, bankAccountJobs({ ...deps, mailer }))

  const newOwner = async (username: string, name = { first: 'John', last: 'Smith' }) => {
    const holder = await desk.newHolder(username)
    await giveName({ db, now, kyc }, holder.id, name)
    return holder
  }

  /** As if the customer had sent it; whether files are scanned is tested elsewhere. */
  const sendStatement = async ({ id: customer }: Pick<Holder, 'id'>): Promise<string> => {
    const id = randomUUID()
    const keptUntil = new Date(now().getTime() + 1e9)
    const about = { name: 'statement.pdf', type: 'pdf', bytes: 10, hash: Buffer.alloc(32, id) } as const
    const sealedKey = kyc.personalData.seal(id, 'upload', { key: '' })
    await inTransaction(db, (tx) =>
      insertUpload(tx, { id, customer, kind: 'bank-statement', ...about, sealedKey, at: now(), keptUntil }),
    )
    return id
  }

  const call = (holder: Holder, endpoint: Endpoint, given: Parameters<typeof withBoth>[3], key?: string) =>
    withBoth(desk, holder, endpoint, given, key)
  const add = (holder: Holder, more: object = {}, key?: string) =>
    call(
      holder,
      calls.addBankAccount,
      { body: { holder: 'John Smith', account: { iban: ibans[0] }, proof: { kind: 'deposit' }, ...more } },
      key,
    )
  const addWithStatement = async (holder: Holder, more: object = {}) =>
    add(holder, { proof: { kind: 'statement', upload: await sendStatement(holder) }, ...more })
  const prove = (holder: Holder, id: string, proof: object) =>
    call(holder, calls.proveBankAccount, { params: { id }, body: { proof } })
  const enter = ({ client }: Holder, id: string, code: string) => client.post(`/bank-accounts/${id}/code`, { code })
  const prefer = (holder: Holder, id: string) => call(holder, calls.preferBankAccount, { params: { id } })
  const remove = (holder: Holder, id: string) => call(holder, calls.removeBankAccount, { params: { id } })
  const list = async ({ client }: Holder): Promise<BankAccount[]> =>
    (await client.get('/bank-accounts')).body.data.accounts

  /** The newest deposit to an account, as the bank would carry it. */
  const depositOf = async (account: string) => {
    const { rows } = await sql<{ id: string; cents: string; sealed: Buffer; state: string; customer: string }>`
      select b.id, b.cents, b.sealed, b.state, b.customer from bank_payments b
      join bank_account_proofs p on p.payment = b.id where p.account = ${account} order by p.number desc limit 1`.execute(
      db,
    )
    const [row] = rows
    if (!row) return
    const { name, to, text } = kyc.personalData.open<{ name: string; to: object; text: string }>(
      row.id,
      'bank-payment',
      row.sealed,
    )
    const payment = {
      id: row.id,
      kind: 'proof',
      subject: row.id,
      customer: row.customer,
      cents: BigInt(row.cents),
    } as const
    return { ...row, name, to, text, code: text.slice(-6), payment }
  }
  const codeOf = async (account: string) => (await depositOf(account))?.code ?? ''

  const decide = ({ client }: Operator, id: string, verb: 'verify' | 'reject', reason = 'as the statement shows') =>
    client.post(`/operator/queues/bank-accounts/${id}/decide`, { action: `${verb}-bank-account`, reason })
  const queueFor = async ({ client }: Operator) => (await client.get('/operator/queues/bank-accounts')).body.data

  /** An account that an own code has verified. */
  const addVerified = async (holder: Holder, more: object = {}): Promise<string> => {
    const { id } = (await add(holder, more)).body.data
    await enter(holder, id, await codeOf(id))
    return id
  }

  /** The subjects of mails about bank accounts to somebody, oldest first. */
  const mailed = async (to: string) => {
    await worker.run()
    return desk.inbox.filter((mail) => mail.to === to).map(({ subject }) => subject)
  }
  const lastMail = async (to: string) => {
    await worker.run()
    return desk.inbox.findLast((mail) => mail.to === to)?.text ?? ''
  }

  const close = async () => {
    await worker.close()
    await desk.close()
  }
  return {
    ...desk,
    ...{
      accounts,
      part,
      newOwner,
      sendStatement,
      add,
      addWithStatement,
      addVerified,
      prove,
      enter,
      prefer,
      remove,
      list,
    },
    ...{ depositOf, codeOf, decide, queueFor, mailed, lastMail, runBankJobs: worker.run },
    strikeBankClock: worker.strikeClock,
    close,
  }
}
