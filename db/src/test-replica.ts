import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { choosePlace, run } from './embedded.ts'
import { freePort } from './free-port.ts'
import { startTestServer, testServerVariables } from './test-server.ts'

const execute = promisify(execFile)

/** A server of its own for this file, and one that follows it. What was there before is back when it is stopped. */
export const startTestReplica = async () => {
  const before = testServerVariables.map((name) => [name, process.env[name]] as const)
  const server = await startTestServer()
  const owner = new URL(process.env.INGOT_TEST_DATABASE_OWNER ?? '')
  const leader = Object.assign(new URL(owner), { username: 'postgres', pathname: '/postgres' }).href
  const place = await choosePlace(server.folder)
  const home = `${dirname(place.data)}-replica`
  const data = join(home, 'data')
  const port = await freePort()
  const admin = new pg.Client({ connectionString: leader })
  await admin.connect()

  /** By hand: the embedded package has no pg_basebackup. */
  const copy = async () => {
    await mkdir(home, { recursive: true })
    await admin.query("select pg_backup_start('replica', true)")
    // Files come and go meanwhile; the log says what became of them.
    await execute('cp', ['-a', place.data, data]).catch((error) => {
      if (!existsSync(join(data, 'PG_VERSION'))) throw error
    })
    const { rows } = await admin.query('select labelfile from pg_backup_stop(false)')
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(data, name), { force: true })
    await writeFile(join(data, 'backup_label'), rows[0].labelfile)
    await writeFile(join(data, 'standby.signal'), '')
    if (place.as.uid) await execute('chown', ['-R', `${place.as.uid}:${place.as.gid}`, home])
  }
  const start = () => {
    const settings = { port, listen_addresses: '127.0.0.1', fsync: 'off', primary_conninfo: leader }
    const fixed = { unix_socket_directories: '', max_connections: 200, wal_retrieve_retry_interval: '200ms' }
    const options = Object.entries({ ...settings, ...fixed }).map(([name, value]) => `-c ${name}='${value}'`)
    return run(place, 'pg_ctl', [
      ...['start', '-D', data, '-w', '-s', '-l', join(data, 'start.log')],
      ...['-o', options.join(' ')],
    ])
  }
  const ask = async (text: string) => {
    const client = new pg.Client({ connectionString: Object.assign(new URL(leader), { port: String(port) }).href })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  const end = (way: 'fast' | 'immediate') => run(place, 'pg_ctl', ['stop', '-D', data, '-w', '-m', way])
  await copy()
  await start()
  return {
    urlOf: (url: string) => Object.assign(new URL(url), { port: String(port) }).href,
    pause: () => ask('select pg_wal_replay_pause()'),
    resume: () => ask('select pg_wal_replay_resume()'),
    promote: () => run(place, 'pg_ctl', ['promote', '-D', data, '-w']),
    kill: () => end('immediate'),
    start,
    stop: async () => {
      await end('fast').catch(() => undefined)
      await admin.end()
      await server.stop()
      await rm(home, { recursive: true, force: true })
      for (const [name, value] of before) process.env[name] = value
    },
  }
}
