import { watch } from 'node:fs'
import { join, resolve } from 'node:path'
import { pageSettingsOf } from '@ingot/api/pages'
import { version } from '@ingot/api/version'
import { createServer } from 'vite'
import { readStackConfig, root, type Stack, startStack } from './stack.ts'
import { askedToStop, freePort, printAddresses, runCommand, step } from './terminal.ts'

/** Which parts start anew when something in a folder changes. */
const restartsWith = {
  'api/src': ['api', 'worker'],
  'db/src': ['api', 'worker'],
  'endpoints/src': ['api', 'worker'],
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
  const [sandboxPort, smtpPort] = [
    Number(env.SANDBOX_PORT || config.PORT + 1),
    Number(env.SANDBOX_SMTP_PORT || config.PORT + 2),
  ]
  console.log(`Ingot ${version}, with reload`)
  const stopRequest = askedToStop()
  const apiPort = await freePort()
  const stack = await startStack({
    data,
    env: { ...env, PORT: String(apiPort) },
    sandboxPort,
    smtpPort,
    onProgress: step,
  })
  restartOnChange(stack)

  env.INGOT_API_URL = `http://127.0.0.1:${apiPort}`
  env.INGOT_PAGE_SETTINGS = JSON.stringify(pageSettingsOf(config, version))
  env.PORT = String(config.PORT)
  const web = await createServer({
    root: join(root, 'web'),
    configFile: join(root, 'web/vite.config.ts'),
    logLevel: 'warn',
  })
  await web.listen()
  printAddresses({
    Portal: `http://localhost:${config.PORT}`,
    API: `http://localhost:${config.PORT}/api/docs`,
    Sandbox: stack.sandbox,
  })

  const problem = await Promise.race([stopRequest, stack.broken])
  step('stopping …')
  await web.close()
  await stack.stop()
  step('stopped')
  if (problem) throw problem
  process.exit(0)
})
