import { execFile, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { ProblemForPeople } from '@ingot/db/problem'

const execute = promisify(execFile)
const threads = 2
/** The usual one to compare with: a million accounts, of which ten branches are the hot ones. */
const scale = 10
const debianPackage = 'postgresql'
const clusterSettings = '/etc/postgresql-common/createcluster.d/ingot-bench.conf'

/** The yardstick's program; installed from the system's packages when it is missing and we may. */
export const findPgbench = (say: (line: string) => void): string => {
  const onPath = (process.env.PATH ?? '').split(':').map((folder) => `${folder}/pgbench`)
  const found = [...globSync('/usr/lib/postgresql/*/bin/pgbench').sort().reverse(), ...onPath].find((place) =>
    existsSync(place),
  )
  if (found) return found
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new ProblemForPeople(
      `This bench needs pgbench. Run: sudo apt-get install -y --no-install-recommends ${debianPackage}`,
    )
  say('installing pgbench from the system’s packages')
  // The package would also make and start a server of its own, which would compete with the one we measure.
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
  writeFileSync(clusterSettings, 'create_main_cluster = false\n')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...parameters: string[]) =>
    spawnSync('apt-get', parameters, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  if (!apt('update', '-qq') || !apt('install', '-y', '-qq', '--no-install-recommends', debianPackage))
    throw new ProblemForPeople(`pgbench could not be installed: apt-get install ${debianPackage} failed, see above.`)
  return findPgbench(say)
}

/** TPC-B as pgbench plays it: three updates, one select and one insert in a transaction. */
export const prepareTpcB = async (program: string, url: string) => {
  const address = new URL(url)
  // Passwords in parameters are seen by everyone on the machine.
  const env = { ...process.env, PGPASSWORD: decodeURIComponent(address.password) }
  address.password = ''
  const run = (...parameters: string[]) => execute(program, [...parameters, address.href], { env })
  await run('-i', '-q', '-s', String(scale))
  return async (clients: number, seconds: number): Promise<number> => {
    const { stdout } = await run('-c', String(clients), '-j', String(threads), '-T', String(seconds))
    const tps = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
    if (!tps) throw new Error(`pgbench did not say how fast it was: ${stdout}`)
    return tps
  }
}
