import { setTimeout as sleep } from 'node:timers/promises'
import { findLeader, postmasterOf, processesOf, tellPatroni } from './cluster-nodes.ts'
import type { Cluster } from './start-cluster.ts'

type Made = {
  /** Makes it good again, once writes are back. */
  mend?: () => void
  /** The process of ours that was there and is not any more. */
  killed?: number | undefined
}

/** How one kind of fault is made. */
type Fault = (cluster: Cluster, round: number) => Promise<Made>

/** Gives the process that was there to hear it. */
const kill = (pid: number | undefined, signal: NodeJS.Signals): number | undefined => {
  try {
    if (pid) process.kill(pid, signal)
    return pid
  } catch (error) {
    // Already gone, as its parent is.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    return
  }
}

const postgres: Fault = async ({ database }) => {
  kill(postmasterOf(await findLeader(database.nodes)), 'SIGKILL')
  return {}
}

/** As if the machine had lost its power; it comes back later. */
const node: Fault = async ({ database }) => {
  const leader = await findLeader(database.nodes)
  const all = processesOf(leader)
  const supervised = [leader.patroni, leader.etcd]
  for (const program of supervised) program?.holdDown()
  for (const pid of all) kill(pid, 'SIGKILL')
  const mend = () => {
    for (const program of supervised) program?.letUp()
  }
  return { mend }
}

/** It neither answers nor ends, and wakes up later with the belief that it leads. */
const frozen: Fault = async ({ database }) => {
  const pids = processesOf(await findLeader(database.nodes))
  for (const pid of pids) kill(pid, 'SIGSTOP')
  const mend = () => {
    for (const pid of pids) kill(pid, 'SIGCONT')
  }
  return { mend }
}

/** It runs on and believes that it leads, and neither it nor anybody else hears of the other. */
const cut: Fault = async ({ database }) => {
  const mend = database.cut?.(await findLeader(database.nodes))
  if (!mend) throw new Error('the machine has no networks to give')
  return { mend }
}

const switchover: Fault = async ({ database }) => {
  const leader = await findLeader(database.nodes)
  // Answered when it is over, and that is no part of making it happen.
  const asked = tellPatroni(leader, 'POST', 'switchover', { leader: leader.name })
  asked.catch(() => undefined)
  await Promise.race([asked, sleep(100)])
  return {}
}

const part =
  (name: string): Fault =>
  async ({ parts }, round) => ({ killed: kill(parts.get(`${name}${1 + (round % 2)}`)?.pid(), 'SIGKILL') })

type Kind = {
  what: string
  make: Fault
  /** Seconds within which writes are back. */
  within: number
  /** Seconds within which replicas answer again; they go on while nobody leads. */
  readsWithin: number
}

export const faults = {
  postgres: { what: 'PostgreSQL killed', make: postgres, within: 10, readsWithin: 10 },
  switchover: { what: 'switchover', make: switchover, within: 6, readsWithin: 10 },
  node: { what: 'node killed', make: node, within: 30, readsWithin: 15 },
  frozen: { what: 'node frozen', make: frozen, within: 30, readsWithin: 15 },
  cut: { what: 'network cut', make: cut, within: 30, readsWithin: 15 },
  api: { what: 'api killed', make: part('api'), within: 6, readsWithin: 5 },
  worker: { what: 'worker killed', make: part('worker'), within: 6, readsWithin: 5 },
  chain: { what: 'chain killed', make: part('chain'), within: 6, readsWithin: 5 },
} as const satisfies Record<string, Kind>

export type FaultName = keyof typeof faults
