import { ProblemForPeople } from '@ingot/db/problem'
import { amountOf } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { OnChainAsset } from '@ingot/money/assets'
import { encodeFunctionData, type Hex } from 'viem'
import { type Deployed, onChainAssets, tokenOf } from '../deployed.ts'
import { type Node, sendRaw } from '../node.ts'
import { awaitFinal, type RoleDeps, signCall, tryCall, usualWait, type Wait } from '../role-call.ts'
import { settlementAbi } from '../settlement-abi.ts'
import { type Room, readRooms } from './outside-limits.ts'

/** More than any change of a limit takes. */
const changeGas = 200_000n

const textOf = (asset: OnChainAsset, units: bigint): string => `${formatAmount(amountOf(asset, units))} ${asset}`
const timeOf = (seconds: bigint): string => new Date(Number(seconds) * 1000).toISOString()

/** What may leave to outside addresses, a line for each token. */
export async function limitLines(node: Node, deployed: Deployed): Promise<string[]> {
  const rooms = await readRooms(node, deployed, onChainAssets)
  return [...rooms].map(([asset, { limit, left, raise }]) => {
    const asked = raise.from > 0n ? `; ${textOf(asset, raise.limit)} from ${timeOf(raise.from)}` : ''
    return `${asset.padEnd(8)}${textOf(asset, limit)} in 24 hours, ${textOf(asset, left)} left now${asked}`
  })
}

type Change = { data: Hex; done: string }

/** The call that leads to the wanted limit from where things are. Undefined when there is nothing to call. */
function changeOf(
  token: Hex,
  asset: OnChainAsset,
  wanted: bigint,
  { limit, raise }: Room,
  now: bigint,
): Change | undefined {
  const text = textOf(asset, wanted)
  const call = { abi: settlementAbi } as const
  if (wanted < limit) {
    const data = encodeFunctionData({ ...call, functionName: 'lowerLimit', args: [token, wanted] })
    return { data, done: `the limit is ${text} now` }
  }
  if (wanted === limit) {
    if (raise.from === 0n) return
    const data = encodeFunctionData({ ...call, functionName: 'cancelRaise', args: [token] })
    return { data, done: `the limit stays ${text}: what was asked for is called off` }
  }
  if (wanted === raise.limit) {
    if (now < raise.from)
      throw new ProblemForPeople(
        `${text} was asked for and can be had from ${timeOf(raise.from)}. Run this again then.`,
      )
    const data = encodeFunctionData({ ...call, functionName: 'raiseLimit', args: [token] })
    return { data, done: `the limit is ${text} now` }
  }
  const data = encodeFunctionData({ ...call, functionName: 'requestRaise', args: [token, wanted] })
  return { data, done: `${text} is asked for. Run this again in two days, when it can be had` }
}

/** Brings a limit to the wanted amount, or one step nearer: a higher one is asked for first and comes after its delay. */
export async function changeLimit(
  deps: RoleDeps,
  { asset, units }: { asset: OnChainAsset; units: bigint },
  wait: Wait = usualWait,
): Promise<string> {
  const { node, deployed } = deps
  const room = (await readRooms(node, deployed, [asset])).get(asset)
  if (!room) throw new Error(`nothing is known of ${asset}`)
  const { timestamp } = await node.getBlock({ blockTag: 'latest' })
  const change = changeOf(tokenOf(deployed.addresses, asset), asset, units, room, timestamp)
  if (!change) return `the limit is ${textOf(asset, units)} already`
  const call = { to: deployed.addresses.settlement, data: change.data, gas: changeGas, what: 'Changing the limit' }
  await tryCall(deps, call)
  const { hash, raw } = await signCall(deps, call)
  await sendRaw(node, raw)
  const receipt = await awaitFinal(node, hash, wait)
  if (receipt?.status !== 'success')
    throw new ProblemForPeople(`${hash} is not final, or was refused: look again with npm run chain -- limits.`)
  return change.done
}
