import { randomBytes } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { readConfig } from '@ingot/api/config'
import { generatedMark } from '@ingot/api/production'
import { connect, waitUntilReachable } from '@ingot/db/connect'
import { readBehind, refuseDemonstration } from '@ingot/db/demonstration'
import { type EmbeddedServer, startEmbedded } from '@ingot/db/embedded'
import { migrate } from '@ingot/db/migrate'
import { ProblemForPeople } from '@ingot/db/problem'
import { findPower, refusePower } from '@ingot/db/running-role'
import { makeCertificate } from '@ingot/paper/certificate'
import { createRestartBudget, type Part, startPart } from './part.ts'
import { entries, keysOf, withoutKeys } from './roles.ts'
import { tellRunning } from './running.ts'
import { processorSettings, sandboxCardSettings } from './sandbox-cards.ts'
import { openSandboxChain } from './sandbox-chain.ts'
import { carrierSettings, sandboxCourierSettings } from './sandbox-courier.ts'
import { sandboxAppToken, sandboxKycSettings } from './sandbox-kyc.ts'
import { mailboxSettings } from './sandbox-mailbox.ts'
import { storyBegins } from './story-clock.ts'
import { checkPortFree } from './terminal.ts'

export const root = resolve(import.meta.dirname, '..')

export type StackOptions = {
  /** Everything that outlives the process. */
  data: string
  env: NodeJS.ProcessEnv
  /** Builds the web and says where it is, if the api serves it. Called when nothing else stands in the way. */
  web?: () => Promise<string>
  sandboxPort: number
  smtpPort: number
  scanPort: number
  /** The port that the outside world knows, where something stands before the api. */
  frontPort?: number
  /** Whether a database that is made here is one to tell a story in, whose clock can be set. */
  demonstration?: boolean
  /** Another api to run in place of ours, as fault tests do. */
  apiEntry?: string
  /** Whether parts that die are brought back, as they are unless a test says otherwise. */
  restarts?: boolean
  /** Settings of the embedded PostgreSQL, as tests lower them. */
  databaseSettings?: Record<string, string>
  onProgress?: (line: string) => void
}

export type Stack = {
  databaseUrl: string
  /** As the owner of the database, which no part of the stack is. */
  ownerUrl: string
  portal: string
  sandbox: string | undefined
  /** How the chain is reached, with the keys of the sandbox's. */
  chain: NodeJS.ProcessEnv
  /** What the portal was told. */
  settings: NodeJS.ProcessEnv
  parts: Map<string, Part>
  /** Settles when the stack can no longer go on by itself. */
  broken: Promise<Error>
  stop: () => Promise<void>
}

