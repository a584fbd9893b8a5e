import type { OnChainAsset } from '@ingot/money/assets'
import { type Address, erc20Abi } from 'viem'
import type { Deployed } from '../deployed.ts'
import { onChainAssets, tokenOf } from '../deployed.ts'
import { inGroups } from '../in-groups.ts'
import type { Mint, Tranche } from '../issuing/tranche-store.ts'
import { findReceipt, type Node } from '../node.ts'
import { settlementAbi } from '../settlement-abi.ts'
import type { Books } from './reconcile-books.ts'
import type { Done } from './reconcile-expected.ts'

/** Which settlements and mints had happened by the cursor's block. */
export async function readDone(node: Node, { addresses }: Deployed, books: Books): Promise<Done> {
  const { block: blockNumber } = books.cursor
  const entries = [...new Set(books.settlements.map(({ entry }) => entry))]
  const settled = await inGroups(entries, (entry) =>
    node.readContract({
      address: addresses.settlement,
      abi: settlementAbi,
      functionName: 'isSettled',
      args: [entry],
      blockNumber,
    }),
  )
  const minted = await inGroups(books.tranches, ({ mint }) => isMinted(node, mint, blockNumber))
  const chosen = (tranche: Tranche, index: number) => (minted[index] ? [tranche.entry] : [])
  return {
    settled: new Set(entries.filter((_, index) => settled[index])),
    minted: new Set(books.tranches.flatMap(chosen)),
  }
}

/** One that is under way in our rows may be on the chain already: its receipt tells. */
async function isMinted(node: Node, mint: Mint | undefined, block: bigint): Promise<boolean> {
  if (!mint) return false
  if (mint.block !== null) return mint.block <= block
  const receipt = await findReceipt(node, mint.hash)
  return receipt?.status === 'success' && receipt.blockNumber <= block
}

export type Balance = { place: 'supply' | Address; asset: OnChainAsset; units: bigint }

/** What there is of every token at every address of ours, and of our own tokens at all, at a block. */
export async function readBalances(node: Node, { addresses }: Deployed, books: Books): Promise<Balance[]> {
  const { block: blockNumber } = books.cursor
  const places = [...books.book.keys()].flatMap((place) => onChainAssets.map((asset) => ({ place, asset })))
  const supplies = onChainAssets.filter((asset) => asset !== 'USDT')
  const balances = await inGroups(places, async ({ place, asset }) => {
    const read = {
      address: tokenOf(addresses, asset),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [place],
    } as const
    return { place, asset, units: await node.readContract({ ...read, blockNumber }) }
  })
  const totals = await inGroups(supplies, async (asset): Promise<Balance> => {
    const read = { address: tokenOf(addresses, asset), abi: erc20Abi, functionName: 'totalSupply' } as const
    return { place: 'supply', asset, units: await node.readContract({ ...read, blockNumber }) }
  })
  return [...totals, ...balances]
}
