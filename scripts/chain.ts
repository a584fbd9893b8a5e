import { runChainCommand } from '@ingot/chain/command'
import { chainSettings } from './chain-settings.ts'
import { withDatabase } from './database.ts'
import { runCommand } from './terminal.ts'

await runCommand(async () => {
  await withDatabase((db, ownerUrl) =>
    runChainCommand(process.argv.slice(2), {
      db,
      ownerUrl,
      // Looked for only by what needs a chain.
      get env() {
        return chainSettings(process.env)
      },
      print: (line) => console.log(line),
    }),
  )
  process.exit(0)
})
