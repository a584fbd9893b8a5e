import type { AddressInfo } from 'node:net'
import { type SandboxClient, sandboxClient } from '../client.ts'
import { openWebServer } from '../frame/web-server.ts'
import { type ChainSettings, openChain } from './resident.ts'

export type ServedChain = {
  /** Where pages and API are. */
  baseUrl: string
  /** Where the node speaks JSON-RPC. */
  rpcUrl: string
  client: SandboxClient
  stop(): Promise<void>
}

/** The chain alone, in this process, on a free port: for tests that need a node and nothing else of the sandbox. */
export const serveChain = async (settings: ChainSettings): Promise<ServedChain> => {
  const chain = await openChain(settings)
  const server = await openWebServer([chain])
  await server.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return {
    baseUrl,
    rpcUrl: `${baseUrl}/chain`,
    client: sandboxClient(baseUrl),
    async stop() {
      await Promise.all([server.close(), chain.stop()])
    },
  }
}