/** PostgreSQL, sandbox, contracts, workers and api, in the order in which they need each other. */
export const startStack = async (options: StackOptions): Promise<Stack> => {
  const { data, env, restarts = true, onProgress = () => undefined } = options
  const production = env.NODE_ENV === 'production'
  const { PORT } = await checkPorts(options)
  useFolder(data)
  const web = await options.web?.()
  const { promise: broken, resolve: breakDown } = Promise.withResolvers<Error>()
  const ends: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }

  try {
    const database = env.DATABASE_URL ? undefined : await superviseDatabase(data, options.databaseSettings, breakDown)
    if (database) ends.push(database.stop)
    const databaseUrl = env.DATABASE_URL || database?.url || ''
    const ownerUrl = database?.ownerUrl ?? (env.DATABASE_OWNER_URL || databaseUrl)
    onProgress(database ? 'PostgreSQL is running' : 'using the database of DATABASE_URL')
    const behind = await prepareDatabase(databaseUrl, ownerUrl, options)

    const parts = new Map<string, Part>()
    const start = async (name: string, entry: string, extra: NodeJS.ProcessEnv, keys: NodeJS.ProcessEnv = {}) => {
      const logs = production ? undefined : join(data, 'logs')
      const settings = { ...withoutKeys({ ...env, ...extra }), ...keys }
      const part = await startPart({ name, entry, env: settings, logs, restarts, onGivenUp: breakDown })
      parts.set(name, part)
      ends.push(part.stop)
      onProgress(`${name} is running`)
      return part
    }
    const sandbox = production ? undefined : `http://localhost:${options.sandboxPort}`
    if (sandbox)
      await start('sandbox', join(root, 'sandbox/src/main.ts'), {
        ...sandboxSettings(options),
        SANDBOX_BEHIND_SECONDS: String(behind),
        ...sandboxKycSettings(readSecrets(data), options.frontPort ?? PORT),
        ...sandboxCardSettings(readSecrets(data), options.frontPort ?? PORT),
        ...sandboxCourierSettings(readSecrets(data), options.frontPort ?? PORT),
        SANDBOX_REPLY_PORT: mailboxSettings(env, PORT).INBOUND_MAIL_PORT,
      })
    const chain: NodeJS.ProcessEnv = sandbox && !env.CHAIN_RPC_URL ? await openSandboxChain(sandbox, data) : env
    if (chain !== env) onProgress('contracts are on the chain')
    const ours = {
      DATABASE_URL: databaseUrl,
      ...(sandbox && defaultsOf(options, sandbox)),
      ...chain,
      ...(web && { INGOT_WEB: web }),
    }
    const documentKey = { DOCUMENT_KEY: { ...env, ...ours }.DOCUMENT_KEY }
    await start('worker', entries.worker, ours, documentKey)
    if (chain.CHAIN_RPC_URL) await start('chain', entries.chain, ours, keysOf(chain))
    const api = await start('api', options.apiEntry ?? entries.api, ours, documentKey)
    const portal = `http://localhost:${api.about.port}`
    const { CHAIN_RPC_URL, CHAIN_ADDRESSES } = chain
    // In production every command is told by its settings, and what they are stands in no file.
    if (!production)
      ends.push(
        tellRunning(data, {
          portal,
          sandbox,
          database: database ? 'embedded' : 'outside',
          chain: { CHAIN_RPC_URL, CHAIN_ADDRESSES },
        }),
      )
    return {
      databaseUrl,
      ownerUrl,
      portal,
      sandbox,
      chain,
      settings: { ...withoutKeys(ours), ...documentKey },
      parts,
      broken,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const sandboxSettings = ({ data, env, sandboxPort, smtpPort, scanPort }: StackOptions): NodeJS.ProcessEnv => ({
  SANDBOX_PORT: String(sandboxPort),
  SANDBOX_SMTP_PORT: String(smtpPort),
  SANDBOX_SCAN_PORT: String(scanPort),
  SANDBOX_DATA: join(data, 'sandbox'),
  SANDBOX_GOLDAPI_TOKEN: sandboxGoldToken,
  SANDBOX_BANK_INBOX: env.BANK_INBOX || bankInbox(data),
  SANDBOX_BANK_IBAN: env.BANK_IBAN || sandboxBank.BANK_IBAN,
})

const checkPorts = async ({ env, sandboxPort, smtpPort, scanPort }: StackOptions) => {
  const config = readStackConfig(env)
  await checkPortFree(config.PORT, 'PORT', config.HOST)
  if (env.NODE_ENV === 'production') return config
  await checkPortFree(sandboxPort, 'SANDBOX_PORT')
  await checkPortFree(smtpPort, 'SANDBOX_SMTP_PORT')
  await checkPortFree(scanPort, 'SANDBOX_SCAN_PORT')
  return config
}

const prepareDatabase = async (
  databaseUrl: string,
  ownerUrl: string,
  { data, env, demonstration = false, onProgress = () => undefined }: StackOptions,
): Promise<number> => {
  // A chain that is there already, or is real, has its own times.
  const isNewWorld = env.NODE_ENV !== 'production' && !env.CHAIN_RPC_URL && !existsSync(join(data, 'sandbox/chain'))
  const applied = await migrate(ownerUrl, {
    runningUrl: databaseUrl,
    demonstrationBehind: demonstration && isNewWorld ? storyBegins() : undefined,
  })
  onProgress(applied.length ? `database migrated: ${applied.join(', ')}` : 'database up to date')
  const { power, behind } = await lookAround(databaseUrl, env)
  if (power) onProgress(`for a first look only: ${power}`)
  return behind
}

const sandboxGoldToken = 'goldapi-sandbox'

/** The house's account at the sandbox's bank. */
const sandboxBank = {
  BANK_HOLDER: 'Ingot Demo Ltd',
  BANK_NAME: 'Sandbox Bank',
  BANK_IBAN: 'GB93SAND00000012345678',
  BANK_BIC: 'SANDGB2LXXX',
  BANK_ADDRESS: '1 Sandbox Street, London',
}

/** For a look around: some seconds after something happened at the bank there is a statement of it. */
export const bankThatFlows = { SANDBOX_BANK_CLOSE_SECONDS: '5' }

/** Where the bank's channel leaves its statements. */
const bankInbox = (data: string) => join(data, 'bank/inbox')

/** Whoever names a bank of their own names all of it. */
const bankSettings = ({ env, data }: StackOptions): NodeJS.ProcessEnv =>
  Object.keys(sandboxBank).some((name) => env[name]) || env.BANK_NUMBER
    ? {}
    : { ...sandboxBank, BANK_INBOX: env.BANK_INBOX || bankInbox(data) }

/** What a first look does not have to set: secrets of its own, the sandbox as outside world, a folder for files. */
const defaultsOf = (options: StackOptions, sandbox: string) => {
  const { env, data, smtpPort, scanPort } = options
  const { ledgerSealSecret, identitySecret, personalDataSecret, kycSecret, kycWebhookSecret, ...made } =
    readSecrets(data)
  return {
    LEDGER_SEAL_SECRET: env.LEDGER_SEAL_SECRET || ledgerSealSecret,
    IDENTITY_SECRET: env.IDENTITY_SECRET || identitySecret,
    PERSONAL_DATA_SECRET: env.PERSONAL_DATA_SECRET || personalDataSecret,
    DOCUMENT_KEY: env.DOCUMENT_KEY || made.documentKey,
    DOCUMENT_CERTIFICATE: env.DOCUMENT_CERTIFICATE || made.documentCertificate,
    SUMSUB_URL: env.SUMSUB_URL || sandbox,
    SUMSUB_SDK_URL: env.SUMSUB_SDK_URL || sandbox,
    SUMSUB_APP_TOKEN: env.SUMSUB_APP_TOKEN || sandboxAppToken,
    SUMSUB_SECRET_KEY: env.SUMSUB_SECRET_KEY || kycSecret,
    SUMSUB_WEBHOOK_SECRET: env.SUMSUB_WEBHOOK_SECRET || kycWebhookSecret,
    GOLDAPI_URL: env.GOLDAPI_URL || sandbox,
    GOLDAPI_TOKEN: env.GOLDAPI_TOKEN || sandboxGoldToken,
    SMTP_URL: env.SMTP_URL || `smtp://127.0.0.1:${smtpPort}`,
    SCANNER_URL: env.SCANNER_URL || `tcp://127.0.0.1:${scanPort}`,
    FILES_URL: env.FILES_URL || pathToFileURL(join(data, 'files')).href,
    ...bankSettings(options),
    ...processorSettings(env, sandbox, readSecrets(data)),
    ...carrierSettings(env, sandbox, readSecrets(data)),
    ...mailboxSettings(env, readStackConfig(env).PORT),
  }
}

/** Where the sandbox listens: beside the portal, unless it is told otherwise. */
export const readSandboxPorts = (env: NodeJS.ProcessEnv, portal: number) => {
  const read = (setting: string, fallback: number) => {
    const port = Number(env[setting] || fallback)
    if (!Number.isInteger(port) || port < 1 || port > 65_535)
      throw new ProblemForPeople(`${setting} must be a port number.`)
    return port
  }
  return {
    sandboxPort: read('SANDBOX_PORT', portal + 1),
    smtpPort: read('SANDBOX_SMTP_PORT', portal + 2),
    scanPort: read('SANDBOX_SCAN_PORT', portal + 3),
  }
}

/** Problems are told before the long steps begin; only what a first look gets by default is not known by then. */
export const readStackConfig = (env: NodeJS.ProcessEnv) => {
  const config = readConfig(env.NODE_ENV === 'production' ? env : { ...knownLater, ...withoutEmpty(env) })
  if (config.NODE_ENV === 'production' && !env.DATABASE_OWNER_URL)
    throw new ProblemForPeople(
      'The configuration is not right: DATABASE_OWNER_URL must be set in production to the role that owns the database.',
    )
  return config
}

/** Refused in production: a role by which who gets hold of a process gets hold of the tables, and times that were set. */
const lookAround = async (databaseUrl: string, env: NodeJS.ProcessEnv) => {
  const db = connect(databaseUrl, { part: 'start', max: 1 })
  try {
    await waitUntilReachable(db, 0)
    await refusePower(db, env.NODE_ENV)
    await refuseDemonstration(db, env.NODE_ENV)
    return { power: await findPower(db), behind: (await readBehind(db)) ?? 0 }
  } finally {
    await db.destroy()
  }
}

const knownLater = {
  DATABASE_URL: 'postgres://localhost/later',
  IDENTITY_SECRET: 'known later, and made up',
  PERSONAL_DATA_SECRET: 'known later, and made up',
  DOCUMENT_KEY: 'known later',
  DOCUMENT_CERTIFICATE: 'known later',
  SUMSUB_APP_TOKEN: 'known later',
  SUMSUB_SECRET_KEY: 'known later',
  SUMSUB_WEBHOOK_SECRET: 'known later',
  SMTP_URL: 'smtp://localhost',
  FILES_URL: 'file:///later',
}

const withoutEmpty = (env: NodeJS.ProcessEnv) => Object.fromEntries(Object.entries(env).filter(([, value]) => value))

const useFolder = (folder: string) => {
  try {
    // As root the database belongs to another user, who must be able to pass, though not to look around.
    mkdirSync(folder, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    accessSync(folder, constants.W_OK)
    closeToOthers(folder)
  } catch {
    throw new ProblemForPeople(
      `The data folder ${folder} cannot be written by this user. Set INGOT_DATA to one that can.`,
    )
  }
}

/** What stands in the data folder. The folder itself may be one that others use too, and is left as it was found. */
const foldersOfOurs = ['bank', 'bank/inbox', 'chain', 'files', 'logs', 'postgres', 'sandbox']

/** Before anything is written there; what an older version left open is closed, too. */
const closeToOthers = (folder: string) => {
  for (const name of foldersOfOurs) {
    mkdirSync(join(folder, name), { recursive: true })
    chmodSync(join(folder, name), 0o700)
  }
}

const secretNames = [
  'databasePassword',
  'databaseOwnerPassword',
  'ledgerSealSecret',
  'identitySecret',
  'personalDataSecret',
  'kycSecret',
  'kycWebhookSecret',
  'cardsKey',
  'cardsWebhookSecret',
  'courierKey',
  'courierWebhookSecret',
] as const

type Secrets = Record<(typeof secretNames)[number] | 'documentKey' | 'documentCertificate', string>

/** Secrets for a first look, made up once. Their mark keeps them out of production. */
export const readSecrets = (data: string): Secrets => {
  const file = join(data, 'secrets.json')
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const makeUp = () => generatedMark + randomBytes(24).toString('hex')
  const { key: documentKey, certificate: documentCertificate } = makeCertificate(`${generatedMark}sandbox`, new Date())
  const madeUp = Object.fromEntries(secretNames.map((name) => [name, makeUp()]))
  const secrets = { ...madeUp, documentKey, documentCertificate, ...known }
  if (Object.keys(known).length < Object.keys(secrets).length)
    writeFileSync(file, JSON.stringify(secrets), { mode: 0o600 })
  return secrets
}

/** The server on this data folder, and the passwords of its roles. */
export const embeddedOptions = (data: string) => {
  const { databasePassword, databaseOwnerPassword } = readSecrets(data)
  return { folder: join(data, 'postgres'), password: databasePassword, ownerPassword: databaseOwnerPassword }
}

/** Keeps the embedded server up: when it is killed, the next one recovers on the same port. */
const superviseDatabase = async (
  data: string,
  settings: Record<string, string> | undefined,
  onGivenUp: (problem: Error) => void,
) => {
  const options = { ...embeddedOptions(data), ...(settings && { settings }) }
  let server: EmbeddedServer = await startEmbedded(options)
  const port = Number(new URL(server.url).port)
  let stopping = false
  let restarting: Promise<void> = Promise.resolve()
  const mayRestart = createRestartBudget()
  const watch = () => {
    server.gone.then(() => {
      if (stopping) return
      if (!mayRestart()) return onGivenUp(new ProblemForPeople('PostgreSQL kept stopping.'))
      restarting = startEmbedded({ ...options, port }).then(
        (next) => {
          server = next
          watch()
        },
        (error) => onGivenUp(error),
      )
    })
  }
  watch()
  const stop = async () => {
    stopping = true
    await restarting
    await server.stop()
  }
  return { url: server.url, ownerUrl: server.ownerUrl, stop }
}
