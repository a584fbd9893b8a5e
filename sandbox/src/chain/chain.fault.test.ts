import type { Hex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ChildSandbox, makeDataFolder, removeDataFolder, startChildSandbox } from '../test-sandbox.ts'
import { type Clients, clientsFor, testAccount } from './test-chain.ts'

const KILLS = 6
const SENDERS = [1, 2, 3, 4]
const SETTINGS = { SANDBOX_BLOCK_SECONDS: '0.02' }

let folder: string
let sandbox: ChildSandbox

beforeAll(async () => {
  folder = await makeDataFolder()
})

afterAll(async () => {
  await sandbox?.stop()
  await removeDataFolder(folder)
})

/** What somebody outside was told and may rely on. */
const accepted: Hex[] = []
const blocks = new Map<bigint, Hex>()

const clientsOf = (number: number): Clients => clientsFor(`${sandbox.baseUrl}/chain`, number)

/** Sends until the node is gone; every hash that was answered is noted. */
const sendUntilGone = async (number: number, onAccepted: () => void): Promise<void> => {
  const { reader, writer } = clientsOf(number)
  const address = writer.account.address
  let nonce = await reader.getTransactionCount({ address, blockTag: 'pending' })
  for (;;) {
    const fields = { to: testAccount(9).address, value: 1n, gas: 21_000n, gasPrice: 1n, nonce } as const
    const hash = await writer.sendTransaction(fields).catch(() => null)
    if (hash === null) return
    nonce += 1
    accepted.push(hash)
    onAccepted()
  }
}

/** Looks at the newest block until the node is gone; every hash that was shown is noted. */
const watchUntilGone = async (): Promise<void> => {
  const { reader } = clientsOf(1)
  for (;;) {
    const block = await reader.getBlock().catch(() => null)
    if (block === null) return
    blocks.set(block.number, block.hash)
  }
}

/** What was noted since `first`, and the blocks of all time. */
const expectNothingLost = async (first: number): Promise<void> => {
  const { reader } = clientsOf(1)
  for (const [blockNumber, hash] of blocks) expect((await reader.getBlock({ blockNumber })).hash).toBe(hash)
  for (const hash of accepted.slice(first)) expect((await reader.getTransaction({ hash })).hash).toBe(hash)
}

test('kill -9 under load, again and again: what was accepted is there, what was shown has the same hash', async () => {
  sandbox = await startChildSandbox(folder, SETTINGS)
  for (const number of SENDERS) {
    const hash = await sandbox.client.chain.faucet({ address: testAccount(number).address, asset: 'BNB', amount: '1' })
    await clientsOf(number).reader.waitForTransactionReceipt({ hash })
  }

  for (let kill = 1; kill <= KILLS; kill++) {
    const before = accepted.length
    const enough = before + 20 + kill * 7
    const killWhenEnough = (): void => {
      if (accepted.length === enough) sandbox.child.kill('SIGKILL')
    }
    await Promise.all([watchUntilGone(), ...SENDERS.map((number) => sendUntilGone(number, killWhenEnough))])
    await sandbox.ended
    sandbox = await startChildSandbox(folder, SETTINGS)
    await expectNothingLost(before)
  }

  const { reader } = clientsOf(1)
  for (const hash of accepted)
    expect(await reader.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
  expect(accepted.length).toBeGreaterThanOrEqual(KILLS * 20)
  expect(blocks.size).toBeGreaterThan(KILLS)
  const received = await reader.getBalance({ address: testAccount(9).address })
  expect(received).toBeGreaterThanOrEqual(BigInt(accepted.length))
})

test('kill -9 around reorganisations: the branch that was answered is the one that is there', async () => {
  const to = testAccount(8).address
  for (let kill = 1; kill <= 3; kill++) {
    await sandbox.client.chain.faucet({ address: to, asset: 'BNB', amount: '1' })
    const { block, hash } = await sandbox.client.chain.reorg({ depth: 2, drop: kill === 2 })
    const final = await clientsOf(1).reader.getBlock({ blockNumber: BigInt(block) - 2n })
    sandbox.child.kill('SIGKILL')
    await sandbox.ended
    sandbox = await startChildSandbox(folder, { ...SETTINGS, SANDBOX_BLOCK_SECONDS: '3600' })
    const again = clientsOf(1).reader
    expect((await again.getBlock({ blockNumber: BigInt(block) })).hash).toBe(hash)
    expect((await again.getBlock({ blockNumber: final.number })).hash).toBe(final.hash)
  }
})
