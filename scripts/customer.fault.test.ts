import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './stack.ts'

const data = mkdtempSync(join(tmpdir(), 'ingot-customer-'))
// As root, the database runs as another user, who must be able to come in.
chmodSync(data, 0o755)
afterAll(() => rmSync(data, { recursive: true, force: true }))

const run = async (...parameters: string[]) => {
  const env = { ...process.env, INGOT_DATA: data, DATABASE_URL: '', PERSONAL_DATA_SECRET: '', FILES_URL: '' }
  const child = spawn(process.execPath, [join(root, 'scripts/customer.ts'), ...parameters], { env })
  let error = ''
  child.stdout.resume()
  child.stderr.on('data', (chunk) => {
    error += chunk
  })
  const [code] = await once(child, 'close')
  return { code, error }
}

test('the command for customers says in a sentence what is missing, and ends with 1', async () => {
  expect((await run()).error).toMatch(/^Say what: npm run customer -- …/)
  expect((await run('destroy', 'ada')).code).toBe(1)
  expect(await run('export', 'nobody')).toEqual({ code: 1, error: 'There is no customer nobody.\n' })
  expect(await run('erase', 'nobody')).toEqual({
    code: 1,
    error: 'This cannot be undone. To erase nobody, add --yes.\n',
  })
  expect(await run('erase', 'nobody', '--yes')).toEqual({ code: 1, error: 'There is no customer nobody.\n' })
})
