import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ProblemForPeople } from '@ingot/db/problem'
import { root } from './stack.ts'
import { runCommand } from './terminal.ts'

// The random and fault tests of `npm test`, for as long as one likes.
await runCommand(async () => {
  const minutes = Number(process.argv[2])
  if (!(minutes > 0)) throw new ProblemForPeople('Usage: npm run soak -- 30')
  const env = { ...process.env, INGOT_SOAK_MINUTES: String(minutes) }
  const limit = `--testTimeout=${(minutes + 10) * 60_000}`
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project=fault', limit],
    { cwd: root, stdio: 'inherit', env },
  )
  process.exit(status ?? 1)
})
