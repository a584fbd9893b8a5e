import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connect, type Db } from '@ingot/db/connect'
import { customerAccount, houseAccount } from '@ingot/ledger/account'
import { type Entry, postTogether, settledMove } from '@ingot/ledger/post'
import { amountOf } from '@ingot/money/amount'
import { sandboxClient } from '@ingot/sandbox/client'
import pg from 'pg'
import { type Address, createClient, encodeFunctionData, erc20Abi, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { type Bench, median } from './bench.ts'

const aim = 3
const gasAim = 0.5
const rounds = 3
const customers = 200
const movesPerRound = 2_000
const rawMovesPerRound = 200
const unit = 10n ** 18n
const patience = 180_000

type Tools = Parameters<Bench>[0]
type Addresses = Record<'usdt' | 'qmgt' | 'treasury' | 'settlement', Address>

const run = promisify(execFile)

const waitUntil = async (what: string, holds: () => Promise<boolean>) => {
  for (const deadline = Date.now() + patience; !(await holds()); await sleep(50))
    if (Date.now() > deadline) throw new Error(`${what} took too long`)
}

/** Customers with dollars in their wallets, and a treasury with gold: everything as it would come about. */
const prepare = async ({ root, chain, databaseUrl, say }: Tools, pool: pg.Pool) => {
  const command = (...parameters: string[]) =>
    run(process.execPath, [join(root, 'scripts/chain.ts'), ...parameters], {
      env: { ...process.env, ...chain, DATABASE_URL: databaseUrl },
    })
  const bar = ['--refiner', 'Refiner', '--serial', 'S1', '--fineness', '1000', '--grams', '400000']
  await run(process.execPath, [join(root, 'scripts/ledger.ts'), 'intake', ...bar], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
  })
  await command('tranche', 'QMGT', '300000', '--name', 'bench')
  await command('attest')
  await command('mint')
  say('300 kg of gold are in the treasury')
  const { rows } = await pool.query<{ id: string; salt: Hex }>(
    `insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at)
     select 'bench' || n || '@people.example', 'bench' || n, '', now(), upper(lpad(to_hex(n), 8, '0')), lpad(to_hex(n), 64, '0'), now()
     from generate_series(1, $1::int) n returning id, '0x' || encode(wallet_salt, 'hex') as salt`,
    [customers],
  )
  return rows
}

/** A bare loop: one signed transfer after the other, two for each move, until the last one is final. */
const rawLoop = async (tools: Tools, { usdt }: Addresses, moves: number) => {
  const account = privateKeyToAccount(generatePrivateKey())
  const node = createClient({ transport: http(tools.chain.CHAIN_RPC_URL), pollingInterval: 50 }).extend(publicActions)
  const { chain } = sandboxClient(tools.sandbox)
  const { address } = account
  for (const [asset, amount] of [
    ['BNB', '10'],
    ['USDT', '100000'],
  ] as const)
    await node.waitForTransactionReceipt({ hash: await chain.faucet({ address, asset, amount }) })
  const [chainId, gasPrice] = [await node.getChainId(), await node.getGasPrice()]
  const holder = privateKeyToAccount(generatePrivateKey()).address
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [holder, unit] })
  const start = performance.now()
  let last: Hex = '0x'
  for (let nonce = 0; nonce < moves * 2; nonce++) {
    const transaction = { type: 'legacy', chainId, nonce, to: usdt, data, gas: 100_000n, gasPrice } as const
    const serializedTransaction = await account.signTransaction(transaction)
    last = await node.request({ method: 'eth_sendRawTransaction', params: [serializedTransaction] })
  }
  const receipt = await node.waitForTransactionReceipt({ hash: last })
  await waitUntil(
    'finality',
    async () => (await node.getBlock({ blockTag: 'finalized' })).number >= receipt.blockNumber,
  )
  return { perSecond: moves / ((performance.now() - start) / 1000), gasOfTwo: Number(receipt.gasUsed) * 2 }
}

