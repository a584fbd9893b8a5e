import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Account,
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  parseEventLogs,
  parseUnits,
  toHex,
} from 'viem'
import { hardhat } from 'viem/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContractName, readArtifacts } from '../src/deploying/compile.ts'
import { type Addresses, deploy } from '../src/deploying/deploy.ts'
import { usualLimits } from '../src/deploying/outside-policy.ts'
import { receivers } from '../src/settling/legs.ts'
import { treasurySalt, walletAddress } from '../src/wallets.ts'
import { accounts, keys, startChain, type TestChain } from './support/chain.ts'

const recordFile = join(import.meta.dirname, '..', 'gas.json')
const tolerance = 0.02
const batchSize = 50
const unit = parseUnits('1', 18)
const artifacts = readArtifacts()

let chain: TestChain
let addresses: Addresses

async function send(
  from: Account,
  to: Address,
  contract: ContractName,
  functionName: string,
  args: unknown[],
  gas = 16_000_000n,
) {
  const data = encodeFunctionData({ abi: artifacts[contract].abi, functionName, args })
  const hash = await chain.client.sendTransaction({ account: from, to, data, gas, chain: hardhat })
  const receipt = await chain.client.waitForTransactionReceipt({ hash })
  expect(receipt.status).toBe('success')
  return receipt
}

/** As random as a customer's: every byte of it is paid for. */
const saltOf = (number: number): Hex => keccak256(toHex(number))

const walletOf = (number: number): Address => walletAddress(addresses, saltOf(number))

/** Customers buy QMGT with USDT: dollars to the treasury, gold to the customer. */
async function swapAll(firstId: number) {
  const items = []
  for (let number = 1; number <= batchSize; number++) {
    const pay = {
      token: addresses.usdt,
      from: saltOf(number),
      receiver: receivers.wallet,
      to: treasurySalt,
      amount: parseUnits('131.25', 18),
    }
    const get = {
      token: addresses.qmgt,
      from: treasurySalt,
      receiver: receivers.wallet,
      to: saltOf(number),
      amount: unit,
    }
    items.push({ id: BigInt(firstId + number), legs: [pay, get] })
  }
  const receipt = await send(accounts.settler, addresses.settlement, 'Settlement', 'settle', [items])
  const settled = receipt.logs.filter((log) => log.address === addresses.settlement.toLowerCase() && log.data === '0x')
  expect(settled).toHaveLength(batchSize)
  return Number(receipt.gasUsed) / batchSize
}

async function measure() {
  const { qmgt, usdt, reserve } = addresses
  const share = { token: qmgt, grams: unit * 10_000n, units: unit * 10_000n }
  await send(accounts.attestor, reserve, 'Reserve', 'attest', [unit * 10_000n, [share], `0x${'11'.repeat(32)}` as Hex])
  await send(accounts.issuer, qmgt, 'QMGT', 'issue', [unit * 10_000n])
  await send(accounts.deployer, usdt, 'TestUsdt', 'mint', [accounts.stranger.address, unit * 1_000n])
  const { deployer, stranger } = accounts
  for (let number = 1; number <= batchSize; number++) {
    await send(deployer, usdt, 'TestUsdt', 'mint', [walletOf(number), unit * 1_000n])
  }
  const first = await swapAll(1_000)
  const swap = await swapAll(2_000)

  // Gold for somebody outside, who passes some of it on twice: the second time to a known holder.
  const out = { token: qmgt, from: saltOf(1), receiver: receivers.outside, to: pad(stranger.address), amount: unit }
  await send(accounts.settler, addresses.settlement, 'Settlement', 'settle', [[{ id: 1n, legs: [out] }]])
  await send(stranger, qmgt, 'QMGT', 'transfer', [deployer.address, unit / 4n])
  await send(stranger, usdt, 'TestUsdt', 'transfer', [deployer.address, parseUnits('131.25', 18)])
  const gold = await send(stranger, qmgt, 'QMGT', 'transfer', [deployer.address, unit / 4n])
  const dollars = await send(stranger, usdt, 'TestUsdt', 'transfer', [deployer.address, parseUnits('131.25', 18)])

  return {
    plainTransferOfUsdt: Number(dollars.gasUsed),
    plainTransferOfQmgt: Number(gold.gasUsed),
    settledTwoLegMove: Math.round(swap),
    settledTwoLegMoveWithWalletDeployment: Math.round(first),
  }
}

let figures: Awaited<ReturnType<typeof measure>>

