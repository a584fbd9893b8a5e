import { randomUUID } from 'node:crypto'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import type { Saver } from './test-holdings.ts'

/** For tests that move the clock, by which sessions end: calls of somebody who signs in again first if that has to be. */
export const awakeCalls = ({ client, withPin }: Pick<Saver, 'client' | 'withPin'>, username: string) => {
  const awake = async () => {
    if ((await client.get('/get-upline')).status === 401) await client.signIn(username)
  }
  return {
    awake,
    proven: async (endpoint: Endpoint, given: Parameters<typeof withPin>[1], key?: string) => {
      await awake()
      return withPin(endpoint, given, key)
    },
    posted: async (path: string, body: object = {}, key: string = randomUUID()) => {
      await awake()
      return client.post(path, body, { 'idempotency-key': key })
    },
    read: async (path: string) => {
      await awake()
      return client.get(path)
    },
  }
}
