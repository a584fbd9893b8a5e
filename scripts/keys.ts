import { createKeys } from '@ingot/api/features/identity/keys'
import { createPersonalData } from '@ingot/api/features/kyc/personal-data'
import { countKeyUse, type KeyUse, resealAll } from '@ingot/api/key-use'
import { CannotOpen } from '@ingot/api/sealing'
import { secretsOf } from '@ingot/api/secrets'
import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { dataFolder, withDatabase } from './database.ts'
import { readSecrets } from './stack.ts'
import { runCommand } from './terminal.ts'

const usage = `Usage: npm run keys -- …
  status    how much hangs on the newest secret, and how much on those before it
  reseal    seals anew, with the newest secret, what can be`

const using = () => {
  const made = readSecrets(dataFolder)
  const { IDENTITY_SECRET, IDENTITY_SECRET_BEFORE, PERSONAL_DATA_SECRET, PERSONAL_DATA_SECRET_BEFORE } = process.env
  return {
    keys: createKeys(secretsOf(IDENTITY_SECRET || made.identitySecret, IDENTITY_SECRET_BEFORE)),
    personalData: createPersonalData(
      secretsOf(PERSONAL_DATA_SECRET || made.personalDataSecret, PERSONAL_DATA_SECRET_BEFORE),
    ),
  }
}

const verdictOn = (secret: KeyUse['secret'], uses: readonly KeyUse[]) => {
  const older = uses.filter((use) => use.secret === secret && use.older > 0)
  return older.length
    ? `${secret}_BEFORE must stay: ${older.map((use) => `${use.older} ${use.what}`).join(', ')}.`
    : `${secret}_BEFORE can go, 24 hours after ${secret} was changed.`
}

const status = async (db: Db) => {
  const uses = await countKeyUse(db, using())
  for (const { secret, what, newest, older } of uses)
    console.log(
      `${secret.padEnd(21)} ${what.padEnd(25)} ${String(newest).padStart(8)} newest ${String(older).padStart(8)} older`,
    )
  for (const secret of ['IDENTITY_SECRET', 'PERSONAL_DATA_SECRET'] as const) console.log(verdictOn(secret, uses))
  console.log('LEDGER_SEAL_SECRET_BEFORE must stay as long as the books: it says which older seals are genuine.')
}

const reseal = async (db: Db) => {
  const done = await resealAll(db, using()).catch((error) => {
    throw error instanceof CannotOpen ? new ProblemForPeople(error.message) : error
  })
  console.log(`${done} sealed anew.`)
  await status(db)
}

await runCommand(async () => {
  const commands: Record<string, (db: Db) => Promise<void>> = { status, reseal }
  const command = process.argv[2] ?? 'status'
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) throw new ProblemForPeople(usage)
  await withDatabase(run)
  process.exit(0)
})
