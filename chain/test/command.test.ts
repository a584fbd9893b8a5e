import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type Db } from '@ingot/db/connect'
import { createTestDatabase } from '@ingot/db/test-server'
import { inTransaction } from '@ingot/db/transaction'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { move, post } from '@ingot/ledger/post'
import { sendMoves } from '@ingot/ledger/send'
import { advanceSettlements, settlementsOf } from '@ingot/ledger/settlement'
import { amountOf } from '@ingot/money/amount'
import { createTestClient, http, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openAddressBook } from '../src/address-book.ts'
import { runChainCommand, runReconcileCommand } from '../src/command.ts'
import { readDeployed } from '../src/deployed.ts'
import { deploy } from '../src/deploying/deploy.ts'
import { usualLimits } from '../src/deploying/outside-policy.ts'
import { watchDeposits } from '../src/deposits/watch-deposits.ts'
import { connectNode } from '../src/node.ts'
import { failEntry } from '../src/settling/make-batch.ts'
import { accounts, keys, serveChain } from './support/chain.ts'
import { fillVault } from './support/issuing.ts'
import { addCustomer, unit } from './support/settling.ts'

let db: Db
let chain: Awaited<ReturnType<typeof serveChain>>
let env: Record<string, string>

/** A node reached over HTTP as a real one is, on which every block is final. */
beforeAll(async () => {
  chain = await serveChain()
  db = connect(await createTestDatabase(), { part: 'test' })
  const file = join(await mkdtemp(join(tmpdir(), 'command-')), 'addresses.json')
  const outside = { sandbox: true, feeder: accounts.deployer.address } as const
  const { deployer } = accounts
  const transport = http(chain.url)
  await deploy({ transport, deployer, keys, outside, limits: usualLimits, file, pollingInterval: 10 })
  const tester = createTestClient({ mode: 'hardhat', transport: http(chain.url) })
  for (const { address } of [accounts.admin, accounts.attestor, accounts.issuer])
    await tester.setBalance({ address, value: parseEther('1') })
  const keyOf = (number: number) => toHex(number, { size: 32 })
  env = {
    CHAIN_RPC_URL: chain.url,
    CHAIN_ADDRESSES: file,
    CHAIN_ADMIN_KEY: keyOf(0xa1),
    CHAIN_ATTESTOR_KEY: keyOf(0xa2),
    CHAIN_ISSUER_KEY: keyOf(0xa3),
  }
  await fillVault(db, '1000')
}, 60_000)

afterAll(async () => {
  await db.destroy()
  await chain.close()
})

/** What a command printed, or the sentence with which it failed. */
const run = async (words: string, extra: Record<string, string> = {}): Promise<string> => {
  const lines: string[] = []
  const deps = { db, env: { ...env, ...extra }, print: (line: string) => lines.push(line) }
  const failed = await runChainCommand(words.split(' '), deps).then(
    () => [],
    (error) => [`${error.name}: ${error.message}`],
  )
  return [...lines, ...failed].join('\n')
}

const reconcileNow = async () => {
  const lines: string[] = []
  const agree = await runReconcileCommand({ db, env, print: (line) => lines.push(line) })
  return { agree, text: lines.join('\n') }
}

const watch = async () => {
  const deployed = readDeployed(env.CHAIN_ADDRESSES ?? '')
  const readBook = openAddressBook(db, deployed.addresses)
  while ((await watchDeposits({ db, node: connectNode(chain.url), deployed, readBook })).more);
}

test('wrong words are answered with what there is to say', async () => {
  for (const words of ['', 'constructor', 'print money']) expect(await run(words)).toContain('Usage: npm run chain')
  expect(await run('tranche QMGT 1')).toContain('Name the tranche')
  expect(await run('tranche XAU 1 --name a')).toContain('A tranche is of QMGT, GCA, GAE or USDAU.')
  expect(await run('tranche QMGT much --name a')).toContain('The tranche was not issued:')
  expect(await run('tranche QMGT 0 --name a')).toContain('A tranche of nothing is none.')
  expect(await run('tranche QMGT 1001 --name a')).toContain('VaultExhausted')
  expect(await run('tranche USDAU 1 --name a')).toContain('--ounce-price')
  expect(await run('tranche USDAU 1 --name a --ounce-price 4000 --margin 09999')).toContain('at least 10000')
  expect(await run('retry x')).toBe('ProblemForPeople: Give the number of an entry.')
  expect(await run('rescan')).toBe('ProblemForPeople: Give the number of a block.')
  expect(await run('stop')).toContain('Say why')
  expect(await run('mint', { CHAIN_ISSUER_KEY: '' })).toContain('CHAIN_ISSUER_KEY or CHAIN_ISSUER_KEYSTORE must be set')
  expect(await run('mint', { CHAIN_RPC_URL: 'nowhere' })).toContain('CHAIN_RPC_URL must be')
})

test('a tranche goes from the ledger to the chain by three commands, each of which may be repeated', async () => {
  expect(await run('status')).toContain('all are minted')
  expect(await run('tranche QMGT 100 --name first')).toContain('issued in the ledger, entry')
  expect(await run('tranche QMGT 100 --name first')).toContain('was issued before')
  const dollars = 'tranche USDAU 2000 --name dollars --ounce-price 3110.34768 --margin 10500'
  expect(await run(dollars)).toContain('issued in the ledger')
  expect(await run('status')).toContain('tranche:first: 100 QMGT waits to be minted')
  expect(await run('mint')).toContain('AboveReserve')
  expect(await run('attest')).toMatch(
    /^attested: 1000 g in the vault, 0x[0-9a-f]{64}\n {2}QMGT: 100 on 100 g\n {2}USDAU: 2000 on 21 g$/,
  )
  expect(await run('attest')).toBe('the chain says so already')
  expect(await run('mint')).toBe('minted tranche:first: 100 QMGT\nminted tranche:dollars: 2000 USDAU')
  expect(await run('mint')).toBe('nothing waits to be minted')
})

