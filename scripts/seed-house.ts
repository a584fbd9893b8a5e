import { setTimeout as sleep } from 'node:timers/promises'
import { policy } from '@ingot/api/policy'
import { runChainCommand } from '@ingot/chain/command'
import { readDeployed } from '@ingot/chain/deployed'
import { connectNode } from '@ingot/chain/node'
import { connect, type Db } from '@ingot/db/connect'
import { houseAccount } from '@ingot/ledger/account'
import { balanceOf } from '@ingot/ledger/balance'
import { readEntry } from '@ingot/ledger/list'
import { takeInBar } from '@ingot/ledger/vault'
import { parseAmount } from '@ingot/money/amount-text'
import { sandboxClient } from '@ingot/sandbox/client'
import { type Address, erc20Abi, getAbiItem, zeroAddress } from 'viem'
import type { Stack } from './stack.ts'

const bars = [
  { refiner: 'Alpine Refinery', serial: 'AR-204411', year: 2023, fineness: '999.9', grossGrams: '12441.39' },
  { refiner: 'Alpine Refinery', serial: 'AR-204412', year: 2023, fineness: '999.9', grossGrams: '12437.05' },
  { refiner: 'Rhine Metals', serial: 'RM-88017', year: 2021, fineness: '995.0', grossGrams: '12566.2' },
  { refiner: 'Rhine Metals', serial: 'RM-88018', year: 2021, fineness: '996.1', grossGrams: '12502.75' },
]
/** Bars that are given out, so many of each size. */
const smallBars = { 1: 20, 5: 10, 10: 10, 20: 6, 50: 4, 100: 4, 1000: 2 }

const toGiveOut = Object.entries(smallBars).flatMap(([grossGrams, count]) =>
  Array.from({ length: count }, (_, index) => ({
    refiner: 'Alpine Refinery',
    serial: `AR-${grossGrams.padStart(4, '0')}-${String(index + 1).padStart(3, '0')}`,
    year: 2025,
    fineness: '999.9',
    grossGrams,
  })),
)
const grams = { QMGT: '25000', GCA: '5000', GAE: '5000' }
const dollars = { USDAU: '250000', float: '1000000' }
const patience = 60_000

/**
 * What a house needs before anybody can trade: bars, tokens issued on them, and dollars to buy back with. Each step may
 * be done again, so that a start which was interrupted goes on where it ended.
 */
export const seedHouse = async ({ databaseUrl, chain, sandbox }: Pick<Stack, 'databaseUrl' | 'chain' | 'sandbox'>) => {
  if (!sandbox) return
  const db = connect(databaseUrl, { part: 'seed', max: 2 })
  try {
    if (await isServed(db)) return
    const run = (...words: string[]) => runChainCommand(words, { db, env: chain, print: () => undefined })
    for (const bar of [...bars, ...toGiveOut]) await db.transaction().execute((tx) => takeInBar(tx, bar, 'seed'))
    const outside = sandboxClient(sandbox).chain
    const { treasury } = readDeployed(chain.CHAIN_ADDRESSES ?? '').addresses
    if ((await dollarsAt(chain, treasury)) === 0n)
      await outside.faucet({ address: treasury, asset: 'USDT', amount: dollars.float })
    for (const [asset, amount] of Object.entries(grams)) await run('tranche', asset, amount, '--name', `seed-${asset}`)
    // Under the same name only the same is issued again, and the price has moved since.
    if (!(await readEntry(db, 'tranche:seed-USDAU')))
      await run('tranche', 'USDAU', dollars.USDAU, '--name', 'seed-USDAU', ...(await coverOf(outside)))
    await run('attest')
    await run('mint')
    await arrived(db, dollars.float)
    await run('claim', 'USDT', dollars.float, '--name', 'seed-float')
  } finally {
    await db.destroy()
  }
}

/** Everything was done, which ends with the claim, or somebody else has filled the treasury. */
const isServed = async (db: Db) => {
  if (await readEntry(db, 'claim:seed-float')) return true
  const isFilled = (await balanceOf(db, houseAccount('QMGT', 'treasury'))).units > 0n
  return isFilled && !(await readEntry(db, 'tranche:seed-QMGT'))
}

/** The price of the day and the policy's margin. */
const coverOf = async (outside: ReturnType<typeof sandboxClient>['chain']) => {
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(100)) {
    const { price } = await outside.state()
    if (price) return ['--ounce-price', price, '--margin', String(policy.trade.usdauMargin)]
  }
  throw new Error('the sandbox has no price of gold')
}

const arrived = async (db: Db, amount: string) => {
  const { units } = parseAmount('USDT', amount)
  for (const deadline = Date.now() + patience; Date.now() < deadline; await sleep(100))
    if ((await balanceOf(db, houseAccount('USDT', 'suspense'))).units >= units) return
  throw new Error('the dollars for the treasury did not arrive')
}

/** USDT that lies at an address on the chain. */
const dollarsAt = ({ CHAIN_RPC_URL = '', CHAIN_ADDRESSES = '' }: NodeJS.ProcessEnv, wallet: Address): Promise<bigint> =>
  connectNode(CHAIN_RPC_URL).readContract({
    address: readDeployed(CHAIN_ADDRESSES).addresses.usdt,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [wallet],
  })

/** Whether the faucet, which makes what it gives, has given exactly this much USDT to a wallet. */
export const wasGiven = async (
  { CHAIN_RPC_URL = '', CHAIN_ADDRESSES = '' }: NodeJS.ProcessEnv,
  wallet: Address,
  amount: string,
): Promise<boolean> => {
  const given = await connectNode(CHAIN_RPC_URL).getLogs({
    address: readDeployed(CHAIN_ADDRESSES).addresses.usdt,
    event: getAbiItem({ abi: erc20Abi, name: 'Transfer' }),
    args: { from: zeroAddress, to: wallet },
    fromBlock: 0n,
  })
  const { units } = parseAmount('USDT', amount)
  return given.some(({ args }) => args.value === units)
}
