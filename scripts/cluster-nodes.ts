import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '@ingot/db/connect'
import { freePort } from '@ingot/db/free-port'
import { sql } from 'kysely'
import { makeFolderFor, writeFor } from './cluster-identity.ts'
import { openNetwork } from './cluster-network.ts'
import type { Programs } from './cluster-packages.ts'
import { type Program, startProgram } from './cluster-program.ts'
import { fillTemplate } from './cluster-template.ts'

/** Also on a machine that is busy with other things. */
const patience = 240_000

/** One machine of the database: etcd, and Patroni with its PostgreSQL. */
export type Node = {
  name: string
  host: string
  folder: string
  postgresPort: number
  patroniPort: number
  /** Of whoever changes something by Patroni's address. Reading needs none. */
  patroniPassword: string
  etcdPort: number
  etcdPeerPort: number
  etcd: Program | undefined
  patroni: Program | undefined
}

type Member = { name: string; role: string; state: string; lag?: number | string }

/** The process that leads the others of a server, or nothing if none runs. */
export const postmasterOf = ({ folder }: Node): number | undefined => {
  try {
    const pid = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 0)
    return pid
  } catch {
    return undefined
  }
}

const membersAt = async ({ host, patroniPort }: Node): Promise<Member[]> => {
  const answer = await fetch(`http://${host}:${patroniPort}/cluster`, { signal: AbortSignal.timeout(2_000) })
  return ((await answer.json()) as { members: Member[] }).members
}

/** Processes whose parent is this one. The program's name stands in brackets and may hold anything. */
const childrenOf = (pid: number): number[] =>
  globSync('/proc/[0-9]*/stat').flatMap((file) => {
    try {
      const text = readFileSync(file, 'utf8')
      return Number(text.split(') ').at(-1)?.split(' ')[1]) === pid ? [Number.parseInt(text, 10)] : []
    } catch {
      return []
    }
  })

/** All that runs on a node: PostgreSQL, Patroni and etcd. */
export const processesOf = (node: Node): number[] => {
  const postmaster = postmasterOf(node)
  const pids = [node.patroni?.pid(), node.etcd?.pid(), postmaster, ...(postmaster ? childrenOf(postmaster) : [])]
  return pids.filter((pid) => pid !== undefined)
}

/** What changes something there. It may be answered only when it is over. */
export const tellPatroni = (node: Node, method: 'POST' | 'PATCH', path: string, body: object): Promise<Response> =>
  fetch(`http://${node.host}:${node.patroniPort}/${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`patroni:${node.patroniPassword}`).toString('base64')}`,
    },
    body: JSON.stringify(body),
  })

type Passwords = { superuser: string; replication: string; patroni: string }

const openNode = async (folder: string, index: number, host: string, patroniPassword: string): Promise<Node> => {
  const name = `node${index + 1}`
  const place = makeFolderFor(join(folder, name))
  const [postgresPort, patroniPort] = [await freePort(), await freePort()]
  const [etcdPort, etcdPeerPort] = [await freePort(), await freePort()]
  const ports = { postgresPort, patroniPort, etcdPort, etcdPeerPort }
  return { name, host, folder: place, ...ports, patroniPassword, etcd: undefined, patroni: undefined }
}