test('issuing can be stopped and allowed by hand', async () => {
  expect(await runStop()).toBe('issuing is stopped')
  expect(await run('tranche QMGT 1 --name later')).toContain('IssuingStopped: look')
  expect(await run('status')).toContain('issuing, by operator: look')
  expect(await run('allow')).toContain('issuing is allowed')
  expect(await run('tranche QMGT 1 --name later')).toContain('issued in the ledger')
})

const runStop = () => run('stop --reason look')

test('reconciling says what was compared, what is in flight and what differs', async () => {
  await expect(runReconcileCommand({ db, env, print: () => undefined })).rejects.toThrow('start the worker first')
  await watch()
  const first = await reconcileNow()
  expect(first.agree).toBe(true)
  expect(first.text).toMatch(
    /^Compared \d+ sums at block \d+, the house’s and those of all \d+ customers\.\nIn flight: 1\n {2}mint \d+: 1 QMGT, waiting\nLedger and chain agree\.$/,
  )
  const ann = await addCustomer(db, 'ann')
  const to = customerAccount(ann.id, 'USDT', 'available')
  const moves = [move(amountOf('USDT', 5n * unit), { from: houseAccount('USDT', 'outside'), to })]
  await post(db, { reference: 'air', kind: 'test', causedBy: 'test', moves })
  const second = await reconcileNow()
  expect(second.agree).toBe(false)
  expect(second.text).toContain(`(customer:${ann.id}): ledger 5, in flight 0, chain 0, difference -5`)
  expect(await run('status')).toContain('ALARM           reconciliation: Ledger and chain differ')
  expect(await run('rescan 0')).toBe('nothing was passed over')
})

test('a settlement that failed can be queued again, a send that went back cannot', async () => {
  const bob = await addCustomer(db, 'bob')
  const from = customerAccount(bob.id, 'USDT', 'available')
  const paid = [move(amountOf('USDT', 5n * unit), { from: houseAccount('USDT', 'outside'), to: from })]
  await post(db, { reference: 'paid', kind: 'test', causedBy: 'test', moves: paid })
  const details = { to: accounts.stranger.address }
  const moves = sendMoves(amountOf('USDT', unit), from)
  const { entry } = await post(db, { reference: 'send', kind: 'test', causedBy: 'test', moves, details })
  expect(await run(`retry ${entry}`)).toContain('has not failed: it is queued')
  await inTransaction(db, (tx) => advanceSettlements(tx, [entry], { state: 'failed', reason: 'paused' }))
  expect(await run('status')).toContain(`1 failed (entries ${entry})`)
  expect(await run(`retry ${entry}`)).toBe(`entry ${entry} is queued again`)
  expect(await settlementsOf(db, [entry])).toMatchObject([{ state: 'queued' }])
  await inTransaction(db, async (tx) => failEntry(tx, await settlementsOf(tx, [entry]), 'no'))
  expect(await run(`retry ${entry}`)).toContain('went back to its customer')
  expect(await run('retry 99999')).toContain('has nothing to settle')
})

test('another chain than the database’s is refused', async () => {
  const deployment = JSON.parse(readFileSync(env.CHAIN_ADDRESSES ?? '', 'utf8'))
  const file = join(await mkdtemp(join(tmpdir(), 'command-')), 'addresses.json')
  writeFileSync(file, JSON.stringify({ ...deployment, chainId: 56 }))
  expect(await run('attest', { CHAIN_ADDRESSES: file })).toContain('deployed on chain 56')
})

test('limits are shown, lowered at once, and raised two days after they were asked for', async () => {
  const tester = createTestClient({ mode: 'hardhat', transport: http(chain.url) })
  expect(await run('limits')).toContain('QMGT    5000 QMGT in 24 hours, 5000 QMGT left now')
  expect(await run('limits')).toContain('GCA     0 GCA in 24 hours, 0 GCA left now')
  expect(await run('limit QMGT 4000')).toBe('the limit is 4000 QMGT now')
  expect(await run('limit QMGT 4000')).toBe('the limit is 4000 QMGT already')
  expect(await run('limit QMGT 6000')).toContain('6000 QMGT is asked for')
  expect(await run('limits')).toMatch(/QMGT +4000 QMGT in 24 hours, 4000 QMGT left now; 6000 QMGT from 20/)
  expect(await run('limit QMGT 6000')).toContain('ProblemForPeople: 6000 QMGT was asked for and can be had from')
  expect(await run('limit QMGT 4000')).toContain('what was asked for is called off')
  await run('limit QMGT 6000')
  await tester.increaseTime({ seconds: 2 * 24 * 3600 })
  await tester.mine({ blocks: 1 })
  expect(await run('limit QMGT 6000')).toBe('the limit is 6000 QMGT now')
})

test('limits are changed with the admin key alone, and only for what there is', async () => {
  const other = { CHAIN_ADMIN_KEY: env.CHAIN_ISSUER_KEY ?? '' }
  expect(await run('limit USDT 1', other)).toContain('refused by the contract: AccessControlUnauthorizedAccount(')
  expect(await run('limit USDT 1', { CHAIN_ADMIN_KEY: '' })).toContain(
    'CHAIN_ADMIN_KEY or CHAIN_ADMIN_KEYSTORE must be set',
  )
  expect(await run('limit EUR 1')).toContain('Say of what: USDT')
  expect(await run('limit USDT much')).toContain('The limit was not changed')
})
