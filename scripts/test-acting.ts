import { randomUUID } from 'node:crypto'
import type { createHouse } from '@ingot/api/features/holdings/test-holdings'
import { grant } from '@ingot/api/features/identity/step-up'
import { formOf, goodPassword } from '@ingot/api/features/identity/test-people'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { sql } from 'kysely'

type Person = { username: string; code: () => string }

/** For tests: customers and operators of a house who sign in and do things. */
export const actingIn = (house: Awaited<ReturnType<typeof createHouse>>) => {
  const { db, identity } = house

  const idOf = async (username: string): Promise<string> => {
    const { rows } = await sql<{ id: string }>`select id from customers where username = ${username}`.execute(db)
    return rows[0]?.id ?? ''
  }

  const newOperator = async (username: string): Promise<Person & { id: string }> => {
    const client = await house.newCustomer(username, { operator: ['Finance'] })
    const { code } = await house.enrol(client)
    return { username, code, id: await idOf(username) }
  }

  /** What somebody does who has just signed in. What asks for PIN and 2FA is done as if both had been given. */
  const signIn = async ({ username, code }: Person) => {
    house.nextCode()
    const client = await house.signInAgain(username, code)
    const post = async (endpoint: Endpoint, body: object, params: Record<string, string> = {}) => {
      const key = randomUUID()
      const session = identity.tokens.session.read(client.state.jwt)?.sid ?? ''
      const aim = await aimOf(endpoint, key, { params, body })
      const proofs = { pin: ['pin'], 'pin-2fa': ['pin', '2fa'] } as const
      for (const proof of endpoint.stepUp ? proofs[endpoint.stepUp as keyof typeof proofs] : [])
        await inTransaction(db, (tx) => grant(tx, identity, { session } as never, aim, proof))
      const path = endpoint.path.replace(/:(\w+)/g, (_, name) => params[name] ?? '')
      const sent = endpoint.bodyType === 'form' ? formOf(body as Record<string, string>) : body
      const { status, body: reply } = await client.post(path, sent, { 'idempotency-key': key })
      if (status === 500) throw new Error(`${endpoint.name}: ${JSON.stringify(reply)} ${house.logged.at(-1)}`)
      return { error: reply.error?.name as string | undefined, message: reply.error?.message, data: reply.data }
    }
    /** With the password and a code, as operators prove themselves. */
    const prove = async (path: string, body: object) => {
      house.nextCode()
      const proof = { password: goodPassword, inputCode: code() }
      const { status, body: reply } = await client.post(
        path,
        { ...body, ...proof },
        { 'idempotency-key': randomUUID() },
      )
      return {
        status,
        data: reply?.data,
        error: reply?.error?.name as string | undefined,
        message: reply?.error?.message,
      }
    }
    return { client, post, prove }
  }
  return { idOf, newOperator, signIn }
}
