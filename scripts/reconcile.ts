import { runReconcileCommand } from '@ingot/chain/command'
import { chainSettings } from './chain-settings.ts'
import { withDatabase } from './database.ts'
import { runCommand } from './terminal.ts'

await runCommand(async () => {
  const env = chainSettings(process.env)
  let agree = false
  await withDatabase(async (db) => {
    agree = await runReconcileCommand({ db, env, print: (line) => console.log(line) })
  })
  process.exit(agree ? 0 : 1)
})
