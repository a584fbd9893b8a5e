import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below those that systems lend to connections, so that none of these gets it between our look and its use. */
const [lowest, highest] = [10_000, 32_000]
const tries = 50

const isFree = (port: number) =>
  new Promise<boolean>((done) => {
    const probe = createServer()
    probe.on('error', () => done(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => done(true)))
  })

/** A port that nobody on this machine uses at this moment, and hardly anybody else is about to. */
export const freePort = async (): Promise<number> => {
  for (let left = tries; left > 0; left--) {
    const port = randomInt(lowest, highest)
    if (await isFree(port)) return port
  }
  throw new Error(`none of ${tries} ports was free`)
}
