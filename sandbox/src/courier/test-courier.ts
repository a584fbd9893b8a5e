import type { AddressInfo } from 'node:net'
import { sandboxClient } from '../client.ts'
import { openWebServer } from '../frame/web-server.ts'
import { openCourier } from './resident.ts'

export const KEY = 'EZTK_of_tests'
export const WEBHOOK_SECRET = 'secret of tests'

/** For tests: the courier alone, with its pages, on a folder that may be one it had before. */
export const openTestCourier = async (folder: string, now: () => number = Date.now) => {
  const courier = { key: KEY, webhookSecret: WEBHOOK_SECRET, webhookUrl: '', retrySeconds: [0.05, 0.05, 0.05] }
  const resident = await openCourier({ data: folder, courier, now })
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

export type TestCourier = Awaited<ReturnType<typeof openTestCourier>>
