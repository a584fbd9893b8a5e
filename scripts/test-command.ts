import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from './stack.ts'

/** For tests: a command as an operator runs it, to its end, and all that it said. What is typed into it are `lines`. */
export const runCommand = async (
  name: string,
  parameters: readonly string[],
  settings: Record<string, string>,
  lines: readonly string[] = [],
) => {
  const env = { ...process.env, ...settings }
  const child = spawn(process.execPath, [join(root, `scripts/${name}.ts`), ...parameters], { env })
  const said = { out: '', error: '' }
  child.stdout.on('data', (chunk) => {
    said.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    said.error += chunk
  })
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const [code] = await once(child, 'close')
  return { code, ...said }
}
