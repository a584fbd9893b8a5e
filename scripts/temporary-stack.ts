import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@ingot/db/free-port'
import { seed } from './seed.ts'
import { seedHouse } from './seed-house.ts'
import { startStack } from './stack.ts'
import { buildWeb } from './web-build.ts'

/**
 * The real stack with the built web, on free ports and with data of its own that goes with it. As a demonstration it tells
 * the story of its people first.
 */
export const startTemporaryStack = async (
  onProgress: (line: string) => void = () => undefined,
  settings: Record<string, string> = {},
  demonstration = false,
) => {
  const folder = mkdtempSync(join(tmpdir(), 'ingot-'))
  const data = join(folder, 'data')
  const [port, sandboxPort, smtpPort, scanPort] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ]
  const env = {
    ...process.env,
    PORT: String(port),
    NODE_ENV: 'development',
    SUPPORT_ADDRESS: 'support@ingot.example',
    INBOUND_MAIL_PORT: String(await freePort()),
    RATE_LIMIT_PER_MINUTE: '100000',
    ...settings,
  }
  const ports = { sandboxPort, smtpPort, scanPort }
  const stack = await startStack({ data, env, web: () => buildWeb(onProgress), ...ports, demonstration })
  if (demonstration) await seed(stack, data, onProgress)
  else await seedHouse(stack)
  const stop = async () => {
    await stack.stop()
    const location = join(data, 'postgres/location')
    if (existsSync(location)) rmSync(readFileSync(location, 'utf8').trim(), { recursive: true, force: true })
    rmSync(folder, { recursive: true, force: true })
  }
  const { databaseUrl, ownerUrl, portal, chain, parts } = stack
  return { data, databaseUrl, ownerUrl, portal, sandbox: stack.sandbox ?? '', chain, parts, smtpPort, stop }
}
