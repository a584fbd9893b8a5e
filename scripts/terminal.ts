import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { ProblemForPeople } from '@ingot/db/problem'

const began = Date.now()

/** One line per finished step, with the seconds since the start. */
export const step = (line: string) =>
  console.log(`  ${((Date.now() - began) / 1000).toFixed(1).padStart(5)} s  ${line}`)

export const printAddresses = (addresses: Record<string, string | undefined>) => {
  const lines = Object.entries(addresses).flatMap(([name, address]) =>
    address ? [`  ${name.padEnd(10)} ${address}`] : [],
  )
  console.log(`\n${lines.join('\n')}\n\n  Ctrl-C stops everything.\n`)
}

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

/** After a kill -9 the children of the dead supervisor need a moment to notice and let go. */
const portPatience = 5_000

const tryPort = (port: number, host: string) =>
  new Promise<string | undefined>((done) => {
    const probe = createServer()
    probe.on('error', (error: NodeJS.ErrnoException) => done(error.code))
    probe.listen(port, host, () => probe.close(() => done(undefined)))
  })

export const checkPortFree = async (port: number, setting: string, host = '127.0.0.1') => {
  for (const deadline = Date.now() + portPatience; ; await sleep(200)) {
    const problem = await tryPort(port, host)
    if (!problem) return
    if (problem === 'EADDRINUSE' && Date.now() < deadline) continue
    const why = problem === 'EADDRINUSE' ? 'is taken' : `cannot be opened (${problem})`
    throw new ProblemForPeople(`Port ${port} ${why}. Set ${setting} to a free one.`)
  }
}
