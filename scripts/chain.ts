import { runChainCommand } from '@ingot/chain/command'
import { chainSettings } from './chain-settings.ts'
import { withDatabase } from './database.ts'
import { runCommand } from './terminal.ts'

await runCommand(async () => {
  const env = chainSettings(process.env)
  await withDatabase((db) => runChainCommand(process.argv.slice(2), { db, env, print: (line) => console.log(line) }))
  process.exit(0)
})
