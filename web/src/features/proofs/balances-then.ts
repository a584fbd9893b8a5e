import { type OwnProof, readMoved } from '@ingot/endpoints/proofs'
import { readBalances } from '@ingot/endpoints/wallet'
import { request } from '../../lib/call.ts'

/** What came and went since a snapshot, by asset, in units. */
export type Moved = { asset: string; came: string; went: string }

/** Somebody who trades all the time is not waited for. */
const tries = 3

/** Decimal text as whole units. */
const unitsOf = (text: string, decimals: number): bigint => {
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole + part.padEnd(decimals, '0'))
}

const readStill = async () => {
  for (let times = 0; times < tries; times += 1) {
    const before = (await request(readMoved, {})).data
    const shown = (await request(readBalances, {})).data
    const after = (await request(readMoved, {})).data
    if (after !== null && JSON.stringify(before) === JSON.stringify(after)) return { shown, ...after }
  }
  return undefined
}

/**
 * What the wallet shows now, less what came since the snapshot, plus what went: what the customer had then, told by the same
 * figures that the customer goes by. An asset that the wallet does not show is as the proof has it. Undefined while it cannot be told.
 */
export const readBalancesThen = async ({
  snapshot,
  of,
}: Pick<OwnProof, 'snapshot' | 'of'>): Promise<{ balances: Record<string, string>; moved: Moved[] } | undefined> => {
  const still = await readStill().catch(() => undefined)
  if (still?.snapshot !== snapshot.header.number) return undefined
  const decimalsOf = new Map<string, number>(snapshot.header.trees.map(({ asset, decimals }) => [asset, decimals]))
  const balances: Record<string, string> = Object.fromEntries(of.map(({ asset, units }) => [asset, units]))
  for (const { asset, total } of still.shown) {
    const { came = '0', went = '0' } = still.moved.find((each) => each.asset === asset) ?? {}
    const now = unitsOf(total, decimalsOf.get(asset) ?? mostDecimals)
    balances[asset] = String(now - BigInt(came) + BigInt(went))
  }
  return { balances, moved: still.moved }
}

/** Of what has no tree, in which it is missed. */
const mostDecimals = 18
