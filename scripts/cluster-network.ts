import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findProgram } from './cluster-packages.ts'

/** Where the nodes are, and how what runs on one of them gets there. */
export type Network = {
  hosts: readonly string[]
  /** All of them, as PostgreSQL's list of who may come writes it. */
  range: string
  /** What stands before the command of a program. */
  enter: (index: number) => string[]
  /** Pulls out the cable of one, and gives what puts it in again; none where they all share the machine's own network. */
  cut?: ((index: number) => () => void) | undefined
  close: () => void
}

const shared: Network = {
  hosts: ['127.0.0.1', '127.0.0.1', '127.0.0.1'],
  range: '127.0.0.1/32',
  enter: () => [],
  close: () => undefined,
}

/**
 * A network namespace for each node, and a bridge between them and us, in the range that is set aside for measuring networks.
 * Needs root and a machine that allows it; elsewhere they share the machine's own network.
 */
export const openNetwork = (): Network => {
  const [program, nsenter] = [findProgram('ip'), findProgram('nsenter')]
  if (process.getuid?.() !== 0 || !program || !nsenter) return shared
  const ip = (...parameters: string[]) => execFileSync(program, parameters, { stdio: ['ignore', 'ignore', 'pipe'] })
  const base = `198.18.${process.pid % 256}`
  const bridge = `ingot${process.pid}`
  const hosts = [1, 2, 3].map((number) => `${base}.${number}`)
  const spaceOf = (index: number) => `${bridge}-${index + 1}`
  const cableOf = (index: number) => `${bridge}c${index + 1}`
  const close = () => {
    // A cable goes with either of its ends.
    for (const index of hosts.keys()) if (existsSync(`/run/netns/${spaceOf(index)}`)) ip('netns', 'del', spaceOf(index))
    if (existsSync(`/sys/class/net/${bridge}`)) ip('link', 'del', bridge)
  }
  try {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${base}.254/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    for (const [index, host] of hosts.entries()) {
      const [space, cable] = [spaceOf(index), cableOf(index)]
      ip('netns', 'add', space)
      ip('link', 'add', cable, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
      ip('link', 'set', cable, 'master', bridge, 'up')
      ip('-n', space, 'link', 'set', 'lo', 'up')
      ip('-n', space, 'addr', 'add', `${host}/24`, 'dev', 'eth0')
      ip('-n', space, 'link', 'set', 'eth0', 'up')
    }
  } catch {
    close()
    return shared
  }
  return {
    hosts,
    range: `${base}.0/24`,
    enter: (index) => [nsenter, `--net=/run/netns/${spaceOf(index)}`, '--'],
    cut: (index) => {
      ip('link', 'set', cableOf(index), 'down')
      return () => ip('link', 'set', cableOf(index), 'up')
    },
    close,
  }
}
