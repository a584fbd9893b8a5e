import type { Tx } from '@ingot/db/connect'
import { lockPartsOf, saveParts } from './parts-store.ts'
import { alongWith, within } from './sharing.ts'

/** A bank or a card took back grams of a holding that somebody left: what is left of it is shared among those who wait, as before. */
export const reshareParts = async (
  tx: Tx,
  holding: string,
  { left, cost }: { left: bigint; cost: bigint },
): Promise<void> => {
  const parts = await lockPartsOf(tx, holding)
  const units = within(
    left,
    parts.map((part) => part.units),
  )
  const costs = alongWith(cost, units)
  await saveParts(
    tx,
    parts.map(({ id }, index) => ({ id, units: units[index] ?? 0n, cost: costs[index] ?? 0n })),
  )
}