/** The same through the ledger: each move an entry with dollars to the treasury and gold to the customer. */
const settled = async (db: Db, pool: pg.Pool, people: { id: string }[], round: number) => {
  const entries = Array.from({ length: movesPerRound }, (_, index): Entry => {
    const { id } = people[index % people.length] ?? { id: '' }
    const moves = [
      settledMove(amountOf('USDT', unit), {
        from: customerAccount(id, 'USDT', 'available'),
        to: houseAccount('USDT', 'treasury'),
      }),
      settledMove(amountOf('QMGT', unit / 100n), {
        from: houseAccount('QMGT', 'treasury'),
        to: customerAccount(id, 'QMGT', 'available'),
      }),
    ]
    return { reference: `bench:${round}:${index}`, kind: 'swap', causedBy: 'bench', moves }
  })
  const start = performance.now()
  for (let at = 0; at < entries.length; at += 100) await postTogether(db, entries.slice(at, at + 100))
  await waitUntil('settling', async () => {
    const { rows } = await pool.query(`select from ledger_settlements where state <> 'confirmed' limit 1`)
    return rows.length === 0
  })
  return movesPerRound / ((performance.now() - start) / 1000)
}

/** Gas of a move in a full batch, from the receipts of the settler's last transactions. */
const gasPerMove = async (tools: Tools, pool: pg.Pool) => {
  const node = createClient({ transport: http(tools.chain.CHAIN_RPC_URL) }).extend(publicActions)
  const { rows } = await pool.query<{ hash: Hex; items: string }>(
    `select x.hash, count(distinct x.entry) as items from ledger_settlements x group by x.hash
     having count(distinct x.entry) = 50 order by max(x.id) desc limit 5`,
  )
  const gas = []
  for (const { hash, items } of rows)
    gas.push(Number((await node.getTransactionReceipt({ hash })).gasUsed) / Number(items))
  return median(gas)
}

/** Settled moves of two legs, beside a loop that sends the same transfers one by one to the same node. */
export const settle: Bench = async (tools) => {
  const { databaseUrl, say } = tools
  const { addresses } = JSON.parse(readFileSync(tools.chain.CHAIN_ADDRESSES ?? '', 'utf8')) as { addresses: Addresses }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  const db = connect(databaseUrl, { part: 'bench', max: 4 })
  try {
    const people = await prepare(tools, pool)
    await fundWallets(tools, pool, people)
    // The first move out of a wallet deploys it, which is not what is measured.
    await settled(db, pool, people, 0)
    const measured = []
    for (let round = 1; round <= rounds; round++) {
      const { perSecond: raw, gasOfTwo } = await rawLoop(tools, addresses, rawMovesPerRound)
      const ours = await settled(db, pool, people, round)
      const gas = await gasPerMove(tools, pool)
      measured.push({ raw, ours, ratio: ours / raw, gas, gasOfTwo, gasRatio: gas / gasOfTwo })
      say(`round ${round}: raw ${raw.toFixed(0)}/s, ours ${ours.toFixed(0)}/s, gas ${gas.toFixed(0)} of ${gasOfTwo}`)
    }
    const value = median(measured.map(({ ratio }) => ratio))
    const gasRatio = median(measured.map((one) => one.gasRatio))
    return {
      value,
      unit: `× a bare loop of raw transactions (gas ${gasRatio.toFixed(2)} × two plain transfers)`,
      aim: `≥ ${aim} (gas ≤ ${gasAim})`,
      ok: value >= aim && gasRatio <= gasAim,
      rounds: measured,
    }
  } finally {
    await pool.end()
    await db.destroy()
  }
}

/** Real deposits: the faucet pays each wallet, and the watcher credits them. */
const fundWallets = async (tools: Tools, pool: pg.Pool, people: { id: string; salt: Hex }[]) => {
  const node = createClient({ transport: http(tools.chain.CHAIN_RPC_URL) }).extend(publicActions)
  const address = tools.chain.CHAIN_SETTLEMENT as Address
  const abi = [
    {
      type: 'function',
      name: 'walletOf',
      stateMutability: 'view',
      inputs: [{ type: 'bytes32' }],
      outputs: [{ type: 'address' }],
    },
  ] as const
  const { chain } = sandboxClient(tools.sandbox)
  for (const { salt } of people) {
    const wallet = await node.readContract({ address, abi, functionName: 'walletOf', args: [salt] })
    await chain.faucet({ address: wallet, asset: 'USDT', amount: '1000' })
  }
  await waitUntil('crediting', async () => {
    const { rows } = await pool.query<{ funded: string }>(
      `select count(*) as funded from ledger_accounts a join ledger_balances b on b.account = a.id
       where a.asset = 'USDT' and a.purpose = 'available' and b.units > 0`,
    )
    return Number(rows[0]?.funded) === people.length
  })
  tools.say(`${people.length} customers have dollars`)
}
