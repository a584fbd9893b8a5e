import { randomInt } from 'node:crypto'
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Below those that systems lend to connections, so that none of these gets it between our look and its use. */
const [lowest, highest] = [10_000, 32_000]
const tries = 50
/** Who was told of a port uses it by then, or never. */
const claimedFor = 600_000

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
    probe.on('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/** Tells the other processes on this machine that a port is about to be used. Fails where one of them has just said so. */
const claim = (port: number): boolean => {
  const folder = join(tmpdir(), 'ingot-ports')
  const file = join(folder, String(port))
  try {
    if (mkdirSync(folder, { recursive: true })) chmodSync(folder, 0o1777)
    const said = statSync(file, { throwIfNoEntry: false })
    if (said && said.mtimeMs < Date.now() - claimedFor) rmSync(file, { force: true })
    closeSync(openSync(file, 'wx'))
    return true
  } catch (error) {
    // Where nothing can be written nobody is told, and chance has to do.
    return (error as NodeJS.ErrnoException).code !== 'EEXIST'
  }
}

/** A port that nobody on this machine uses at this moment, and nobody of ours is about to. */
export const freePort = async (): Promise<number> => {
  for (let left = tries; left > 0; left--) {
    const port = randomInt(lowest, highest)
    if (claim(port) && (await isFree(port))) return port
  }
  throw new Error(`none of ${tries} ports was free`)
}
