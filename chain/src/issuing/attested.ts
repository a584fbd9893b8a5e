import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import { type BackedToken, backedTokens, type Deployed, onChainAssets, tokenOf } from '../deployed.ts'
import { issuingAbi } from '../issuing-abi.ts'
import type { Node } from '../node.ts'
import { readRooms } from '../settling/outside-limits.ts'
import { saveAttested, saveLimits } from './attested-store.ts'

/** What the chain says that stands behind a token, and how much of it may exist. */
export async function readShare(
  { node, deployed: { addresses } }: { node: Node; deployed: Deployed },
  asset: BackedToken,
  blockNumber: bigint,
): Promise<{ grams: bigint; units: bigint }> {
  const args = [tokenOf(addresses, asset)] as const
  const reserve = { address: addresses.reserve, abi: issuingAbi, args, blockNumber } as const
  const [units, grams] = await Promise.all([
    node.readContract({ ...reserve, functionName: 'capOf' }),
    node.readContract({ ...reserve, functionName: 'gramsOf' }),
  ])
  return { grams, units }
}

/** Null for never. */
const dateOf = (seconds: bigint): Date | null => (seconds === 0n ? null : new Date(Number(seconds) * 1000))

/** Writes down what is attested by now, and what may leave, for those who have no node to ask. */
export async function noteAttested(deps: { db: Db; node: Node; deployed: Deployed }): Promise<void> {
  const { db, node, deployed } = deps
  const { number: block } = await node.getBlock({ blockTag: 'finalized' })
  const reserve = { address: deployed.addresses.reserve, abi: issuingAbi, blockNumber: block } as const
  const [vault, attestedAt, rooms, ...shares] = await Promise.all([
    node.readContract({ ...reserve, functionName: 'vaultGrams' }),
    node.readContract({ ...reserve, functionName: 'attestedAt' }),
    readRooms(node, deployed, onChainAssets),
    ...backedTokens.map(async (asset) => ({ asset, ...(await readShare(deps, asset, block)) })),
  ])
  await inTransaction(db, async (tx) => {
    await saveAttested(
      tx,
      [{ asset: 'XAU', grams: vault, units: vault, attestedAt: dateOf(attestedAt) }, ...shares],
      block,
    )
    await saveLimits(tx, rooms, block)
  })
}
