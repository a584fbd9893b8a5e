import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ProblemForPeople } from '@ingot/db/problem'
import { root } from './stack.ts'

const sources = ['web/**/*', 'endpoints/**/*', 'package-lock.json']

const execute = promisify(execFile)

const fingerprint = () => {
  const hash = createHash('sha256')
  const leaveOut = (path: string) => /(^|\/)(node_modules|dist)$/.test(path)
  for (const entry of globSync(sources, { cwd: root, exclude: leaveOut, withFileTypes: false }).sort()) {
    const path = join(root, entry)
    const content = readFileOrNothing(path)
    if (content) hash.update(entry).update(content)
  }
  return hash.digest('hex')
}

const readFileOrNothing = (path: string) => {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Builds the web unless what stands in dist was made from the same sources. */
export const buildWeb = async (onProgress: (line: string) => void = () => undefined): Promise<string> => {
  const dist = join(root, 'web/dist')
  const stamp = join(dist, '.made-from')
  const made = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === made) return dist
  onProgress('building the web …')
  // In a process of its own: the build sets NODE_ENV for everything that runs beside it.
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  // The first empties the folder that the second adds to.
  for (const config of ['vite.config.ts', 'vite.ahead.config.ts'])
    await execute(process.execPath, [vite, 'build', '--config', config, '--logLevel', 'warn'], {
      cwd: join(root, 'web'),
    }).catch((error) => {
      throw new ProblemForPeople(`Building the web failed: ${error.stderr || error.message}`)
    })
  writeFileSync(stamp, made)
  onProgress('web built')
  return dist
}
