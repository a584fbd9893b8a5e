import { createHmac } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sandboxClient } from '../client.ts'
import { runMain } from '../test-sandbox.ts'

const KEYS = {
  SANDBOX_KYC_APP_TOKEN: 'sbx:test',
  SANDBOX_KYC_SECRET_KEY: 'request-key',
  SANDBOX_KYC_WEBHOOK_SECRET: 'webhook-key',
}

type Message = { type: string; applicantId: string; createdAtMs: string; reviewStatus: string; externalUserId: string }

/** For tests: somebody who is sent messages, and takes them as told. */
export const openReceiver = async () => {
  const messages: Message[] = []
  let status = 200
  let onMessage = (): void => undefined
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const right = createHmac('sha256', 'webhook-key').update(body).digest('hex')
      const isSigned = request.headers['x-payload-digest'] === right
      if (isSigned && request.headers['x-payload-digest-alg'] === 'HMAC_SHA256_HEX')
        messages.push(JSON.parse(body.toString()))
      response.writeHead(status).end()
      onMessage()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages,
    answer(next: number) {
      status = next
    },
    arrived: (count: number) =>
      new Promise<void>((resolve) => {
        onMessage = () => messages.length >= count && resolve()
        onMessage()
      }),
    close: () => server.close(),
  }
}

/** For tests: a provider of one's own, who sends his messages there and is quick. */
export const startSandbox = async (data: string, webhookUrl: string) => {
  const { child, ended } = runMain({
    SANDBOX_PORT: '0',
    SANDBOX_SMTP_PORT: '0',
    SANDBOX_DATA: data,
    ...KEYS,
    SANDBOX_KYC_WEBHOOK_URL: webhookUrl,
    SANDBOX_KYC_RETRY_SECONDS: '0.05,0.05,0.05,0.05',
    SANDBOX_KYC_REVIEW_SECONDS: '0.05',
  })
  const { port } = await new Promise<{ port: number }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { port: number }))
    ended.then(({ stderr }) => reject(new Error(stderr)))
  })
  const url = `http://127.0.0.1:${port}`
  return { child, ended, url, client: sandboxClient(url) }
}
