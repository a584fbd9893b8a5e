import type { Db } from '@ingot/db/connect'
import { openSettlements } from '@ingot/ledger/settlement'
import type { OnChainAsset } from '@ingot/money/assets'
import type { Deployed } from '../deployed.ts'
import { inGroups } from '../in-groups.ts'
import type { Node } from '../node.ts'
import { settlementAbi } from '../settlement-abi.ts'

/** What the ledger has taken back and the chain had not burnt by a block, of each token. */
export async function burnsInFlight(
  db: Db,
  node: Node,
  { addresses }: Deployed,
  blockNumber: bigint,
): Promise<Map<OnChainAsset, bigint>> {
  const open = await openSettlements(db)
  const burns = open.filter(({ target }) => target.owner === 'house' && target.purpose === 'issued')
  const settled = await inGroups(burns, ({ entry }) =>
    node.readContract({
      address: addresses.settlement,
      abi: settlementAbi,
      functionName: 'isSettled',
      args: [entry],
      blockNumber,
    }),
  )
  const sums = new Map<OnChainAsset, bigint>()
  for (const [index, { amount }] of burns.entries())
    if (!settled[index]) sums.set(amount.asset, (sums.get(amount.asset) ?? 0n) + amount.units)
  return sums
}
