import type { Db, Tx } from '@ingot/db/connect'
import type { ProofKind } from '@ingot/endpoints/bank-fields'
import { sql } from 'kysely'

export type ProofRow = {
  id: string
  account: string
  customer: string
  kind: ProofKind
  upload: string | null
  payment: string | null
  code_hash: Buffer | null
  tries: number
  until: Date | null
  sent_at: Date | null
}

const columns = sql`id, account, customer, kind, upload, payment, code_hash, tries, until, sent_at`

type NewProof = Pick<ProofRow, 'id' | 'account' | 'customer' | 'kind'> & {
  at: Date
  upload?: string
  deposit?: { payment: string; codeHash: Buffer; codeKey: string; until: Date }
}

export const insertProof = async (tx: Tx, { id, account, customer, kind, at, upload, deposit }: NewProof) => {
  const { payment = null, codeHash = null, codeKey = null, until = null } = deposit ?? {}
  await sql`
    insert into bank_account_proofs (id, account, customer, kind, upload, payment, code_hash, code_key, until, made_at)
    values (${id}, ${account}, ${customer}, ${kind}, ${upload ?? null}, ${payment}, ${codeHash}, ${codeKey}, ${until}, ${at})`.execute(
    tx,
  )
}

/** The newest of each, by account. */
export const listProofs = async (db: Db | Tx, accounts: readonly string[]): Promise<Map<string, ProofRow>> => {
  const { rows } = await sql<ProofRow>`
    select distinct on (account) ${columns} from bank_account_proofs where account = any(${accounts}::uuid[])
    order by account, number desc`.execute(db)
  return new Map(rows.map((row) => [row.account, row]))
}

/** Whoever enters a code waits for the one before. */
export const lockProof = async (tx: Tx, account: string): Promise<ProofRow | undefined> => {
  const { rows } = await sql<ProofRow>`
    select ${columns} from bank_account_proofs where account = ${account}
    order by number desc limit 1 for update`.execute(tx)
  return rows[0]
}

export const findProofOfPayment = async (tx: Tx, payment: string): Promise<ProofRow | undefined> => {
  const { rows } = await sql<ProofRow>`
    select ${columns} from bank_account_proofs where payment = ${payment}`.execute(tx)
  return rows[0]
}

export const countTry = async (tx: Tx, id: string) => {
  await sql`update bank_account_proofs set tries = tries + 1 where id = ${id}`.execute(tx)
}

/** Whatever is entered from now on is wrong. Answers with the payments that nobody waits for any more. */
export const closeCodes = async (tx: Tx, account: string): Promise<string[]> => {
  const { rows } = await sql<{ payment: string }>`
    update bank_account_proofs set code_hash = null, code_key = null
    where account = ${account} and code_hash is not null returning payment`.execute(tx)
  return rows.map(({ payment }) => payment)
}

export const saveSent = async (tx: Tx, payment: string, { at, until }: { at: Date; until: Date }) => {
  await sql`
    update bank_account_proofs set sent_at = ${at}, until = ${until}
    where payment = ${payment} and sent_at is null`.execute(tx)
}

/** Small deposits of one customer, and when the oldest of them was made. */
export const countDeposits = async (tx: Tx, customer: string, since: Date) => {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(made_at) as oldest from bank_account_proofs
    where customer = ${customer} and kind = 'deposit' and made_at > ${since}`.execute(tx)
  return rows[0] ?? { count: 0, oldest: null }
}

/** Codes whose time is over. */
export const listLate = async (db: Db, now: Date, after: string | null, most: number) => {
  const { rows } = await sql<{ id: string; account: string; customer: string }>`
    select id, account, customer from bank_account_proofs where code_hash is not null and until <= ${now}
    order by id <= ${after}, id limit ${most}`.execute(db)
  return rows
}
