import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import { type Address, type Hex, keccak256, numberToHex, toHex } from 'viem'

export const CHAIN_ID = 31_337

/** As on BNB Smart Chain. */
export const BLOCK_GAS_LIMIT = 140_000_000n

/** What one transaction may use at most (EIP-7825). */
export const TRANSACTION_GAS_LIMIT = 16_777_216n

/** Fixed for good: replay gives the same block hashes only by the same rules. */
const HARDFORK = 'osaka'
const COINBASE = '0x00000000000000000000000000000000C01bA5e0'

/** What each of the sandbox's own keys has in the first block; nobody else has anything. */
const GENESIS_BALANCE = 10n ** 27n

export type RpcBlock = {
  number: Hex
  hash: Hex
  parentHash: Hex
  timestamp: Hex
  gasUsed: Hex
  gasLimit: Hex
  miner: Address
  transactions: Hex[]
}

/** All that a block is made of, besides the blocks before it. */
type BlockPlan = {
  /** In seconds. */
  time: number
  /** Counts the reorganisations: it makes an otherwise equal block another one. */
  branch: number
  transactions: { hash: Hex; raw: Hex }[]
}

type MinedBlock = { hash: Hex; time: number /** Transactions of the plan that are not in it. */; refused: Hex[] }

export type Engine = {
  request<T>(method: string, params: unknown[]): Promise<T>
  /** Makes this block. When the engine refuses a transaction of it, the block has to be undone. */
  mine(plan: BlockPlan): Promise<MinedBlock>
  /** A point to which `revert` goes back. */
  snapshot(): Promise<string>
  revert(snapshot: string): Promise<void>
  close(): Promise<void>
}

/** Hardhat's simulated network in this process: an EVM that does nothing that it is not told. */
export const openEngine = async (genesis: { time: number; keys: Hex[] }): Promise<Engine> => {
  const { network } = await createHardhatRuntimeEnvironment({
    networks: {
      sandbox: {
        type: 'edr-simulated',
        chainType: 'generic',
        chainId: CHAIN_ID,
        hardfork: HARDFORK,
        coinbase: COINBASE,
        accounts: genesis.keys.map((privateKey) => ({ privateKey, balance: GENESIS_BALANCE })),
        initialDate: new Date(genesis.time * 1_000),
        initialBaseFeePerGas: 0n,
        blockGasLimit: BLOCK_GAS_LIMIT,
        allowBlocksWithSameTimestamp: true,
        throwOnTransactionFailures: false,
        mining: { auto: false, interval: 0, mempool: { order: 'fifo' } },
      },
    },
  })
  const connection = await network.create('sandbox')
  const request = async <T>(method: string, params: unknown[]): Promise<T> =>
    (await connection.provider.request({ method, params })) as T

  return {
    request,
    async mine({ time, branch, transactions }) {
      const number = Number(await request<Hex>('eth_blockNumber', [])) + 1
      for (const { raw } of transactions) await request('eth_sendRawTransaction', [raw]).catch(() => undefined)
      await request('hardhat_setNextBlockBaseFeePerGas', ['0x0'])
      await request('hardhat_setPrevRandao', [keccak256(toHex(`${branch}:${number}`))])
      await request('evm_setNextBlockTimestamp', [time])
      await request('evm_mine', [])
      const block = await request<RpcBlock>('eth_getBlockByNumber', [numberToHex(number), false])
      const mined = new Set(block.transactions)
      const refused = transactions.map(({ hash }) => hash).filter((hash) => !mined.has(hash))
      return { hash: block.hash, time: Number(block.timestamp), refused }
    },
    snapshot: () => request<string>('evm_snapshot', []),
    async revert(snapshot) {
      if (!(await request<boolean>('evm_revert', [snapshot]))) throw new Error(`the engine forgot snapshot ${snapshot}`)
    },
    close: () => connection.close(),
  }
}
