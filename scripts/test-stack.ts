import { startStack } from './stack.ts'
import { askedToStop, runCommand } from './terminal.ts'

// The whole stack as a process of its own that fault tests can kill, the supervisor included.
await runCommand(async () => {
  const { port, ...options } = JSON.parse(process.argv[2] ?? '{}')
  const stopRequest = askedToStop()
  const stack = await startStack({ ...options, env: { ...process.env, PORT: String(port) } })
  const pids = () => Object.fromEntries([...stack.parts].map(([name, part]) => [name, part.pid()]))
  process.on('message', (asked) => process.send?.(asked === 'chain' ? { chain: stack.chain } : { pids: pids() }))
  process.send?.({ ready: true })
  const problem = await Promise.race([stopRequest, stack.broken])
  await stack.stop()
  if (problem) throw problem
  process.exit(0)
})
