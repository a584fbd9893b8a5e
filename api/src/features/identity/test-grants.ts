import { randomUUID } from 'node:crypto'
import { inTransaction } from '@ingot/db/transaction'
import { aimOf } from '@ingot/endpoints/aim'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import type { Person } from '../../bind.ts'
import type { ApiDeps } from '../../feature.ts'
import { identityOf } from './identity.ts'
import { grant } from './step-up.ts'
import { type Client, formOf } from './test-people.ts'

/** What is called, and with what. */
export type Given = { params?: Record<string, string>; body: Record<string, unknown> }

/** For tests: calls what asks for PIN and 2FA, as if both had been given. */
export const callProven = async (deps: ApiDeps, client: Client, endpoint: Endpoint, { params = {}, body }: Given) => {
  const [key, identity] = [randomUUID(), identityOf(deps)]
  const session = identity.tokens.session.read(client.state.jwt)?.sid ?? ''
  const aim = await aimOf(endpoint, key, { params, body })
  await inTransaction(deps.db, async (tx) => {
    await grant(tx, identity, { session } as Person, aim, 'pin')
    await grant(tx, identity, { session } as Person, aim, '2fa')
  })
  const path = endpoint.path.replace(/:(\w+)/g, (_, name) => params[name] ?? '')
  const sent = endpoint.bodyType === 'form' ? formOf(body as Record<string, string>) : body
  return client.post(path, sent, { 'idempotency-key': key })
}
