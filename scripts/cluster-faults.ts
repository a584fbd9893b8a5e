import { globSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { findLeader, type Node, postmasterOf } from './cluster-nodes.ts'
import type { Cluster } from './start-cluster.ts'

/** How one kind of fault is made; what it gives makes it good again, once writes are back. */
type Fault = (cluster: Cluster, round: number) => Promise<() => void>

const nothing = () => undefined

const kill = (pid: number | undefined, signal: NodeJS.Signals) => {
  try {
    if (pid) process.kill(pid, signal)
  } catch (error) {
    // Already gone, as its parent is.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
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

const postgres: Fault = async ({ database }) => {
  kill(postmasterOf(await findLeader(database.nodes)), 'SIGKILL')
  return nothing
}

/** As if the machine had lost its power; it comes back later. */
const node: Fault = async ({ database }) => {
  const leader = await findLeader(database.nodes)
  const postmaster = postmasterOf(leader)
  const all = postmaster ? [postmaster, ...childrenOf(postmaster)] : []
  leader.patroni?.holdDown()
  for (const pid of all) kill(pid, 'SIGKILL')
  return () => leader.patroni?.letUp()
}

const processesOf = (leader: Node): number[] => {
  const postmaster = postmasterOf(leader)
  const patroni = leader.patroni?.pid()
  return [...(patroni ? [patroni] : []), ...(postmaster ? [postmaster, ...childrenOf(postmaster)] : [])]
}

/** It neither answers nor ends, and wakes up later with the belief that it leads. */
const frozen: Fault = async ({ database }) => {
  const pids = processesOf(await findLeader(database.nodes))
  for (const pid of pids) kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of pids) kill(pid, 'SIGCONT')
  }
}

/** It runs on and believes that it leads, and neither it nor anybody else hears of the other. */
const cut: Fault = async ({ database }) => {
  const mend = database.cut?.(await findLeader(database.nodes))
  if (!mend) throw new Error('the machine has no networks to give')
  return mend
}

const switchover: Fault = async ({ database }) => {
  const leader = await findLeader(database.nodes)
  // Answered when it is over, and that is no part of making it happen.
  const asked = fetch(`http://${leader.host}:${leader.patroniPort}/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader: leader.name }),
  })
  asked.catch(nothing)
  await Promise.race([asked, sleep(100)])
  return nothing
}

const part =
  (name: string): Fault =>
  async ({ parts }, round) => {
    kill(parts.get(`${name}${1 + (round % 2)}`)?.pid(), 'SIGKILL')
    return nothing
  }

type Kind = {
  what: string
  make: Fault
  /** Seconds within which writes are back. */
  within: number
}

export const faults = {
  postgres: { what: 'PostgreSQL killed', make: postgres, within: 10 },
  switchover: { what: 'switchover', make: switchover, within: 6 },
  node: { what: 'node killed', make: node, within: 30 },
  frozen: { what: 'node frozen', make: frozen, within: 30 },
  cut: { what: 'network cut', make: cut, within: 30 },
  api: { what: 'api killed', make: part('api'), within: 6 },
  worker: { what: 'worker killed', make: part('worker'), within: 6 },
  chain: { what: 'chain killed', make: part('chain'), within: 6 },
} as const satisfies Record<string, Kind>

export type FaultName = keyof typeof faults
