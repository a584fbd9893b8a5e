import type { Db } from '@ingot/db/connect'
import { ProblemForPeople } from '@ingot/db/problem'
import { sql } from 'kysely'
import { isAddressEqual } from 'viem'
import type { Deployed } from './deployed.ts'
import type { Node } from './node.ts'

/**
 * Ties the database to its chain, once and for good. Settling the entries of one on another would pay everything a
 * second time.
 */
export async function claimChain(db: Db, node: Node, { chainId, addresses }: Deployed): Promise<void> {
  const found = await node.getChainId()
  if (found !== chainId)
    throw new ProblemForPeople(`The node is of chain ${found}, but the contracts were deployed on chain ${chainId}.`)
  await sql`insert into chain_identity (chain_id, settlement) values (${chainId}, ${addresses.settlement})
    on conflict do nothing`.execute(db)
  const { rows } = await sql<{ chain_id: string; settlement: `0x${string}` }>`
    select chain_id, settlement from chain_identity`.execute(db)
  const [known] = rows
  if (!known || Number(known.chain_id) !== chainId || !isAddressEqual(known.settlement, addresses.settlement))
    throw new ProblemForPeople(
      `This database follows chain ${known?.chain_id} with the settlement contract ${known?.settlement}, and not ${addresses.settlement} on chain ${chainId}.`,
    )
}
