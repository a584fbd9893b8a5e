import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect } from '@ingot/db/connect'
import { sql } from 'kysely'
import { identity, makeFolderFor } from './cluster-identity.ts'
import { becomesWhole, findLeader, type Node, type startNodes } from './cluster-nodes.ts'
import type { Programs } from './cluster-packages.ts'

/** Also on a machine that is busy with other things. */
const patience = 240_000

type Nodes = Awaited<ReturnType<typeof startNodes>>
type Tools = { programs: Programs; superuser: string }

const run = ({ folder: cwd }: Node, { superuser }: Tools, program: string, parameters: string[]) =>
  promisify(execFile)(program, parameters, {
    cwd,
    env: { PATH: process.env.PATH, PGPASSWORD: superuser },
    ...identity(),
  })

const waitUntilRead = async (url: string) => {
  const db = connect(url, { part: 'cluster', max: 1 })
  try {
    for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(200)) {
      const { rows } = await sql<{ reads: boolean }>`select pg_is_in_recovery() as reads`.execute(db)
      if (rows[0]?.reads === false) return
    }
  } finally {
    await db.destroy()
  }
  throw new Error('the log was not read up to the moment')
}

/** Starts PostgreSQL once without Patroni: it reads the log up to the moment that it was told, and leads from there. */
const recover = async (node: Node, tools: Tools) => {
  const data = join(node.folder, 'data')
  // What Patroni says on the command line, and the log needs to be read.
  const settings = ['max_connections=200', 'listen_addresses=', `unix_socket_directories=${node.folder}`]
  // The backup is another node's, whose folder has another name here.
  settings.push(`hba_file=${join(data, 'pg_hba.conf')}`, `ident_file=${join(data, 'pg_ident.conf')}`)
  const options = [`-p ${node.postgresPort}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
  const control = join(tools.programs.postgres, 'pg_ctl')
  const log = join(node.folder, 'recovery.log')
  await run(node, tools, control, ['start', '-w', '-t', '120', '-D', data, '-l', log, '-o', options]).catch(() => {
    throw new Error(`PostgreSQL does not read the log: ${readFileSync(log, 'utf8').slice(-1_000)}`)
  })
  const socket = encodeURIComponent(node.folder)
  await waitUntilRead(`postgres://postgres:${tools.superuser}@${socket}:${node.postgresPort}/postgres`)
  await run(node, tools, control, ['stop', '-w', '-m', 'fast', '-D', data])
}

/** Who led and who followed: all that etcd knows of the nodes but their settings. */
const forgetLeader = async ({ host, etcdPort }: Node, { programs: { etcdApi } }: Tools) => {
  const etcd = `http://${host}:${etcdPort}`
  for (const key of ['initialize', 'leader', 'sync', 'status', 'history', 'failover'].map(
    (name) => `/service/ingot/${name}`,
  )) {
    const body = JSON.stringify({ key: Buffer.from(key).toString('base64') })
    const answer = await (etcdApi === 'etcd'
      ? fetch(`${etcd}/v2/keys${key}`, { method: 'DELETE' })
      : fetch(`${etcd}/v3/kv/deleterange`, { method: 'POST', body }))
    // The old API says 404 of what is not there.
    if (!answer.ok && answer.status !== 404) throw new Error(`etcd refused: ${await answer.text()}`)
  }
}

/** Backups of whoever leads, with its log, into one store, and the way back to any moment since. */
export const createBackups = ({ nodes, startPatroni, stopPatroni }: Nodes, tools: Tools) => {
  const pgbackrest = (node: Node, ...command: string[]) =>
    run(node, tools, tools.programs.pgbackrest, [
      `--config=${join(node.folder, 'pgbackrest.conf')}`,
      '--stanza=ingot',
      ...command,
    ])

  return {
    /** From then on the log of whoever leads goes into the store. */
    keepLog: async () => {
      await pgbackrest(await findLeader(nodes), 'stanza-create')
    },
    backUp: async () => {
      await pgbackrest(await findLeader(nodes), '--type=full', 'backup')
    },
    /** Every node as the leader was at a moment: one from the backup and the log, the others from that one. */
    goBackTo: async (moment: string) => {
      await stopPatroni()
      for (const { folder } of nodes) rmSync(join(folder, 'data'), { recursive: true, force: true })
      const [first, ...others] = nodes as [Node, ...Node[]]
      makeFolderFor(join(first.folder, 'data'))
      await pgbackrest(first, '--type=time', `--target=${moment}`, '--target-action=promote', 'restore')
      await recover(first, tools)
      await forgetLeader(first, tools)
      startPatroni(first)
      await findLeader(nodes)
      for (const node of others) startPatroni(node)
      await becomesWhole(nodes)
    },
  }
}
