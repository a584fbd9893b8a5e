import { watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { readConfig } from '@ingot/api/config'
import { pageSettingsOf } from '@ingot/api/pages'
import { version } from '@ingot/api/version'
import { freePort } from '@ingot/db/free-port'
import { startPart } from './part.ts'
import { seed } from './seed.ts'
import { bankThatFlows, readSandboxPorts, readStackConfig, root, type Stack, startStack } from './stack.ts'
import { askedToStop, printAddresses, runCommand, step } from './terminal.ts'

/** Which parts start anew when something in a folder changes. */
const restartsWith = {
  'api/src': ['api', 'worker'],
  'chain/src': ['chain'],
  'db/src': ['api', 'chain', 'worker'],
  'ledger/src': ['api', 'chain', 'worker'],
  'endpoints/src': ['api', 'worker'],
  'providers/src': ['api', 'worker'],
  'sandbox/src': ['sandbox'],
}
const quietFor = 150

const restartOnChange = (stack: Stack) => {
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  const restart = async () => {
    for (const name of pending) {
      pending.delete(name)
      await stack.parts.get(name)?.restart()
      step(`${name} restarted`)
    }
  }
  for (const [folder, parts] of Object.entries(restartsWith))
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (!file?.endsWith('.ts') || file.endsWith('.test.ts')) return
      for (const part of parts) pending.add(part)
      // An editor saves in several steps: wait until it is done.
      clearTimeout(timer)
      timer = setTimeout(restart, quietFor)
    })
}

await runCommand(async () => {
  const env = process.env
  const config = readStackConfig(env)
  const data = resolve(root, env.INGOT_DATA || '.data')
  const ports = readSandboxPorts(env, config.PORT)
  console.log(`Ingot ${version}, with reload`)
  const stopRequest = askedToStop()
  const { promise: webBroken, resolve: breakDown } = Promise.withResolvers<Error>()
  const apiPort = await freePort()
  const stack = await startStack({
    demonstration: true,
    data,
    // The links in mails lead to the page, which is not served by the api here.
    env: { PUBLIC_ORIGIN: `http://localhost:${config.PORT}`, ...bankThatFlows, ...env, PORT: String(apiPort) },
    ...ports,
    onProgress: step,
  })
  restartOnChange(stack)

  const web = await startPart({
    name: 'web',
    entry: join(root, 'scripts/dev-web.ts'),
    env: {
      ...env,
      DATABASE_OWNER_URL: undefined,
      PORT: String(config.PORT),
      INGOT_API_URL: `http://127.0.0.1:${apiPort}`,
      INGOT_PAGE_SETTINGS: JSON.stringify(pageSettingsOf(readConfig({ ...env, ...stack.settings }), version)),
    },
    logs: undefined,
    restarts: true,
    onGivenUp: breakDown,
  })
  printAddresses({
    Portal: `http://localhost:${config.PORT}`,
    API: `http://localhost:${config.PORT}/api/docs`,
    Sandbox: stack.sandbox,
    ...(await seed(stack, data, step)),
  })

  const problem = await Promise.race([stopRequest, stack.broken, webBroken])
  step('stopping …')
  await web.stop()
  await stack.stop()
  step('stopped')
  if (problem) throw problem
  process.exit(0)
})
