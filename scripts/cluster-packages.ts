import { execFileSync } from 'node:child_process'
import { accessSync, constants, globSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemForPeople } from '@ingot/db/problem'

/** Where Debian puts programs; those of administrators are in nobody's path. */
const folders = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin']

/** Each program that the cluster is made of, and the package it comes in. */
const wanted = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  pgbackrest: 'pgbackrest',
  setpriv: 'util-linux',
} as const

export type Programs = Record<keyof typeof wanted, string> & {
  /** The folder of PostgreSQL's own. */
  postgres: string
  /** Which of etcd's two APIs this Patroni is safe with: deploy/patroni.yml says why. */
  etcdApi: 'etcd' | 'etcd3'
}

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export const findProgram = (name: string) => folders.map((folder) => join(folder, name)).find(isProgram)

/** The newest PostgreSQL that Debian's packages have put here. */
const findPostgres = () =>
  globSync('/usr/lib/postgresql/*/bin')
    .filter((folder) => isProgram(join(folder, 'postgres')))
    .sort((a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4]))
    .at(-1)

/** In one sentence what is missing, and how it comes; nothing if all of it is there. */
export const missingPackages = (): string | undefined => {
  const missing: string[] = Object.entries(wanted).flatMap(([name, pack]) => (findProgram(name) ? [] : [pack]))
  if (!findPostgres()) missing.push('postgresql')
  // Patroni speaks to etcd through a package of its own, which it only recommends.
  if (missing.includes('patroni')) missing.push('python3-etcd')
  return missing.length
    ? `The cluster needs packages that are missing here; on Debian: apt-get install --no-install-recommends ${missing.join(' ')}`
    : undefined
}

export const findPrograms = (): Programs => {
  const missing = missingPackages()
  if (missing) throw new ProblemForPeople(missing)
  const found = Object.keys(wanted).map((name) => [name, findProgram(name)])
  const programs = Object.fromEntries(found)
  const version = execFileSync(programs.patroni, ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1) ?? ''
  const isOld = version.localeCompare('3.0.3', 'en', { numeric: true }) < 0
  return { ...programs, postgres: findPostgres(), etcdApi: isOld ? 'etcd' : 'etcd3' }
}
