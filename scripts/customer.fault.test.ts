import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { tellRunning } from './running.ts'
import { runCommand } from './test-command.ts'

const data = mkdtempSync(join(tmpdir(), 'ingot-customer-'))
// As root, the database runs as another user, who must be able to come in.
chmodSync(data, 0o755)
afterAll(() => rmSync(data, { recursive: true, force: true }))

const runWith = async (settings: Record<string, string>, ...parameters: string[]) => {
  const nothing = { DATABASE_URL: '', PERSONAL_DATA_SECRET: '', FILES_URL: '' }
  const { code, error } = await runCommand('customer', parameters, { INGOT_DATA: data, ...nothing, ...settings })
  return { code, error }
}

const run = (...parameters: string[]) => runWith({}, ...parameters)

test('the command for customers says in a sentence what is missing, and ends with 1', async () => {
  expect((await run()).error).toMatch(/^Usage: npm run customer -- …/)
  expect((await run('destroy', 'ada')).code).toBe(1)
  expect(await run('export', 'nobody')).toEqual({ code: 1, error: 'There is no customer nobody.\n' })
  expect(await run('erase', 'nobody')).toEqual({
    code: 1,
    error: 'This cannot be undone. To erase nobody, add --yes.\n',
  })
  expect(await run('erase', 'nobody', '--yes')).toEqual({ code: 1, error: 'There is no customer nobody.\n' })
})

test('neither another database than the running stack’s is used, nor in production one on whose way others can listen', async () => {
  const stop = tellRunning(data, { portal: '', sandbox: undefined, database: 'outside', chain: {} })
  expect(await run('export', 'nobody')).toEqual({
    code: 1,
    error: `The Ingot on the data folder ${data} uses a DATABASE_URL: set it here too.\n`,
  })
  await stop()
  const open = { NODE_ENV: 'production', DATABASE_URL: 'postgres://ingot:x@db.example/ingot' }
  expect(await runWith(open, 'export', 'nobody')).toEqual({
    code: 1,
    error:
      'The configuration is not right: DATABASE_URL must end with ?sslmode=verify-full in production, unless the server is on this machine.\n',
  })
})
