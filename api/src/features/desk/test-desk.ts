import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import type { Role } from '@ingot/endpoints/roles'
import { sql } from 'kysely'
import type { Client } from '../identity/test-people.ts'
import { goodPassword } from '../identity/test-people.ts'
import { insertApplicant, moveStatus } from '../kyc/store.ts'
import { createHolders } from '../wallet/test-wallet.ts'

/** For tests: an operator who is signed in with 2FA. */
export type Operator = { id: string; username: string; client: Client; code: () => string }

/** For tests: the api with operators of each role, and customers for them to look after. */
export const createDesk = async (env: Record<string, string> = {}) => {
  const holders = await createHolders(env)
  const { db, now } = holders
  let count = 0

  const newOperator = async (...roles: Role[]): Promise<Operator> => {
    const username = `${(roles[0] ?? 'nobody').toLowerCase()}${++count}`
    const client = await holders.newCustomer(username, { operator: roles })
    const { code } = await holders.enrol(client)
    const { id } = (await client.get('/getInfo')).body.data
    return { id, username, client, code }
  }

  const newCustomer = async (username: string) => {
    const client = await holders.newCustomer(username)
    return { id: (await client.get('/getInfo')).body.data.id as string, username, client }
  }

  /** As the provider's answers would leave it. */
  const verify = (customer: string, ...path: ('Pending' | 'Rejected' | 'Final')[]) =>
    inTransaction(db, async (tx) => {
      let from: 'Not Verified' | 'Pending' | 'Rejected' = 'Not Verified'
      for (const to of path.filter((each) => each !== 'Final')) {
        await moveStatus(tx, customer, { from, to, cause: 'provider', at: now() })
        from = to
      }
      if (!path.includes('Final')) return
      await insertApplicant(db, customer, `applicant-${customer}`, now())
      await sql`update kyc_applicants set is_final = true where customer = ${customer}`.execute(tx)
    })

  /** A job that used up its attempts, as the worker lays it aside. */
  const layAside = async (name: string, data: object): Promise<string> => {
    const id = randomUUID()
    await sql`
      insert into pgboss.job (id, name, data, source_name, source_retry_count, source_output)
      values (${id}, 'dead', ${JSON.stringify(data)}::jsonb, ${name}, 2, '{"message": "the mail server is down"}')`.execute(
      db,
    )
    return id
  }

  const proof = ({ code }: Operator) => ({ password: goodPassword, inputCode: code() })

  const ask = (asker: Operator, asked: { action: string; thing: string }) => {
    holders.nextCode()
    const given = { ...asked, given: {}, reason: 'the customer called', ...proof(asker) }
    return asker.client.post('/operator/approvals', given, { 'idempotency-key': randomUUID() })
  }

  /** One asks, and another one approves. Gives the status of the last call. */
  const decideTogether = async (asker: Operator, decider: Operator, asked: { action: string; thing: string }) => {
    const { body, status } = await ask(asker, asked)
    if (status !== 200) return status
    const answer = { note: 'talked to him, too', ...proof(decider) }
    return (await decider.client.post(`/operator/approvals/${body.data.id}/approve`, answer)).status
  }

  /** What the audit log says of a customer or a thing, newest first. */
  const auditOf = async (of: string) => {
    const { rows } = await sql<{ action: string; operator: string; reason: string | null }>`
      select action, operator, reason from audit_lines where customer::text = ${of} or thing = ${of}
      order by number desc`.execute(db)
    return rows
  }

  return { ...holders, newOperator, newCustomer, verify, layAside, ask, decideTogether, auditOf }
}