/** Three etcd and three PostgreSQL under Patroni, as the files of deploy/ say. */
export const startNodes = async (folder: string, programs: Programs, passwords: Passwords) => {
  const network = openNetwork()
  const nodes: Node[] = []
  for (const [index, host] of network.hosts.entries())
    nodes.push(await openNode(folder, index, host, passwords.patroni))
  const backups = makeFolderFor(join(folder, 'backups'))
  const { setpriv } = programs

  const valuesOf = (node: Node) => ({
    SCOPE: 'ingot',
    ETCD_API: programs.etcdApi,
    ETCD_OLD_API: String(programs.etcdApi === 'etcd'),
    NODE: node.name,
    FOLDER: node.folder,
    ETCD_LISTEN: `${node.host}:${node.etcdPort}`,
    ETCD_PEER_LISTEN: `${node.host}:${node.etcdPeerPort}`,
    ETCD_MEMBERS: nodes.map(({ name, host, etcdPeerPort }) => `${name}=http://${host}:${etcdPeerPort}`).join(','),
    ETCD_HOSTS: nodes.map(({ host, etcdPort }) => `${host}:${etcdPort}`).join(','),
    PATRONI_PASSWORD: passwords.patroni,
    PATRONI_LISTEN: `${node.host}:${node.patroniPort}`,
    POSTGRES_LISTEN: `${node.host}:${node.postgresPort}`,
    POSTGRES_PORT: node.postgresPort,
    POSTGRES_BIN: programs.postgres,
    SUPERUSER_PASSWORD: passwords.superuser,
    REPLICATION_PASSWORD: passwords.replication,
    NETWORK: network.range,
    BACKUPS: backups,
  })

  const fill = (node: Node, file: string) => writeFor(join(node.folder, file), fillTemplate(file, valuesOf(node)))

  for (const [index, node] of nodes.entries()) {
    const env = process.arch === 'arm64' ? { ETCD_UNSUPPORTED_ARCH: 'arm64' } : {}
    const command = [programs.etcd, '--config-file', fill(node, 'etcd.yml')]
    const enter = network.enter(index)
    node.etcd = startProgram({ name: 'etcd', command, folder: node.folder, setpriv, env, enter })
  }

  const startPatroni = (node: Node) => {
    fill(node, 'pgbackrest.conf')
    const command = [programs.patroni, fill(node, 'patroni.yml')]
    const enter = network.enter(nodes.indexOf(node))
    node.patroni = startProgram({ name: 'patroni', command, folder: node.folder, setpriv, enter })
  }

  const stopPatroni = async () => {
    await Promise.all(nodes.map((node) => node.patroni?.stop()))
    for (const node of nodes) {
      const left = postmasterOf(node)
      if (left) process.kill(left, 'SIGKILL')
    }
  }

  const { cut } = network
  return {
    nodes,
    /** Cuts a node off from everybody, and gives what ends that; none where the machine has no networks to give. */
    cut: cut && ((node: Node) => cut(nodes.indexOf(node))),
    startPatroni,
    stopPatroni,
    stop: async () => {
      await stopPatroni()
      await Promise.all(nodes.map((node) => node.etcd?.stop()))
      network.close()
    },
  }
}

/** As any node that answers sees them. */
const readMembers = async (nodes: readonly Node[]): Promise<Member[]> =>
  Promise.any(nodes.map(membersAt)).catch(() => [])

export const findLeader = async (nodes: readonly Node[]): Promise<Node> => {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(200)) {
    const leader = (await readMembers(nodes)).find(({ role, state }) => role === 'leader' && state === 'running')
    const node = nodes.find(({ name }) => name === leader?.name)
    if (node) return node
  }
  throw new Error('no node leads')
}

const isWhole = (members: readonly Member[], wanted: number) =>
  members.length === wanted &&
  members.every(({ state }) => state === 'running' || state === 'streaming') &&
  members.every(({ role, lag }) => role === 'leader' || Number(lag) < 2 ** 24) &&
  members.some(({ role }) => role === 'leader') &&
  members.some(({ role }) => role === 'sync_standby')

/** It is one of them again, and knows who leads them. */
const isEtcdWell = async ({ host, etcdPort }: Node): Promise<boolean> =>
  fetch(`http://${host}:${etcdPort}/health`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Every node is there with its etcd, one leads, and another has all that is acknowledged. */
export const becomesWhole = async (nodes: readonly Node[], wanted = nodes.length): Promise<void> => {
  let members: Member[] = []
  let etcds: boolean[] = []
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(300)) {
    members = await readMembers(nodes)
    etcds = await Promise.all(nodes.map(isEtcdWell))
    if (isWhole(members, wanted) && etcds.every(Boolean)) return
  }
  throw new Error(`the nodes do not come together: ${JSON.stringify({ members, etcds })}`)
}

/** Whether a commit waits for a second node from now on. Patroni tells all of them. */
export const waitForSecondNode = async (nodes: readonly Node[], url: string, wanted: boolean): Promise<void> => {
  const settings = { synchronous_mode: wanted, synchronous_mode_strict: wanted }
  const answer = await tellPatroni(await findLeader(nodes), 'PATCH', 'config', settings)
  if (!answer.ok) throw new Error(`Patroni refused: ${await answer.text()}`)
  const db = connect(url, { part: 'cluster', max: 1 })
  try {
    for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(200)) {
      const { rows } = await sql<{ waits: boolean }>`
        select exists (select from pg_stat_replication where sync_state in ('sync', 'quorum')) as waits`.execute(db)
      if (rows[0]?.waits === wanted) return
    }
  } finally {
    await db.destroy()
  }
  throw new Error(`a commit ${wanted ? 'does not wait' : 'still waits'} for a second node`)
}
