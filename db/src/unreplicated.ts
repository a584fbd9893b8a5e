import type { Connection, PoolClient } from 'pg'

/** Where the server waits for others before it says that something is committed. The name is the same in every language. */
const waiting = 'SyncRepWaitForLSN'

const doubted = new WeakSet<Connection>()

/** `pg` does not say so in its types. */
export const connectionOf = (client: PoolClient) => (client as PoolClient & { connection: Connection }).connection

/** On a new connection: from now on it is noted when the server stops waiting for its replicas. */
export const watchReplication = (client: PoolClient) => {
  client.on('notice', ({ routine }) => {
    if (routine === waiting) doubted.add(connectionOf(client))
  })
}

/** PostgreSQL's own code for it. */
const resolutionUnknown = '08007'

/** It is committed on one machine alone, and gone if another one takes over now. Neither done nor not done. */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown'
  readonly code = resolutionUnknown
}

/** Whether the server has just said “done” without its replicas, which is no success. */
export const takeDoubt = (connection: Connection): Error | undefined =>
  doubted.delete(connection) ? new OutcomeUnknown('the server stopped waiting for its replicas') : undefined

export const refuseDoubt = (client: PoolClient) => {
  const doubt = takeDoubt(connectionOf(client))
  if (doubt) throw doubt
}
