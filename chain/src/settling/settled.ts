import { isDeepStrictEqual } from 'node:util'
import { type Address, decodeFunctionData, type Hex } from 'viem'
import { plain } from '../address-book.ts'
import type { Deployed } from '../deployed.ts'
import type { BlockRange } from '../deposits/transfers.ts'
import type { Node } from '../node.ts'
import { settlementAbi } from '../settlement-abi.ts'

type Chain = { node: Node; deployed: Deployed }

/** One token that moved, as the settlement contract was told. */
export type SettledLeg = { token: Address; from: Hex; receiver: number; to: Hex; amount: bigint }

/** What the chain has done under a number. */
export type Settled = { entry: bigint; hash: Hex; legs: readonly SettledLeg[] }

const blocksAtOnce = 2_000n
/** As far back as it is looked for what was done before: days, on a chain with two blocks a second. */
const mostBack = 1_000_000n

/** What a transaction told the settlement contract to do, by its numbers. */
async function readItems({ node, deployed }: Chain, hash: Hex): Promise<Map<bigint, readonly SettledLeg[]>> {
  const { to, input } = await node.getTransaction({ hash })
  if (!to || plain(to) !== plain(deployed.addresses.settlement)) return new Map()
  const { functionName, args } = decodeFunctionData({ abi: settlementAbi, data: input })
  return new Map(functionName === 'settle' ? args[0].map(({ id, legs }) => [id, legs]) : [])
}

/** What was done in some blocks, in the order in which it was; of all numbers, or of one. */
async function readSettled(chain: Chain, { from, to }: BlockRange, entry?: bigint): Promise<Settled[]> {
  const { node, deployed } = chain
  const events = await node.getContractEvents({
    address: deployed.addresses.settlement,
    abi: settlementAbi,
    eventName: 'Settled',
    ...(entry !== undefined && { args: { id: entry } }),
    fromBlock: from,
    toBlock: to,
    strict: true,
  })
  const found: Settled[] = []
  let items: { hash: Hex; of: Map<bigint, readonly SettledLeg[]> } | undefined
  for (const { transactionHash: hash, args } of events) {
    if (items?.hash !== hash) items = { hash, of: await readItems(chain, hash) }
    found.push({ entry: args.id, hash, legs: items.of.get(args.id) ?? [] })
  }
  return found
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** Everything that was done in a range of blocks, a page at a time. */
export async function* settledIn(chain: Chain, { from, to }: BlockRange): AsyncGenerator<Settled[]> {
  for (let at = from; at <= to; at += blocksAtOnce) {
    const end = at + blocksAtOnce - 1n
    yield await readSettled(chain, { from: at, to: smaller(end, to) })
  }
}

/** What was done under a number, no later than in a block. Undefined where it lies too far back to be looked for. */
async function findSettled(chain: Chain, entry: bigint, block: bigint): Promise<Settled | undefined> {
  for (let to = block; to >= 0n && block - to < mostBack; to -= blocksAtOnce) {
    const from = to < blocksAtOnce ? 0n : to - blocksAtOnce + 1n
    const [found] = await readSettled(chain, { from, to }, entry)
    if (found) return found
  }
}

const isSame = (one: readonly SettledLeg[], other: readonly SettledLeg[]): boolean =>
  isDeepStrictEqual(one.map(plainLeg), other.map(plainLeg))

/** The same bytes are written in capitals and in small letters. */
const plainLeg = ({ token, from, receiver, to, amount }: SettledLeg) => [
  ...[token, from, to].map((hex) => hex.toLowerCase()),
  receiver,
  amount,
]

/** Whether the chain has done just these under a number. */
export const wasDone = ({ legs: done }: Settled, legs: readonly SettledLeg[]): boolean => isSame(done, legs)

/**
 * Of numbers that a transaction found done already, those under which something else was done than it wanted: a ledger that was
 * set back has given them out again. What cannot be found counts as something else.
 */
export async function doneAsOther(
  chain: Chain,
  { hash, block, entries }: { hash: Hex; block: bigint; entries: readonly bigint[] },
): Promise<Set<bigint>> {
  const others = new Set<bigint>()
  if (entries.length === 0) return others
  const wanted = await readItems(chain, hash)
  for (const entry of entries) {
    const found = await findSettled(chain, entry, block)
    if (!found || !wasDone(found, wanted.get(entry) ?? [])) others.add(entry)
  }
  return others
}
