import { resolve } from 'node:path'

const inHouse = (file: string) => resolve(import.meta.dirname, '..', file)

/** The processes of the house, each of which also runs alone. */
export const entries = {
  api: inHouse('api/src/main.ts'),
  worker: inHouse('api/src/worker.ts'),
  chain: inHouse('chain/src/worker.ts'),
}

export type RunningRole = keyof typeof entries

const keySetting = /^CHAIN_([A-Z]+)_(KEY|KEYSTORE|PASSWORD|PASSWORD_FILE)$/
/** The owner of the database, the way past a pooler, and the key of documents. */
const closed = ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DOCUMENT_KEY']
const rolesOfChain = ['SETTLER', 'ANCHORER']

/** No process gets a key that it does not sign with, and none the owner of the database. */
export const withoutKeys = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !closed.includes(name) && !keySetting.test(name)))

/** Those with which the chain's worker signs. */
export const keysOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => rolesOfChain.includes(keySetting.exec(name)?.[1] ?? '')))

/** Secrets that one of the roles works with, and that the others have no business with. */
const own: Record<RunningRole, readonly string[]> = {
  api: [
    'IDENTITY_SECRET',
    'PERSONAL_DATA_SECRET',
    'DOCUMENT_KEY',
    'SUMSUB_SECRET_KEY',
    'SUMSUB_WEBHOOK_SECRET',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'CARRIER_KEY',
    'CARRIER_WEBHOOK_SECRET',
    'FILES_URL',
    'METRICS_TOKEN',
  ],
  worker: [
    'LEDGER_SEAL_SECRET',
    'IDENTITY_SECRET',
    'PERSONAL_DATA_SECRET',
    'DOCUMENT_KEY',
    'SMTP_URL',
    'SUMSUB_SECRET_KEY',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'CARRIER_KEY',
    'CARRIER_WEBHOOK_SECRET',
    'GOLDAPI_TOKEN',
    'FILES_URL',
    'METRICS_TOKEN',
  ],
  chain: [],
}
const secrets = new Set(Object.values(own).flat())

/** What a role that runs alone is told: all that is no secret, and its own secrets. */
export const settingsOf = (role: RunningRole, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
  const isOther = (name: string) => {
    const secret = name.replace(/_BEFORE$/, '')
    return secrets.has(secret) && !own[role].includes(secret)
  }
  return {
    ...Object.fromEntries(Object.entries(withoutKeys(env)).filter(([name]) => !isOther(name))),
    ...(own[role].includes('DOCUMENT_KEY') && { DOCUMENT_KEY: env.DOCUMENT_KEY }),
    ...(role === 'chain' && keysOf(env)),
  }
}
