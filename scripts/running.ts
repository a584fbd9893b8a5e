import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ProblemForPeople } from '@ingot/db/problem'

/** Where the parts of a running stack are, for commands that know its data folder alone. */
export type Running = {
  pid: number
  /** Tells a process from a later one with the same number, where the system says when it began. */
  born: string
  portal: string
  sandbox: string | undefined
  database: 'embedded' | 'outside'
  chain: { CHAIN_RPC_URL?: string | undefined; CHAIN_ADDRESSES?: string | undefined }
}

const fileIn = (data: string) => join(data, 'running.json')

const bornOf = (pid: number): string => {
  try {
    // The name of the program stands in brackets, and may hold anything; the moment is the 20th field after it.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const isAlive = ({ pid, born }: Running): boolean => {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return bornOf(pid) === born
}

const read = (data: string): Running | undefined => {
  try {
    return JSON.parse(readFileSync(fileIn(data), 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Writes down where our parts are, in one step. Answers how to take it away again. */
export const tellRunning = (data: string, parts: Omit<Running, 'pid' | 'born'>) => {
  const { pid } = process
  const running: Running = { pid, born: bornOf(pid), ...parts }
  writeFileSync(`${fileIn(data)}.new`, JSON.stringify(running), { mode: 0o600 })
  renameSync(`${fileIn(data)}.new`, fileIn(data))
  return async () => {
    if (read(data)?.pid === pid) rmSync(fileIn(data), { force: true })
  }
}

/** The stack that runs on a data folder. One that was killed has left its words behind, and does not count. */
export const findRunningStack = (data: string): Running | undefined => {
  const running = read(data)
  return running && isAlive(running) ? running : undefined
}

export const readRunningStack = (data: string): Running => {
  const running = findRunningStack(data)
  if (!running)
    throw new ProblemForPeople(`No Ingot is running on the data folder ${data}: start it, or set CHAIN_RPC_URL.`)
  return running
}
