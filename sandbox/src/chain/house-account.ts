import type { Address, Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { CHAIN_ID } from './engine.ts'
import type { ChainNode } from './node.ts'
import { GAS_PRICE } from './rpc-methods.ts'

type Sending = { to: Address; value?: bigint; data?: Hex; gas: bigint }

/** One of the sandbox's own keys. It sends one transaction after the other, so that each gets a nonce of its own. */
export const openHouseAccount = (node: ChainNode, key: Hex) => {
  const account = privateKeyToAccount(key)
  let tail: Promise<unknown> = Promise.resolve()

  const sendNow = async ({ to, value = 0n, data = '0x', gas }: Sending): Promise<Hex> => {
    const nonce = await node.nextNonce(account.address.toLowerCase() as Address)
    const fields = { type: 'legacy', chainId: CHAIN_ID, gasPrice: GAS_PRICE, nonce, to, value, data, gas } as const
    return node.submit(await account.signTransaction(fields))
  }

  return {
    address: account.address,
    /** Resolves with the hash when it is accepted for good. */
    send(sending: Sending): Promise<Hex> {
      const turn = tail.then(() => sendNow(sending))
      tail = turn.catch(() => undefined)
      return turn
    },
  }
}

export type HouseAccount = ReturnType<typeof openHouseAccount>
