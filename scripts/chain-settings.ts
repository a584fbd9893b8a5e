import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from './database.ts'
import { readSandboxPorts } from './stack.ts'

const defaultPort = 8080

/** The chain that the settings name; without any, the one of the sandbox that runs beside this on the same data. */
export const chainSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const folder = join(dataFolder, 'chain')
  const keysFile = join(folder, 'keys.json')
  if (env.NODE_ENV === 'production' || env.CHAIN_RPC_URL || !existsSync(keysFile)) return env
  const keys: Record<string, string> = JSON.parse(readFileSync(keysFile, 'utf8'))
  const { sandboxPort } = readSandboxPorts(env, Number(env.PORT || defaultPort))
  return {
    CHAIN_RPC_URL: `http://localhost:${sandboxPort}/chain`,
    CHAIN_ADDRESSES: join(folder, 'addresses.json'),
    CHAIN_ADMIN_KEY: keys.admin,
    CHAIN_ATTESTOR_KEY: keys.attestor,
    CHAIN_ISSUER_KEY: keys.issuer,
    ...env,
  }
}
