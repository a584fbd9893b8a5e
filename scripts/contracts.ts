import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ProblemForPeople } from '@ingot/db/problem'
import { root } from './stack.ts'
import { runCommand } from './terminal.ts'

const commands: Record<string, string[]> = {
  deploy: ['src/deploying/deploy-command.ts'],
  coverage: ['../node_modules/hardhat/dist/src/cli.js', 'test', 'solidity', '--coverage'],
}

await runCommand(async () => {
  const parameters = commands[process.argv[2] ?? '']
  if (!parameters) throw new ProblemForPeople(`Usage: npm run contracts:${Object.keys(commands).join(' | contracts:')}`)
  const { status } = spawnSync(process.execPath, parameters, { cwd: join(root, 'chain'), stdio: 'inherit' })
  process.exit(status ?? 1)
})
