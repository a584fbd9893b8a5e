import { randomUUID } from 'node:crypto'
import type { Db } from '@ingot/db/connect'
import { openTestWorker } from '@ingot/db/test-jobs'
import type { Role } from '@ingot/endpoints/roles'
import { sql } from 'kysely'
import { identityOf } from '../features/identity/identity.ts'
import { type Client, type createPeople, goodPassword } from '../features/identity/test-people.ts'
import { allFeatures, type ServerDeps } from '../server.ts'
import type { Decision } from './decision.ts'
import { approvalJobs } from './jobs.ts'
import { approvalRoutes } from './routes.ts'
import { createApprovals } from './service.ts'

/** For tests: an operator who is logged in with 2FA. */
export type Operator = { id: string; username: string; email: string; client: Client; code: () => string }

/** For tests: everything as it is, but with other things to decide. */
export const deciding = (decisions: readonly Decision[]) => (deps: ServerDeps) => {
  const { endpoints, bindings } = allFeatures(deps)
  const own = approvalRoutes(createApprovals(identityOf(deps), decisions))
  const others = bindings.filter(({ endpoint }) => !own.some((each) => each.endpoint === endpoint))
  return { endpoints, bindings: [...others, ...own] }
}

type Asked = { action: string; thing: string; given?: Record<string, string>; reason?: string }
export type Word = 'approve' | 'refuse'

/** For tests: operators who ask and decide, beside the people who are there. */
export const withOperators = async <People extends Awaited<ReturnType<typeof createPeople>>>(people: People) => {
  const { db, config, mailer, now } = people
  const worker = await openTestWorker(people.databaseUrl, approvalJobs({ db, config, mailer, now }))

  const newOperator = async (username: string, roles: readonly Role[]): Promise<Operator> => {
    const client = await people.newCustomer(username, { operator: roles })
    const { code } = await people.enrol(client)
    return { id: await idOf(db, username), username, email: `${username}@example.com`, client, code }
  }
  /** As if the code before had been one of another half minute, and nobody had tried too often. */
  const proofOf = async ({ id, code }: Operator) => {
    await sql`update customers set totp_last_step = null where id = ${id}`.execute(db)
    return { password: goodPassword, inputCode: code() }
  }
  const ask = async (
    operator: Operator,
    { reason = 'the customer called', given = {}, ...asked }: Asked,
    key?: string,
  ) =>
    operator.client.post(
      '/operator/approvals',
      { ...asked, given, reason, ...(await proofOf(operator)) },
      { 'idempotency-key': key ?? randomUUID() },
    )
  const decide = async (operator: Operator, word: Word, id: string, note = 'I have checked this') =>
    operator.client.post(`/operator/approvals/${id}/${word}`, { note, ...(await proofOf(operator)) })
  const withdraw = ({ client }: Operator, id: string) => client.post(`/operator/approvals/${id}/withdraw`)

  const askedBy = async (operator: Operator, asked: Asked): Promise<string> => {
    const { status, body } = await ask(operator, asked)
    if (status !== 200) throw new Error(`asking was refused: ${JSON.stringify(body)}`)
    return body.data.id
  }
  const rowOf = async (id: string) => {
    const { rows } = await sql<{ state: string; note: string | null; decider: string | null }>`
      select state, note, decider from approvals where id = ${id}`.execute(db)
    return rows[0]
  }
  const stateOf = async (id: string) => (await rowOf(id))?.state
  /** Everybody's session is over: they log in again. */
  const signInAgain = async (operator: Operator) => {
    await sql`update customers set totp_last_step = null where id = ${operator.id}`.execute(db)
    operator.client = await people.signInAgain(operator.username, operator.code)
  }
  const close = async () => {
    await worker.close()
    await people.close()
  }
  const work = { runMails: worker.run, strikeApprovalClock: worker.strikeClock }
  const calls = { newOperator, proofOf, ask, askedBy, decide, withdraw, rowOf, stateOf }
  return { ...people, ...calls, ...work, logInAgain: signInAgain, close }
}

export const idOf = async (db: Db, username: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id from customers where username = ${username}`.execute(db)
  return rows[0]?.id ?? ''
}
