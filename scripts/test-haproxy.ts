import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@ingot/db/free-port'
import { fillTemplate } from './cluster-template.ts'

export const haproxy = ['/usr/sbin/haproxy', '/usr/bin/haproxy'].find((place) => existsSync(place))
if (!haproxy)
  console.log('No haproxy is installed here, so nothing goes through one. On Debian: apt-get install haproxy')

const nowhere = { host: '127.0.0.1', port: 1 }

type Options = {
  /** Where the portal listens, as a line of `bind` has it. */
  listen: string
  apis: readonly [number, number]
  perMinute: number
}

/** HAProxy by our own file before two apis, without databases. */
export const startHaproxy = async ({ listen, apis, perMinute }: Options) => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-haproxy-'))
  const ofNodes = [1, 2, 3].flatMap((node) => [
    [`POSTGRES_${node}`, `${nowhere.host}:${nowhere.port}`],
    [`PATRONI_HOST_${node}`, nowhere.host],
    [`PATRONI_PORT_${node}`, nowhere.port],
  ])
  const values = {
    ...Object.fromEntries(ofNodes),
    PRIMARY_LISTEN: `127.0.0.1:${await freePort()}`,
    REPLICAS_LISTEN: `127.0.0.1:${await freePort()}`,
    PORTAL_LISTEN: listen,
    RATE_PER_MINUTE: perMinute,
    FOLDER: folder,
    API_1: `127.0.0.1:${apis[0]}`,
    API_2: `127.0.0.1:${apis[1]}`,
  }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, fillTemplate('haproxy.cfg', values))
  const running = spawn(haproxy ?? '', ['-db', '-f', file], { stdio: 'ignore' })
  const stop = () => {
    running.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, stop }
}
