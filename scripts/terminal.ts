import { createServer } from 'node:net'
import { ProblemForPeople } from '@ingot/db/problem'

const began = Date.now()

/** One line per finished step, with the seconds since the start. */
export const step = (line: string) =>
  console.log(`  ${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${line}`)

/** Runs a command of ours; what a person can mend is one sentence and exit code 1. */
export const runCommand = async (command: () => Promise<void>) => {
  try {
    await command()
  } catch (error) {
    console.error(error instanceof ProblemForPeople ? error.message : error)
    process.exit(1)
  }
}

/** Resolves when we are asked to stop: by Ctrl-C, by a signal, or because whoever started us is gone. */
export const askedToStop = () =>
  new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => done())
    if (process.channel) {
      process.on('disconnect', () => done())
      process.channel.ref()
    }
  })

export const checkPortFree = (port: number, setting: string, host = '127.0.0.1') =>
  new Promise<void>((done, fail) => {
    const probe = createServer()
    probe.on('error', (error: NodeJS.ErrnoException) =>
      fail(
        new ProblemForPeople(
          error.code === 'EADDRINUSE'
            ? `Port ${port} is taken. Set ${setting} to a free one.`
            : `Port ${port} cannot be opened (${error.code}). Set ${setting} to another one.`,
        ),
      ),
    )
    probe.listen(port, host, () => probe.close(() => done()))
  })

export const freePort = () =>
  new Promise<number>((done, fail) => {
    const probe = createServer()
    probe.on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
