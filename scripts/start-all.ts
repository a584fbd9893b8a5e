import { relative, resolve } from 'node:path'
import { version } from '@ingot/api/version'
import { seed } from './seed.ts'
import { bankThatFlows, readSandboxPorts, readStackConfig, root, startStack } from './stack.ts'
import { askedToStop, printAddresses, step } from './terminal.ts'
import { buildWeb } from './web-build.ts'

/** Everything on one machine, in the foreground. */
export const startAll = async () => {
  const env = process.env
  const { PORT } = readStackConfig(env)
  const data = resolve(root, env.INGOT_DATA || '.data')
  const ports = readSandboxPorts(env, PORT)
  console.log(`Ingot ${version}`)
  const stopRequest = askedToStop()
  const stack = await startStack({
    data,
    env: { ...bankThatFlows, ...env, PORT: String(PORT) },
    web: () => buildWeb(step),
    ...ports,
    demonstration: true,
    onProgress: step,
  })
  let isEnding = false
  const ended = Promise.race([stopRequest, stack.broken]).finally(() => {
    isEnding = true
  })
  // Whoever stops it meanwhile need not wait for the demo people.
  const people = await Promise.race([seed(stack, data, step, () => isEnding), ended.then(() => ({}))])
  printAddresses({
    Portal: stack.portal,
    API: `${stack.portal}/api/docs`,
    Sandbox: stack.sandbox,
    'Mail sent': stack.sandbox && `${stack.sandbox}/mail`,
    Explorer: stack.sandbox && `${stack.sandbox}/explorer`,
    Bank: stack.sandbox && `${stack.sandbox}/bank`,
    Cards: stack.sandbox && `${stack.sandbox}/cards`,
    Courier: stack.sandbox && `${stack.sandbox}/courier`,
    Faucet: stack.sandbox && `${stack.sandbox}/faucet`,
    ...people,
    Data: relative(process.cwd(), data) || data,
  })

  const problem = await ended
  step('stopping …')
  await stack.stop()
  step('stopped')
  if (problem) throw problem
  process.exit(0)
}
