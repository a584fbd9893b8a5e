import type { Address, Hex } from 'viem'
import type { ChainState } from './chain-state.ts'
import type { Line } from './history.ts'
import type { Journal } from './journal.ts'
import { type Turns, warn } from './miner.ts'
import { INTERNAL_ERROR, RpcError } from './rpc-error.ts'
import { readTransaction, type SignedTransaction } from './transaction.ts'

type Given = { state: ChainState; journal: Journal<Line>; turns: Turns }

/** Where transactions come in: into the pool, if their sender's account allows it, and onto the disk. */
export const openIntake = ({ state: { engine, pool }, journal, turns }: Given) => {
  const accountOf = async (address: Address) => ({
    nonce: Number(await engine.request<Hex>('eth_getTransactionCount', [address, 'latest'])),
    balance: BigInt(await engine.request<Hex>('eth_getBalance', [address, 'latest'])),
  })

  const store = async ({ hash, from, raw }: SignedTransaction, forget: boolean): Promise<void> => {
    const lines = [journal.append({ transaction: { from, raw } })]
    if (forget) lines.push(journal.append({ forget: hash }))
    if (forget) pool.remove([hash])
    await Promise.all(lines).catch((error: Error) => {
      pool.remove([hash])
      warn(error)
      throw new RpcError(INTERNAL_ERROR, 'the transaction could not be stored')
    })
  }

  return {
    async take(raw: Hex, forget: boolean): Promise<Hex> {
      const transaction = await readTransaction(raw)
      // The pool is asked in turn, the disk is not: what comes at the same time shares one sync.
      const turn = turns.take(async () => {
        pool.add(transaction, await accountOf(transaction.from))
        return { stored: store(transaction, forget) }
      })
      const { stored } = await turn.catch(async (error) => {
        // Who is told that it is known already may rely on it.
        await journal.settled()
        throw error
      })
      await stored
      return transaction.hash
    },
    async nextNonce(from: Address): Promise<number> {
      await journal.settled()
      return turns.take(async () => pool.nextNonce(from, (await accountOf(from)).nonce))
    },
  }
}
