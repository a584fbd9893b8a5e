import { parseArgs } from 'node:util'
import { rebuildDays } from '@ingot/api/features/dashboard/days'
import { secretsOf } from '@ingot/api/secrets'
import { compareSeals } from '@ingot/chain/anchoring/anchor'
import { readDeployed } from '@ingot/chain/deployed'
import { connectNode } from '@ingot/chain/node'
import type { Db } from '@ingot/db/connect'
import { openClock } from '@ingot/db/demonstration'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { auditCommand } from '@ingot/ledger/audit'
import { listAccounts, readEntry } from '@ingot/ledger/list'
import { sealKeyOf } from '@ingot/ledger/seal'
import { readBars, takeInBar } from '@ingot/ledger/vault'
import { verifyLedger } from '@ingot/ledger/verify'
import { formatAmount } from '@ingot/money/amount-text'
import { dataFolder, withDatabase } from './database.ts'
import { findRunningStack } from './running.ts'
import { readSecrets } from './stack.ts'
import { runCommand } from './terminal.ts'

const usage = `Usage: npm run ledger -- …
  accounts [OWNER]           every account, or those of an owner such as customer:42 or house, with what lies in it
  entry ID|REFERENCE         one entry and its moves
  bars                       what lies in the vault
  intake --refiner R --serial S --fineness 999.9 --grams 1000 [--brand B] [--year 2024] [--vault V]
                             takes a bar into the vault, alone; in the console it takes two
  verify                     reads everything again and names the first thing that is wrong
  rebuild-days               makes anew what everybody's holdings were worth at the end of each day`

const accounts = async (db: Db, owner: string | undefined) => {
  for await (const { name, balance } of listAccounts(db, owner))
    console.log(`${name.padEnd(48)} ${balance ? formatAmount(balance) : 'open'}`)
}

const entry = async (db: Db, wanted: string | undefined) => {
  const found = wanted && (await readEntry(db, wanted))
  if (!found) throw new ProblemForPeople(`There is no entry ${wanted ?? ''}: give its number or its reference.`)
  const { moves, ...about } = found
  for (const [name, value] of Object.entries(about)) console.log(`${name.padEnd(10)} ${value}`)
  for (const { amount, source, target } of moves)
    console.log(`  ${formatAmount(amount)} ${amount.asset}  ${source} → ${target}`)
}

const bars = async (db: Db) => {
  for (const { refiner, serial, brand, year, grossGrams, fineness, fine, vault } of await readBars(db))
    console.log(
      `${refiner} ${serial}: ${grossGrams} g of ${fineness}, ${formatAmount(fine)} g fine, brand ${brand}, ${year ?? 'year unknown'}, ${vault}`,
    )
}

const intake = async (db: Db, given: Record<string, string | undefined>) => {
  const { refiner, serial, fineness, grams, brand, year, vault } = given
  if (!refiner || !serial || !fineness || !grams)
    throw new ProblemForPeople('A bar needs --refiner, --serial, --fineness and --grams.')
  if (year && !/^(1[89]|2\d)\d\d$/.test(year)) throw new ProblemForPeople('A year has four digits, such as 2024.')
  const about = { ...(brand && { brand }), ...(year && { year: Number(year) }), ...(vault && { vault }) }
  const bar = { refiner, serial, fineness, grossGrams: grams, ...about }
  await auditCommand(db, {
    action: 'take-in-bar',
    thing: `${refiner} ${serial}`.slice(0, 200),
    facts: { Fineness: fineness, Grams: grams },
    alone: true,
  })
  const taken = await inTransaction(db, (tx) => takeInBar(tx, bar, 'operator:command-line')).catch((error) => {
    throw error.name === 'MoneyError' || error.name === 'LedgerError'
      ? new ProblemForPeople(`The bar was not taken in: ${error.message}.`)
      : error
  })
  console.log(`taken in: ${formatAmount(taken.fine)} g fine, entry ${taken.entry}`)
}

const verify = async (db: Db) => {
  const { LEDGER_SEAL_SECRET, LEDGER_SEAL_SECRET_BEFORE } = process.env
  const secrets = secretsOf(LEDGER_SEAL_SECRET || readSecrets(dataFolder).ledgerSealSecret, LEDGER_SEAL_SECRET_BEFORE)
  const keys = secrets.map((secret) => sealKeyOf(secret).public)
  let shown = ''
  const verdict = await verifyLedger(db, keys, (what, done, all) => {
    const line = `${what} ${all ? (done * 100n) / all : 100n} %`
    if (line === shown) return
    shown = line
    process.stderr.write(process.stderr.isTTY ? `\r${line.padEnd(30)}` : `${line}\n`)
  })
  if (process.stderr.isTTY) process.stderr.write(`\r${' '.repeat(30)}\r`)
  if (!verdict.ok) throw new ProblemForPeople(`The ledger is wrong: ${verdict.wrong}.`)
  const { entries, accounts: all, lines, sealedThrough, unsealed, audited } = verdict
  console.log(`The ledger is correct: ${entries} entries, ${all} accounts, ${lines} lines.`)
  console.log(`The audit log is correct: ${audited} lines.`)
  console.log(
    sealedThrough
      ? `Sealed through entry ${sealedThrough}; ${unsealed} entries are not sealed yet.`
      : 'Nothing has been sealed yet.',
  )
  await compareWithChain(db)
}

/** What the chain has of the seals, where there is one to be asked. */
const compareWithChain = async (db: Db) => {
  const { CHAIN_RPC_URL: url, CHAIN_ADDRESSES: file } = process.env.CHAIN_RPC_URL
    ? process.env
    : (findRunningStack(dataFolder)?.chain ?? {})
  if (!url || !file) return
  const { anchor: contract } = readDeployed(file).addresses
  if (!contract) return console.log('No seal is anchored: the deployment has no Anchor.')
  const found = await compareSeals({ db, node: connectNode(url), contract })
  if ('wrong' in found) throw new ProblemForPeople(`The ledger is wrong: ${found.wrong}.`)
  console.log(
    found.forgotten
      ? `Seal ${found.last} is the last that is anchored on the chain, from a time over which the books were set back; ${found.compared} others are the same here.`
      : found.compared > 0
        ? `Seal ${found.last} is the last that is anchored on the chain; all ${found.compared} are the same here.`
        : 'No seal has been anchored on the chain yet.',
  )
}

/** By the clock of the house: a demonstration has its own. */
const rebuild = async (db: Db) => {
  const clock = await openClock(db, process.env.NODE_ENV === 'production' ? 'production' : 'development')
  const days = await rebuildDays({ db, now: clock.now })
  await clock.stop()
  console.log(`made anew: ${days} days`)
}

await runCommand(async () => {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { refiner: text, serial: text, fineness: text, grams: text, brand: text, year: text, vault: text },
  })
  const [command = '', subject] = positionals
  const commands: Record<string, (db: Db) => Promise<void>> = {
    accounts: (db) => accounts(db, subject),
    entry: (db) => entry(db, subject),
    bars,
    intake: (db) => intake(db, values as Record<string, string | undefined>),
    verify,
    'rebuild-days': rebuild,
  }
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) throw new ProblemForPeople(usage)
  await withDatabase(run)
  process.exit(0)
})
