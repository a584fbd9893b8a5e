import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { type ChildSandbox, makeDataFolder, removeDataFolder, startChildSandbox } from '../test-sandbox.ts'
import { openSender, type Sender } from './test-send.ts'

/** For tests: a sandbox for the whole file, and for each test a sender, no mail and no fault. */
export const openMailSandbox = () => {
  // Starting real processes takes its time on a busy machine; nothing here waits for a clock to pass.
  vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
  let folder: string
  let sandbox: ChildSandbox
  let sender: Sender
  beforeAll(async () => {
    folder = await makeDataFolder()
    sandbox = await startChildSandbox(folder)
  })
  afterAll(async () => {
    await sandbox?.stop()
    await removeDataFolder(folder)
  })
  beforeEach(() => {
    sender = openSender(sandbox.smtpPort)
  })
  afterEach(async () => {
    sender.close()
    await sandbox.client.control.clear('mail')
    await sandbox.client.mail.clear()
  })
  const get = (path: string): Promise<Response> => fetch(sandbox.baseUrl + path)
  return {
    sandbox: () => sandbox,
    send: (message: Parameters<Sender['send']>[0]) => sender.send(message),
    get,
    getText: async (path: string): Promise<string> => (await get(path)).text(),
  }
}
