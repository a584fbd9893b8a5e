import { relative, resolve } from 'node:path'
import { readConfig } from '@ingot/api/config'
import { version } from '@ingot/api/version'
import { root, startStack } from './stack.ts'
import { askedToStop, checkPortFree, runCommand, step } from './terminal.ts'
import { buildWeb } from './web-build.ts'

await runCommand(async () => {
  const env = process.env
  const production = env.NODE_ENV === 'production'
  const { PORT, HOST } = readConfig(production ? env : { DATABASE_URL: 'postgres://localhost/later', ...env })
  const data = resolve(root, env.INGOT_DATA || '.data')
  const sandboxPort = Number(env.SANDBOX_PORT || PORT + 1)
  const smtpPort = Number(env.SANDBOX_SMTP_PORT || PORT + 2)
  console.log(`Ingot ${version}`)
  await checkPortFree(PORT, 'PORT', HOST)
  if (!production) {
    await checkPortFree(sandboxPort, 'SANDBOX_PORT')
    await checkPortFree(smtpPort, 'SANDBOX_SMTP_PORT')
  }
  const stopRequest = askedToStop()
  const web = await buildWeb(step)
  const stack = await startStack({
    data,
    env: { ...env, PORT: String(PORT) },
    web,
    sandboxPort,
    smtpPort,
    onProgress: step,
  })
  const about = [
    ['Portal', stack.portal],
    ['API', `${stack.portal}/api/docs`],
    ...(stack.sandbox
      ? [
          ['Sandbox', stack.sandbox],
          ['Mail sent', `${stack.sandbox}/mail`],
        ]
      : []),
    ['Data', relative(process.cwd(), data) || data],
  ]
  console.log(
    `\n${about.map(([name, value]) => `  ${name?.padEnd(10)} ${value}`).join('\n')}\n\n  Ctrl-C stops everything.\n`,
  )

  const problem = await Promise.race([stopRequest, stack.broken])
  step('stopping …')
  await stack.stop()
  step('stopped')
  if (problem) throw problem
  process.exit(0)
})
