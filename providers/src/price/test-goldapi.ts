import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const token = 'goldapi-of-a-test'

/** For tests: a server that speaks as goldapi.io does. It says what it is told to, and can be told to fail. */
export const startTestGoldApi = async () => {
  const asked: string[] = []
  let answer: ((response: ServerResponse) => void) | undefined
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    const isKnown = request.headers['x-access-token'] === token
    if (!isKnown || request.url !== '/api/XAU/USD') return response.writeHead(403).end('{"error":"Invalid API Key"}')
    if (answer) return answer(response)
    return response.writeHead(503).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const failWith = (how: typeof answer) => {
    answer = how
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    asked,
    /** The price as it stands in the JSON; asked for again, it is of the moment that `at` tells then. */
    say: (price: string, at: () => Date) =>
      failWith((response) => {
        const seconds = Math.floor(at().getTime() / 1000)
        response.setHeader('content-type', 'application/json')
        response.end(
          `{"timestamp":${seconds},"metal":"XAU","currency":"USD","exchange":"FOREXCOM","symbol":"FOREXCOM:XAUUSD","prev_close_price":4001.2,"price":${price},"ch":-1.25,"chp":-0.03,"price_gram_24k":128.6}`,
        )
      }),
    failWith,
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
