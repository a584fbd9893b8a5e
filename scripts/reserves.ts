import { newestBegun } from '@ingot/api/features/proofs/store'
import { rebuild, takeSnapshot } from '@ingot/api/features/proofs/taking'
import { readDeployed } from '@ingot/chain/deployed'
import type { Db } from '@ingot/db/connect'
import { openClock } from '@ingot/db/demonstration'
import { ProblemForPeople } from '@ingot/db/problem'
import { runCheckCommand } from '@ingot/proof/command'
import { headerKeyOf } from '@ingot/proof/header'
import { chainSettings } from './chain-settings.ts'
import { dataFolder, withDatabase } from './database.ts'
import { readSecrets } from './stack.ts'
import { runCommand } from './terminal.ts'

const usage = `Usage: npm run reserves -- …
  snapshot           takes a snapshot now, besides the one of each day; the chain’s worker anchors it
  rebuild [NUMBER]   makes one again from the books and compares it with what was published, the newest unless one is named
  check PROOF.json   checks a proof that a customer has, as anybody can`

const snapshot = async (db: Db) => {
  const { CHAIN_ADDRESSES: file } = chainSettings(process.env)
  if (!file)
    throw new ProblemForPeople('CHAIN_ADDRESSES must name the addresses file: leaves have the customers’ addresses.')
  const { settlement, walletImplementation, anchor } = readDeployed(file).addresses
  const key = headerKeyOf(process.env.LEDGER_SEAL_SECRET || readSecrets(dataFolder).ledgerSealSecret)
  const clock = await openClock(db, process.env.NODE_ENV === 'production' ? 'production' : 'development')
  const wallets = { settlement, implementation: walletImplementation }
  const number = await takeSnapshot({ db, now: clock.now, wallets, key }).finally(clock.stop)
  console.log(`taken: snapshot ${number}`)
  console.log(
    anchor
      ? 'It is served once it is anchored.'
      : 'It is not served: the deployment has no Anchor. Deploy again with CHAIN_ANCHORER.',
  )
}

const again = async (db: Db, given: string | undefined) => {
  const number = given && /^[1-9]\d{0,14}$/.test(given) ? Number(given) : (await newestBegun(db))?.number
  const differs = number === undefined ? undefined : await rebuild(db, number)
  if (!differs) throw new ProblemForPeople('There is no such snapshot.')
  if (differs.length > 0)
    throw new ProblemForPeople(`Snapshot ${number} is another one by the books: ${differs.join(', ')}.`)
  console.log(`Snapshot ${number} comes out of the books to the last unit.`)
}

await runCommand(async () => {
  const [command, ...parameters] = process.argv.slice(2)
  if (command === 'check') process.exit((await runCheckCommand(parameters, console.log)) ? 0 : 1)
  if (command === 'snapshot') await withDatabase(snapshot)
  else if (command === 'rebuild') await withDatabase((db) => again(db, parameters[0]))
  else throw new ProblemForPeople(usage)
  process.exit(0)
})
