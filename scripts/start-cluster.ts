import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, limits, waitUntilReachable } from '@ingot/db/connect'
import { freePort } from '@ingot/db/free-port'
import { sql } from 'kysely'
import { createBackups } from './cluster-backups.ts'
import { handOver, writeFor } from './cluster-identity.ts'
import { becomesWhole, type Node, startNodes } from './cluster-nodes.ts'
import { findPrograms, type Programs } from './cluster-packages.ts'
import { startProgram } from './cluster-program.ts'
import { fillTemplate } from './cluster-template.ts'
import { type Part, startPart } from './part.ts'
import { entries, type RunningRole, settingsOf } from './roles.ts'
import { seedHouse } from './seed-house.ts'
import { startStack } from './stack.ts'

const loopback = '127.0.0.1'

const secret = () => randomBytes(16).toString('hex')

type Front = { primary: number; replicas: number; portal: number; pooler: number; apis: [number, number] }

const openFront = async (): Promise<Front> => ({
  primary: await freePort(),
  replicas: await freePort(),
  portal: await freePort(),
  pooler: await freePort(),
  apis: [await freePort(), await freePort()],
})

const startFront = (folder: string, { setpriv, haproxy, pgbouncer }: Programs, front: Front, nodes: Node[]) => {
  const ofNodes = nodes.flatMap(({ host, postgresPort, patroniPort }, index) => [
    [`POSTGRES_${index + 1}`, `${host}:${postgresPort}`],
    [`PATRONI_HOST_${index + 1}`, host],
    [`PATRONI_PORT_${index + 1}`, String(patroniPort)],
  ])
  const values = {
    ...Object.fromEntries(ofNodes),
    PRIMARY_LISTEN: `${loopback}:${front.primary}`,
    REPLICAS_LISTEN: `${loopback}:${front.replicas}`,
    RATE_PER_MINUTE: 1_000_000,
    PORTAL_LISTEN: `${loopback}:${front.portal}`,
    API_1: `${loopback}:${front.apis[0]}`,
    API_2: `${loopback}:${front.apis[1]}`,
    PRIMARY_HOST: loopback,
    PRIMARY_PORT: front.primary,
    POOLER_HOST: loopback,
    POOLER_PORT: front.pooler,
    FOLDER: folder,
  }
  const fill = (name: string) => writeFor(join(folder, name), fillTemplate(name, values))
  const haproxyCommand = [haproxy, '-db', '-f', fill('haproxy.cfg')]
  return [
    startProgram({ name: 'haproxy', command: haproxyCommand, folder, setpriv }),
    startProgram({ name: 'pgbouncer', command: [pgbouncer, fill('pgbouncer.ini')], folder, setpriv }),
  ]
}

type Roles = { superuser: string; owner: string; running: string }

