import type { AddressInfo } from 'node:net'
import { sandboxClient } from '../client.ts'
import { openWebServer } from '../frame/web-server.ts'
import { openCards } from './resident.ts'

export const TEST_KEY = 'sk_test_of_tests'
export const LIVE_KEY = 'sk_live_of_tests'
export const WEBHOOK_SECRET = 'whsec_of_tests'

/** For tests: the card processor alone, with its pages, on a folder that may be one it had before. */
export const openTestCards = async (folder: string, now: () => number = Date.now) => {
  const keys = { testKey: TEST_KEY, liveKey: LIVE_KEY, webhookSecret: WEBHOOK_SECRET, webhookUrl: '' }
  const cards = { ...keys, retrySeconds: [0.05, 0.05, 0.05], laterSeconds: 60, merchant: 'Tests Ltd' }
  const resident = await openCards({ data: folder, cards, now })
  const server = await openWebServer([resident])
  await server.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return {
    baseUrl,
    ...sandboxClient(baseUrl),
    /** As a person who fills in a form of its pages. */
    submit: (path: string, fields: Record<string, string>) =>
      fetch(baseUrl + path, {
        method: 'POST',
        headers: { origin: baseUrl },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    async stop() {
      server.server.closeAllConnections()
      await Promise.all([server.close(), resident.stop()])
    },
  }
}

export type TestCards = Awaited<ReturnType<typeof openTestCards>>