beforeAll(async () => {
  chain = await startChain()
  const file = join(mkdtempSync(join(tmpdir(), 'gas-')), 'addresses.json')
  const outside = { sandbox: true, feeder: accounts.deployer.address } as const
  const { transport } = chain
  const { deployer } = accounts
  addresses = await deploy({
    transport,
    deployer,
    keys,
    outside,
    limits: usualLimits,
    file,
    artifacts,
    pollingInterval: 20,
  })
  figures = await measure()
}, 120_000)

afterAll(() => chain.close())

test('a settled swap costs at most half of two plain transfers', () => {
  // Both counted as if USDT moved twice, which is the cheaper of the two tokens.
  expect(figures.settledTwoLegMove / (2 * figures.plainTransferOfUsdt)).toBeLessThanOrEqual(0.5)
})

test('the gas that is asked for is enough even when every other token burns all that it gets', async () => {
  const { client } = chain
  // Any call of it is an invalid instruction.
  const hash = await client.sendTransaction({
    account: accounts.deployer,
    data: '0x60fe60005360016000f3',
    chain: hardhat,
  })
  const { contractAddress: burner } = await client.waitForTransactionReceipt({ hash })
  const { settlement, usdt } = addresses
  const settlementAbi = artifacts.Settlement.abi
  const read = { address: settlement, abi: settlementAbi, functionName: 'gasFor', args: [2n] }
  const gas = BigInt(batchSize) * ((await client.readContract(read)) as bigint) + 200_000n
  const inner = { from: saltOf(1), receiver: receivers.wallet, to: treasurySalt }
  const bad = { ...inner, token: burner, amount: 2n ** 256n - 1n }
  const good = { ...inner, token: usdt, amount: 1n }
  const items = Array.from({ length: batchSize }, (_, index) => ({
    id: BigInt(10_000 + index),
    legs: [good, index === batchSize - 1 ? good : bad],
  }))
  const receipt = await send(accounts.settler, settlement, 'Settlement', 'settle', [items], gas)
  const outcomes = parseEventLogs({ abi: settlementAbi, logs: receipt.logs }).map((log) => log.eventName)
  expect(outcomes.filter((name) => name === 'Refused')).toHaveLength(batchSize - 1)
  expect(outcomes.filter((name) => name === 'Settled')).toHaveLength(1)
})

/** Each step is a transaction of its own: only then has everything to be read from the disk, as it does in earnest. */
test('the dearest send fits: out of a new wallet, to a new holder, a day after a day that was busy each hour', async () => {
  const { settlement, qmgt } = addresses
  const settle = (id: bigint, leg: object, gas?: bigint) =>
    send(
      accounts.settler,
      settlement,
      'Settlement',
      'settle',
      [[{ id, legs: [{ token: qmgt, amount: 1n, ...leg }] }]],
      gas,
    )
  const later = (seconds: number) => chain.provider.request({ method: 'evm_increaseTime', params: [seconds] })
  const outside = { receiver: receivers.outside, to: pad(accounts.stranger.address) }
  for (let hour = 0; hour < 25; hour++) {
    await later(3600)
    await settle(BigInt(20_000 + hour), { from: treasurySalt, ...outside })
  }
  await settle(20_100n, { from: treasurySalt, receiver: receivers.wallet, to: saltOf(99) })
  await later(24 * 3600 - 60)
  const read = { address: settlement, abi: artifacts.Settlement.abi, functionName: 'gasFor', args: [1n] }
  const gas = ((await chain.client.readContract(read)) as bigint) + 200_000n
  const receipt = await settle(20_101n, { from: saltOf(99), ...outside, to: pad('0x99') }, gas)
  const outcomes = parseEventLogs({ abi: artifacts.Settlement.abi, logs: receipt.logs }).map((log) => log.eventName)
  expect(outcomes).toEqual(['WalletDeployed', 'Settled'])
  expect(Number(receipt.gasUsed)).toBeLessThan(Number(gas) - 200_000)
})

test('gas is what was recorded', () => {
  if (process.env.UPDATE_GAS) writeFileSync(recordFile, `${JSON.stringify(figures, null, 2)}\n`)
  const recorded: Record<string, number> = JSON.parse(readFileSync(recordFile, 'utf8'))
  for (const [name, gas] of Object.entries(figures)) {
    const change = Math.abs(gas / (recorded[name] ?? 0) - 1)
    const hint = `${name} takes ${gas} gas, but gas.json says ${recorded[name]}. If that is wanted: UPDATE_GAS=1 npm test -- contracts`
    expect(change, hint).toBeLessThanOrEqual(tolerance)
  }
})
