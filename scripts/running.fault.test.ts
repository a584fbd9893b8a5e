import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from './test-command.ts'
import { killNow, openKillableStack } from './test-killable-stack.ts'

const stacks: Awaited<ReturnType<typeof openKillableStack>>[] = []
afterAll(() => {
  for (const stack of stacks) stack.remove()
})

/** Told nothing but the data folder. */
const reconcile = async (data: string) => {
  const nothing = { PORT: '', SANDBOX_PORT: '', SANDBOX_SMTP_PORT: '', DATABASE_URL: '', CHAIN_RPC_URL: '' }
  const { code, error } = await runCommand('reconcile', [], { NODE_ENV: '', ...nothing, INGOT_DATA: data })
  return { code, error }
}

test('commands find the stack of their data folder, whatever else runs, and say so when it was stopped or killed', async () => {
  const [one, other] = [await openKillableStack(), await openKillableStack()]
  stacks.push(one, other)
  await Promise.all([one.start(), other.start()])
  const file = join(one.data, 'running.json')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const patience = { timeout: 120_000, interval: 1000 }
  for (const { data } of [one, other])
    await expect.poll(() => reconcile(data), patience).toEqual({ code: 0, error: '' })

  const sentence = (data: string) => ({
    code: 1,
    error: `No Ingot is running on the data folder ${data}: start it, or set CHAIN_RPC_URL.\n`,
  })
  const { supervisor } = await other.pids()
  killNow(supervisor, other.postmaster())
  expect(existsSync(join(other.data, 'running.json'))).toBe(true)
  await expect.poll(() => reconcile(other.data), patience).toEqual(sentence(other.data))
  expect(await reconcile(one.data)).toEqual({ code: 0, error: '' })

  expect(await one.stop()).toBe(0)
  expect(existsSync(file)).toBe(false)
  expect(await reconcile(one.data)).toEqual(sentence(one.data))
})
