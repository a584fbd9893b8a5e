import { randomUUID } from 'node:crypto'
import type { Db, Tx } from '@ingot/db/connect'
import { openTestWorker } from '@ingot/db/test-jobs'
import { inTransaction } from '@ingot/db/transaction'
import { payoutThing } from '@ingot/endpoints/bank'
import { requestPayout } from '@ingot/endpoints/payouts'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { placeHold } from '@ingot/ledger/hold'
import { formatAmount } from '@ingot/money/amount-text'
import { sql } from 'kysely'
import type { Payment } from '../../bank/part.ts'
import type { Deps } from '../../feature.ts'
import { numbersAt } from '../../policy-versions/numbers.ts'
import { createDesk, type Operator } from '../desk/test-desk.ts'
import { kycOf } from '../kyc/kyc.ts'
import { savePersonal } from '../kyc/store.ts'
import { fundCustomer, type Holder } from '../wallet/test-wallet.ts'
import { payouts } from './feature.ts'
import { payoutJobs } from './jobs.ts'
import { payoutBank } from './paying.ts'
import { figuresOf, type PayoutAsset } from './rules.ts'
import { insertPayout } from './store.ts'

const bankSettings = {
  BANK_HOLDER: 'Ingot House Ltd',
  BANK_NAME: 'First Sandbox Bank',
  BANK_IBAN: 'GB29NWBK60161331926819',
  BANK_BIC: 'NWBKGB2L',
  BANK_ADDRESS: '1 Bank Street, London',
}

/** For tests: a payout of a customer that waits, without anybody having asked for it. */
export const insertTestPayout = async (
  { db, now }: { db: Db; now: () => Date },
  customer: string,
  to: string = randomUUID(),
): Promise<string> => {
  await fundCustomer(db, customer, { asset: 'USDT', text: '100' })
  const { payouts: rules } = numbersAt([], now())
  const [id, figures] = [randomUUID(), figuresOf(rules, 'USDT', '100')]
  await inTransaction(db, async (tx) => {
    const cause = { reference: `test-payout:${id}`, causedBy: 'test' }
    const hold = await placeHold(tx, { customer, amount: figures.amount, expiresAt: null, ...cause })
    const account = { id: to, bank: null, lastFour: '5555' }
    await insertPayout(tx, { id, customer, account, figures, policyVersion: '0', hold: hold.id, requestedAt: now() })
  })
  return id
}

let numbers = 0

/** For tests: a verified account of a customer, so many hours old. */
export const insertTestAccount = async (deps: Deps, customer: string, hours = 72): Promise<string> => {
  const { db, now } = deps
  const { personalData } = kycOf(deps)
  const id = randomUUID()
  const [namedAt, addedAt] = [new Date('2026-01-01T00:00:00Z'), new Date(now().getTime() - hours * 3600_000)]
  const iban = `GB33BUKB2020155${5_555_000 + ++numbers}`
  const personal = { firstName: 'Anna', middleName: '', lastName: 'Holder' }
  const sealed = personalData.seal(id, 'bank-account', { customer, holder: 'Anna Holder', to: { iban } })
  await inTransaction(db, async (tx) => {
    await savePersonal(tx, customer, { sealed: personalData.seal(customer, 'personal', personal), at: namedAt })
    await sql`
      insert into bank_accounts (id, customer, state, sealed, digest, last_four, country, is_iban, score, named_at, added_at,
        verified_at)
      values (${id}, ${customer}, 'Verified', ${sealed}, ${personalData.digests('bank account', iban)[0]}, ${iban.slice(-4)},
        'GB', true, 1000, ${namedAt}, ${addedAt}, ${addedAt})`.execute(tx)
  })
  return id
}

type Wanted = { asset?: PayoutAsset; amount: string; receive: string; account: string }

/** For tests: customers with bank accounts, operators, and what the bank's engine would tell. */
export const createPayouts = async () => {
  const desk = await createDesk(bankSettings)
  const { db, config, mailer, outbox, log, now } = desk
  const worker = await openTestWorker(desk.databaseUrl, payoutJobs({ db, config, mailer, outbox, log, now }))

  /** A verified account of a customer, so many hours old. */
  const addAccount = ({ id }: Pick<Holder, 'id'>, hours?: number) => insertTestAccount(desk, id, hours)

  /** A customer who has tokens and an account to be paid to. */
  const newPayee = async (username: string, funds: Partial<Record<PayoutAsset, string>> = { USDT: '20000' }) => {
    const holder = await desk.newHolder(username, funds)
    return { ...holder, account: await addAccount(holder) }
  }

  const request = async (holder: Holder, { asset = 'USDT', ...wanted }: Wanted, key: string = randomUUID()) => {
    const body = { asset, ...wanted }
    await desk.approve(holder, requestPayout, key, body)
    return holder.client.post('/payouts', body, { 'idempotency-key': key })
  }
  /** One that was taken. */
  const requested = async (holder: Holder, wanted: Wanted): Promise<string> => {
    const { status, body } = await request(holder, wanted)
    if (status !== 200) throw new Error(`a payout was refused: ${JSON.stringify(body)}`)
    return body.data.id
  }
  const cancel = (holder: Pick<Holder, 'client'>, id: string, key: string = randomUUID()) =>
    holder.client.post(`/payouts/${id}/cancel`, {}, { 'idempotency-key': key })

  const decide = (operator: Operator, action: string, id: string) =>
    operator.client.post(`/operator/queues/payouts/${encodeURIComponent(payoutThing(id))}/decide`, {
      action,
      reason: 'I compared it with the account',
    })

  const paymentOf = async (tx: Tx, id: string): Promise<Payment> => {
    const { rows } = await sql<Payment & { cents: string }>`
      select id, kind, subject, customer, cents from bank_payments where subject = ${id} and kind = 'payout'`.execute(
      tx,
    )
    const [row] = rows
    if (!row) throw new Error(`there is no payment for payout ${id}`)
    return { ...row, cents: BigInt(row.cents) }
  }
  /** Its part, with another outbox: to have a step fail at its end. */
  const bankPartWith = (other: Pick<typeof outbox, 'send'>) =>
    payoutBank({ outbox: { ...outbox, ...other } }).payments?.payout
  const part = bankPartWith(outbox)
  /** What the engine tells, in a transaction of its own. */
  const bankSends = (id: string) => inTransaction(db, async (tx) => part?.sent?.(tx, await paymentOf(tx, id), now()))
  const bankPays = (id: string) => inTransaction(db, async (tx) => part?.paid?.(tx, await paymentOf(tx, id), now()))
  const bankReturns = (id: string, cents: bigint) =>
    inTransaction(db, async (tx) => part?.returned(tx, await paymentOf(tx, id), { cents, why: 'AC04', at: now() }))

  const read = async ({ client }: Pick<Holder, 'client'>, id: string) => (await client.get(`/payouts/${id}`)).body.data
  const treasury = async (asset: PayoutAsset) =>
    Number(formatAmount(await balanceOf<PayoutAsset>(db, houseAccount(asset, 'treasury'))))

  return {
    ...desk,
    addAccount,
    newPayee,
    request,
    requested,
    cancel,
    decide,
    bankSends,
    bankPays,
    bankReturns,
    read,
    treasury,
    paymentOf,
    bankPartWith,
    hindrances: (tx: Tx, { id }: Holder) =>
      payouts.hindrances?.(tx, { id } as Parameters<NonNullable<typeof payouts.hindrances>>[1]),
    runPayoutMails: worker.run,
    strikePayoutClock: worker.strikeClock,
    close: async () => {
      await worker.close()
      await desk.close()
    },
  }
}
