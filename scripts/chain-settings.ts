import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dataFolder } from './database.ts'
import { readRunningStack } from './running.ts'

/** The chain that the settings name; without any, the one of the stack that runs on the same data. */
export const chainSettings = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  if (env.NODE_ENV === 'production' || env.CHAIN_RPC_URL) return env
  const { chain } = readRunningStack(dataFolder)
  return { ...sandboxKeys(), ...env, ...chain }
}

/** Made up for the sandbox's chain. No other one knows them. */
const sandboxKeys = () => {
  const file = join(dataFolder, 'chain/keys.json')
  if (!existsSync(file)) return {}
  const keys: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  return { CHAIN_ADMIN_KEY: keys.admin, CHAIN_ATTESTOR_KEY: keys.attestor, CHAIN_ISSUER_KEY: keys.issuer }
}
