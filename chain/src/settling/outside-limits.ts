import type { Db } from '@ingot/db/connect'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { OnChainAsset } from '@ingot/money/assets'
import { clearAlarm, raiseAlarm } from '../alarms.ts'
import { type Deployed, tokenOf } from '../deployed.ts'
import type { Node } from '../node.ts'
import { settlementAbi } from '../settlement-abi.ts'
import { type Leg, NotSettleable, receivers } from './legs.ts'

/** What the contract says of a token: its limit, what of it is left now, and the higher one that was asked for. */
export type Room = { limit: bigint; left: bigint; raise: { limit: bigint; from: bigint } }

export async function readRooms(
  node: Node,
  { addresses }: Deployed,
  assets: readonly OnChainAsset[],
): Promise<Map<OnChainAsset, Room>> {
  const settlement = { address: addresses.settlement, abi: settlementAbi } as const
  const rooms = assets.map(async (asset): Promise<[OnChainAsset, Room]> => {
    const args = [tokenOf(addresses, asset)] as const
    const [limit, left] = await node.readContract({ ...settlement, functionName: 'outsideLimit', args })
    const [raised, from] = await node.readContract({ ...settlement, functionName: 'requestedRaise', args })
    return [asset, { limit, left, raise: { limit: raised, from } }]
  })
  return new Map(await Promise.all(rooms))
}

/** The oldest send of an asset that the limit leaves no room for. */
export type Waiting = { asset: OnChainAsset; units: bigint }

export type Gate = ReturnType<typeof openGate>

/**
 * Lets sends pass for as long as there is room, in the order in which they came: behind one that has to wait, those of the
 * same asset wait too, or small ones would keep a large one waiting for ever.
 */
export function openGate(rooms: ReadonlyMap<OnChainAsset, Room>, underWay: ReadonlyMap<OnChainAsset, bigint>) {
  const left = new Map([...rooms].map(([asset, room]) => [asset, room.left - (underWay.get(asset) ?? 0n)]))
  const stopped = new Map<OnChainAsset, bigint>()
  return {
    /** Throws when it can never pass: then it should not wait. */
    passes: ({ asset, receiver, amount }: Leg): boolean => {
      if (receiver !== receivers.outside) return true
      if (stopped.has(asset)) return false
      const room = rooms.get(asset)
      if (room && amount > room.limit && amount > room.raise.limit)
        throw new NotSettleable(`no more than ${textOf(asset, room.limit)} leaves to outside addresses in 24 hours`)
      // A send that was queued after the contract was asked waits for the next round.
      const rest = (left.get(asset) ?? 0n) - amount
      if (rest < 0n) stopped.set(asset, amount)
      else left.set(asset, rest)
      return rest >= 0n
    },
    closed: (): OnChainAsset[] => [...stopped.keys()],
    /** Those that wait for the limit, and not only until what is under way is final. */
    waiting: (): Waiting[] =>
      [...stopped].flatMap(([asset, units]) => (units > (rooms.get(asset)?.left ?? units) ? [{ asset, units }] : [])),
  }
}

const textOf = (asset: OnChainAsset, units: bigint): string => `${formatAmount(amountOf(asset, units))} ${asset}`

/** Says which sends wait and until when, for as long as they do. */
export function createWaitingAlarm({ db, node, deployed }: { db: Db; node: Node; deployed: Deployed }) {
  const describe = async ({ asset, units }: Waiting): Promise<string> => {
    const from = await node.readContract({
      address: deployed.addresses.settlement,
      abi: settlementAbi,
      functionName: 'outsideFrom',
      args: [tokenOf(deployed.addresses, asset), units],
    })
    const until = from < 2n ** 40n ? new Date(Number(from) * 1000).toISOString() : 'it is raised'
    return `The limit of ${asset} to outside addresses is used up: ${textOf(asset, units)} and what came after it wait until ${until}.`
  }

  let known: string | undefined
  return async (waiting: readonly Waiting[]): Promise<void> => {
    const text = (await Promise.all(waiting.map(describe))).join(' ')
    if (text === known) return
    if (text === '') await clearAlarm(db, 'outside-limit')
    else await raiseAlarm(db, 'outside-limit', text)
    known = text
  }
}
