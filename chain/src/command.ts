import { parseArgs } from 'node:util'
import { connect, type Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { inTransaction } from '@ingot/db/transaction'
import { auditCommand } from '@ingot/ledger/audit'
import { allowIssuing, stopIssuing } from '@ingot/ledger/issuing'
import { claimSuspense, issueTranche, type TrancheOrder } from '@ingot/ledger/treasury'
import { amountOf } from '@ingot/money/amount'
import { formatAmount, parseAmount } from '@ingot/money/amount-text'
import { parseRate } from '@ingot/money/rate'
import { openAddressBook } from './address-book.ts'
import { connectBatchingNode } from './batching-node.ts'
import { readChainConfig } from './config.ts'
import { type Deployed, onChainAssets, readDeployed } from './deployed.ts'
import { rescanDeposits } from './deposits/watch-deposits.ts'
import { claimChain } from './identity.ts'
import { attest } from './issuing/attest.ts'
import { noteAttested } from './issuing/attested.ts'
import { mintAll } from './issuing/mint.ts'
import { connectNode, type Node } from './node.ts'
import { reconcile } from './reconciling/reconcile.ts'
import { reportLines } from './reconciling/reconcile-report.ts'
import { restored, restoredLines } from './restoring/restored.ts'
import { changeLimit, limitLines } from './settling/limit-command.ts'
import { retrySettlement } from './settling/retry.ts'
import { readSigner } from './signer.ts'
import { statusLines } from './status.ts'

const usage = `Usage: npm run chain -- …
  status                     how far deposits, settlements, tranches and reconciliation are
  tranche QMGT 1000 --name first
                             issues grams of QMGT, GCA or GAE into the treasury, in the ledger
  tranche USDAU 1000 --name first --ounce-price 4012.50 --margin 10500
                             the same for dollars: the price of an ounce, and the cover in parts of 10,000
  attest                     publishes the vault and the shares, with the attestor's key
  mint                       mints the tranches that wait, with the issuer's key
  claim USDT 1000 --name float
                             books what was paid to the house's address, and lies in suspense, as the treasury's
  limits                     what may leave to outside addresses in 24 hours, and what of it is left
  limit USDT 600000          changes one of them, with the admin's key; a higher one comes two days after it was asked for
  retry ENTRY                queues a settlement again that has failed
  rescan BLOCK               reads the blocks from there again, for deposits that were passed over
  restored [BLOCK]           after the database was set back to a moment, before any process starts: books what the chain
                             has done since, and gives out no number again that the chain knows; with the block of that
                             moment, if processes have gone on since
  stop --reason WHY          stops issuing
  allow                      lets it go on`

const causedBy = 'operator:command-line'

type Environment = Record<string, string | undefined>

export type CommandDeps = {
  db: Db
  env: Environment
  print: (line: string) => void
  /** The same database for its owner, which one command needs. */
  ownerUrl?: string
}

type Given = { subjects: string[]; options: Record<string, string | undefined> }

/** The chain that the settings name, which must be the one that the database follows. */
async function openChain(
  { db, env }: CommandDeps,
  connect: (url: string) => Node = connectNode,
): Promise<{ node: Node; deployed: Deployed }> {
  // Whoever has connected the database knows its address.
  const config = readChainConfig({ ...env, DATABASE_URL: env.DATABASE_URL || 'postgres://localhost/connected' })
  const deployed = readDeployed(config.addressesFile)
  const node = connect(config.rpcUrl)
  await claimChain(db, node, deployed)
  return { node, deployed }
}

const readNumber = (text: string | undefined, what: string): bigint => {
  if (!text || !/^\d{1,18}$/.test(text)) throw new ProblemForPeople(`Give the number of ${what}.`)
  return BigInt(text)
}

const namePattern = /^[a-z0-9][a-z0-9._-]{0,59}$/i
const marginPattern = /^\d{5,6}$/

function readOrder(asset: string, text: string, options: Given['options']): TrancheOrder {
  if (asset === 'QMGT' || asset === 'GCA' || asset === 'GAE') return { amount: parseAmount(asset, text) }
  if (asset !== 'USDAU') throw new ProblemForPeople('A tranche is of QMGT, GCA, GAE or USDAU.')
  const { 'ounce-price': price, margin } = options
  if (!price || !margin || !marginPattern.test(margin) || BigInt(margin) < 10_000n)
    throw new ProblemForPeople('A tranche of USDAU has --ounce-price, and --margin of at least 10000.')
  const cover = { price: { perOunce: parseRate(price) }, marginBasisPoints: BigInt(margin) }
  return { amount: parseAmount('USDAU', text), cover }
}

async function trancheCommand({ db, print }: CommandDeps, { subjects, options }: Given): Promise<void> {
  const [asset = '', amount = ''] = subjects
  const { name = '' } = options
  if (!namePattern.test(name)) throw new ProblemForPeople('Name the tranche: --name first')
  try {
    const order = readOrder(asset, amount, options)
    if (order.amount.units === 0n) throw new ProblemForPeople('A tranche of nothing is none.')
    const { entry, replayed } = await inTransaction(db, (tx) => issueTranche(tx, order, { name, causedBy }))
    print(replayed ? `${name} was issued before, entry ${entry}` : `issued in the ledger, entry ${entry}`)
    print('The chain follows with: npm run chain -- attest, then npm run chain -- mint')
  } catch (error) {
    throw told('The tranche was not issued', error)
  }
}

/** What the ledger or the reading of an amount refuses is told, and is no fault of ours. */
const told = (what: string, error: unknown): unknown =>
  error instanceof Error && (error.name === 'MoneyError' || error.name === 'LedgerError')
    ? new ProblemForPeople(`${what}: ${error.message}.`)
    : error

async function claimCommand({ db, print }: CommandDeps, { subjects, options }: Given): Promise<void> {
  const [given = '', text = ''] = subjects
  const { name = '' } = options
  if (!namePattern.test(name)) throw new ProblemForPeople('Name what is claimed: --name float')
  const asset = onChainAssets.find((one) => one === given)
  if (!asset) throw new ProblemForPeople(`Only what lies on the chain can be claimed: ${onChainAssets.join(', ')}.`)
  try {
    const { entry, replayed } = await claimSuspense(db, parseAmount(asset, text), { name, causedBy })
    print(replayed ? `${name} was claimed before, entry ${entry}` : `booked as the treasury's, entry ${entry}`)
  } catch (error) {
    throw told('Nothing was claimed', error)
  }
}

async function limitCommand(deps: CommandDeps, { subjects: [given = '', text = ''] }: Given): Promise<void> {
  const asset = onChainAssets.find((one) => one === given)
  if (!asset) throw new ProblemForPeople(`Say of what: ${onChainAssets.join(', ')}.`)
  try {
    const { units } = parseAmount(asset, text)
    const signer = await readSigner(deps.env, 'ADMIN')
    deps.print(await changeLimit({ ...(await openChain(deps)), signer }, { asset, units }))
  } catch (error) {
    throw told('The limit was not changed', error)
  }
}

async function attestCommand(deps: CommandDeps): Promise<void> {
  const { db, env, print } = deps
  const signer = await readSigner(env, 'ATTESTOR')
  const chain = await openChain(deps)
  const attested = await attest({ db, ...chain, signer })
  print(
    attested
      ? `attested: ${formatAmount(amountOf('XAU', attested.grams))} g in the vault, ${attested.hash}`
      : 'the chain says so already',
  )
  for (const { asset, units, grams } of attested?.shares ?? [])
    print(`  ${asset}: ${formatAmount(amountOf(asset, units))} on ${formatAmount(amountOf('XAU', grams))} g`)
  await noteAttested({ db, ...chain })
}

async function mintCommand(deps: CommandDeps): Promise<void> {
  const { db, env, print } = deps
  const signer = await readSigner(env, 'ISSUER')
  const { minted, failed, underWay } = await mintAll({ db, ...(await openChain(deps)), signer })
  for (const { reference, asset, units } of minted)
    print(`minted ${reference}: ${formatAmount(amountOf(asset, units))} ${asset}`)
  if (minted.length === 0 && failed.length === 0 && underWay === 0) print('nothing waits to be minted')
  const problems = failed.map(({ tranche, reason }) => `${tranche.reference} was not minted: ${reason}`)
  if (underWay > 0) problems.push('A mint is not final yet: run this again in a while.')
  if (problems.length > 0) throw new ProblemForPeople(problems.join('\n'))
}

type Run = (deps: CommandDeps, given: Given) => Promise<void>

const commands: Record<string, Run> = {
  status: async ({ db, print }) => {
    for (const line of await statusLines(db)) print(line)
  },
  tranche: trancheCommand,
  attest: attestCommand,
  mint: mintCommand,
  claim: claimCommand,
  limits: async (deps) => {
    const { node, deployed } = await openChain(deps)
    for (const line of await limitLines(node, deployed)) deps.print(line)
  },
  limit: limitCommand,
  retry: async ({ db, print }, { subjects: [entry] }) => {
    await retrySettlement(db, readNumber(entry, 'an entry'))
    print(`entry ${entry} is queued again`)
  },
  rescan: async (deps, { subjects: [block] }) => {
    const from = readNumber(block, 'a block')
    const chain = await openChain(deps)
    const readBook = openAddressBook(deps.db, chain.deployed.addresses)
    const found = await rescanDeposits({ db: deps.db, ...chain, readBook }, from)
    deps.print(found === 0 ? 'nothing was passed over' : `${found} transfers had been passed over and are booked now`)
  },
  restored: async (deps, { subjects: [block] }) => {
    const { db, ownerUrl, print } = deps
    if (!ownerUrl) throw new Error('nobody says how the owner of the database is reached')
    const since = block === undefined ? undefined : readNumber(block, 'a block')
    const chain = await openChain(deps)
    const owner = connect(ownerUrl, { part: 'command', max: 1 })
    try {
      const readBook = openAddressBook(db, chain.deployed.addresses)
      for (const line of restoredLines(await restored({ db, owner, ...chain, readBook, since }))) print(line)
      print('The bank was not asked: make no file of payments before its own list was looked at (docs/scaling.md).')
    } finally {
      await owner.destroy()
    }
  },
  stop: async ({ db, print }, { options: { reason } }) => {
    if (!reason) throw new ProblemForPeople('Say why: --reason "a closer look"')
    await inTransaction(db, (tx) => stopIssuing(tx, reason))
    print('issuing is stopped')
  },
  allow: async ({ db, print }) => {
    await inTransaction(db, (tx) => allowIssuing(tx))
    print('issuing is allowed, unless reconciliation has stopped it: npm run chain -- status')
  },
}

/** What only tells of something. Everything else is written down. */
const telling = ['status', 'limits']
/** What usually takes two persons, and one does alone here. */
const takingTwo = ['tranche', 'claim', 'limit', 'allow', 'restored']

/** What `npm run chain` does. */
export async function runChainCommand(words: readonly string[], deps: CommandDeps): Promise<void> {
  const text = { type: 'string' } as const
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    strict: false,
    options: { name: text, 'ounce-price': text, margin: text, reason: text },
  })
  const [command = '', ...subjects] = positionals
  const run = Object.hasOwn(commands, command) ? commands[command] : undefined
  if (!run) throw new ProblemForPeople(usage)
  const texts = Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value : undefined])
  const options = Object.fromEntries(texts)
  if (!telling.includes(command))
    await auditCommand(deps.db, {
      action: `chain-${command}`,
      reason: options.reason?.slice(0, 500),
      facts: { Command: words.join(' ').slice(0, 500) },
      alone: takingTwo.includes(command) || undefined,
    })
  await run(deps, { subjects, options })
}

/** What `npm run reconcile` does. Answers whether ledger and chain agree. */
export async function runReconcileCommand(deps: CommandDeps): Promise<boolean> {
  const run = await reconcile({ db: deps.db, ...(await openChain(deps, connectBatchingNode)) }, { whole: true })
  if (!run) throw new ProblemForPeople('Nothing has been read from the chain yet: start the worker first.')
  for (const line of reportLines(run)) deps.print(line)
  return run.problem === undefined && run.differences.length === 0
}
