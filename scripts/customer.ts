import { userInfo } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { eraseCustomer, exportCustomer } from '@ingot/api/customer-data'
import { createPersonalData } from '@ingot/api/features/kyc/personal-data'
import { CannotOpen } from '@ingot/api/sealing'
import { secretsOf } from '@ingot/api/secrets'
import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { openFiles } from '@ingot/providers/files/open'
import { dataFolder, withDatabase } from './database.ts'
import { readSecrets } from './stack.ts'
import { runCommand } from './terminal.ts'

const usage = `Usage: npm run customer -- …
  export WHO          everything we hold about a customer, as JSON; WHO is an e-mail address or a username
  erase WHO --yes     erases a customer who holds nothing, as far as the law allows; there is no way back`

const deskFor = (db: Db) => ({
  db,
  files: openFiles(process.env.FILES_URL || pathToFileURL(join(dataFolder, 'files')).href),
  personalData: createPersonalData(
    secretsOf(
      process.env.PERSONAL_DATA_SECRET || readSecrets(dataFolder).personalDataSecret,
      process.env.PERSONAL_DATA_SECRET_BEFORE,
    ),
  ),
  reader: `command:${userInfo().username}`,
  now: () => new Date(),
})

const erase = async (db: Db, who: string, isSure: boolean) => {
  if (!isSure) throw new ProblemForPeople(`This cannot be undone. To erase ${who}, add --yes.`)
  const { id, keptUntil, applicant } = await eraseCustomer(deskFor(db), who)
  console.log(`${who} was erased. Entries in the ledger stay under ${id}.`)
  if (keptUntil) console.log(`Who it was is kept until ${keptUntil.toISOString().slice(0, 10)}, as the law requires.`)
  if (applicant) console.log(`Please ask the verification provider to erase its applicant ${applicant} as well.`)
}

const explain = (error: Error): never => {
  if (error instanceof CannotOpen)
    throw new ProblemForPeople('Neither PERSONAL_DATA_SECRET nor PERSONAL_DATA_SECRET_BEFORE opens what is stored.')
  throw error
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { yes: { type: 'boolean' } },
  })
  const [command, who] = positionals
  if (!who || (command !== 'export' && command !== 'erase')) throw new ProblemForPeople(usage)
  await withDatabase(async (db) => {
    if (command === 'erase') await erase(db, who, values.yes === true).catch(explain)
    else console.log(JSON.stringify(await exportCustomer(deskFor(db), who).catch(explain), null, 2))
  })
  process.exit(0)
})