/** Once, as superuser: the owner of the database, and the role of the processes. */
const makeDatabase = async (port: number, { superuser, owner, running }: Roles) => {
  const db = connect(`postgres://postgres:${superuser}@${loopback}:${port}/postgres`, { part: 'cluster', max: 1 })
  try {
    await waitUntilReachable(db, 90_000)
    await sql.raw(`create role ingot_owner login createdb password '${owner}'`).execute(db)
    await sql.raw(`create role ingot login password '${running}'`).execute(db)
    await sql.raw('create database ingot owner ingot_owner').execute(db)
    for (const [name, limit] of Object.entries(limits))
      await sql.raw(`alter role ingot set ${name} = ${limit}`).execute(db)
  } finally {
    await db.destroy()
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>

const waitForPortal = async (portal: string) => {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(200))
    if ((await fetch(`${portal}/api/health?probe=live`).catch(() => undefined))?.ok) return
  throw new Error('the portal does not answer behind HAProxy')
}

type Options = { web?: string | undefined; onProgress?: (line: string) => void }

/** All of it in a folder of its own that goes with it: database, proxy, two of each process, and a sandbox as outside world. */
export const startCluster = async ({ web, onProgress = () => undefined }: Options = {}) => {
  const programs = findPrograms()
  const folder = handOver(mkdtempSync(join(tmpdir(), 'ingot-cluster-')))
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    for (const end of ends.splice(0).reverse()) await end()
  }
  try {
    const roles = { superuser: secret(), owner: secret(), running: secret() }
    const passwords = { superuser: roles.superuser, replication: secret(), patroni: secret() }
    const database = await startNodes(folder, programs, passwords)
    ends.push(database.stop)
    for (const node of database.nodes) database.startPatroni(node)
    const front = await openFront()
    writeFor(join(folder, 'pgbouncer-users.txt'), `"ingot" "${roles.running}"\n`)
    for (const program of startFront(folder, programs, front, database.nodes)) ends.push(program.stop)
    await becomesWhole(database.nodes)
    onProgress('three PostgreSQL under Patroni with three etcd, HAProxy and PgBouncer are running')
    await makeDatabase(front.primary, roles)
    const backups = createBackups(database, { programs, superuser: roles.superuser })
    await backups.keepLog()
    const urlOf = (user: string, password: string, port: number) =>
      `postgres://${user}:${password}@${loopback}:${port}/ingot`
    const urls = {
      database: urlOf('ingot', roles.running, front.primary),
      owner: urlOf('ingot_owner', roles.owner, front.primary),
      replicas: urlOf('ingot', roles.running, front.replicas),
      pooler: `${urlOf('ingot', roles.running, front.pooler)}?pooler=transaction`,
      superuser: urlOf('postgres', roles.superuser, front.primary),
    }
    const processes = await startProcesses({ folder, front, urls, web, onProgress })
    ends.push(processes.stop)
    const portal = `http://${loopback}:${front.portal}`
    const apis = front.apis.map((port) => `http://${loopback}:${port}`)
    await waitForPortal(portal)
    const { chain, sandbox } = processes
    await seedHouse({ databaseUrl: urls.database, chain, sandbox })
    onProgress('the house is served')
    return { ...processes, folder, database, backups, urls, portal, apis, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

type Urls = { database: string; owner: string; pooler: string; replicas: string }
type ProcessOptions = Options & { folder: string; front: Front; urls: Urls }

/** The first of each as `npm start` would, and a second one beside it. */
const startProcesses = async ({ folder, front, urls, web, onProgress }: ProcessOptions) => {
  const data = join(folder, 'portal')
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: folder,
    NODE_ENV: 'development',
    // Seven processes load the same code: what the first made of it, types taken out, the others read.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || join(folder, 'compiled'),
    DATABASE_URL: urls.pooler,
    DATABASE_DIRECT_URL: urls.database,
    DATABASE_READ_URL: urls.replicas,
    DATABASE_OWNER_URL: urls.owner,
    PORT: String(front.apis[0]),
    TRUST_PROXY_HOPS: '1',
    DRAIN_SECONDS: '3',
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOG_LEVEL: 'warn',
    SUPPORT_ADDRESS: 'support@ingot.example',
    INBOUND_MAIL_PORT: String(await freePort()),
  }
  const [sandboxPort, smtpPort, scanPort] = [await freePort(), await freePort(), await freePort()]
  const ports = { sandboxPort, smtpPort, scanPort, frontPort: front.portal }
  const stack = await startStack({
    data,
    env,
    ...(web && { web: async () => web }),
    ...ports,
    ...(onProgress && { onProgress }),
  })
  const parts = new Map<string, Part>([...stack.parts].map(([name, part]) => [`${name}1`, part]))
  const { promise: broken, resolve: breakDown } = Promise.withResolvers<Error>()
  const second = async (role: RunningRole, more: NodeJS.ProcessEnv) => {
    const name = `${role}2`
    const settings = settingsOf(role, { ...env, ...stack.settings, ...more })
    const logs = join(data, 'logs')
    const part = await startPart({
      name,
      entry: entries[role],
      env: settings,
      logs,
      restarts: true,
      onGivenUp: breakDown,
    })
    parts.set(name, part)
    onProgress?.(`a second ${role} is running`)
  }
  const stop = async () => {
    for (const [name, part] of parts) if (name.endsWith('2')) await part.stop()
    await stack.stop()
  }
  try {
    const inbound = { INBOUND_MAIL_PORT: String(await freePort()) }
    await Promise.all([
      second('worker', inbound),
      second('chain', stack.chain),
      second('api', { PORT: String(front.apis[1]) }),
    ])
  } catch (error) {
    await stop()
    throw error
  }
  const isBroken = Promise.race([stack.broken, broken])
  return { data, parts, chain: stack.chain, sandbox: stack.sandbox ?? '', settings: stack.settings, isBroken, stop }
}
