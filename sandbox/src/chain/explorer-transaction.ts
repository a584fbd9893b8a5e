import { type Address, type Hex, isHash } from 'viem'
import { html, type Markup } from '../frame/html.ts'
import { notFound } from '../frame/refusal.ts'
import { showUnits } from './amounts.ts'
import type { Explorer } from './explorer.ts'
import type { Decoded } from './explorer-decode.ts'
import { TRANSFER_TOPIC, type Transfer } from './explorer-index.ts'
import {
  addressLink,
  blockLink,
  bnb,
  decodedMarkup,
  fact,
  momentTag,
  stateBadge,
  type TransactionState,
  transferList,
} from './explorer-views.ts'

type RpcLog = { address: Address; topics: Hex[]; data: Hex; logIndex: Hex }

type Receipt = {
  status: Hex
  gasUsed: Hex
  effectiveGasPrice: Hex
  contractAddress: Address | null
  logs: RpcLog[]
}

type Found = {
  hash: Hex
  blockNumber: Hex | null
  from: Address
  to: Address | null
  nonce: number
  value: bigint
  gas: bigint
  input: Hex
}

const GWEI_DECIMALS = 9

const find = async ({ node }: Explorer, hash: Hex): Promise<Found | null> => {
  const waiting = await node.waiting(hash)
  if (waiting !== undefined) return { ...waiting, blockNumber: null }
  type Mined = Omit<Found, 'nonce' | 'value' | 'gas'> & { nonce: Hex; value: Hex; gas: Hex }
  const mined = await node.read<Mined | null>('eth_getTransactionByHash', [hash])
  return mined && { ...mined, nonce: Number(mined.nonce), value: BigInt(mined.value), gas: BigInt(mined.gas) }
}

/** What the called contract said when it refused, if it said anything. */
const readRefusal = async (explorer: Explorer, hash: Hex): Promise<{ data: Hex; decoded: Decoded | null }> => {
  const options = { tracer: 'callTracer', tracerConfig: { onlyTopCall: true } }
  const trace = await explorer.node.read<{ output?: Hex }>('debug_traceTransaction', [hash, options])
  const data = trace.output ?? '0x'
  return { data, decoded: data === '0x' ? null : await explorer.decoder.refusal(data) }
}

const refusalSection = async (explorer: Explorer, hash: Hex): Promise<Markup> => {
  const { data, decoded } = await readRefusal(explorer, hash)
  return html`<section class="card" aria-labelledby="reason">
<h2 id="reason">Why it was reverted</h2>
${
  decoded !== null
    ? decodedMarkup(decoded, explorer.names)
    : data === '0x'
      ? html`<p>Without a reason: the gas was used up, or the contract gave none.</p>`
      : html`<pre>${data}</pre>`
}
</section>`
}

const callSection = async ({ decoder, names }: Explorer, { to, input }: Found): Promise<Markup | null> => {
  if (to === null || input === '0x') return null
  const call = await decoder.call(to, input)
  return html`<section class="card" aria-labelledby="call">
<h2 id="call">Call</h2>
${call === null ? html`<p class="quiet">The contract is not known here, so its call cannot be read.</p>` : decodedMarkup(call, names)}
</section>`
}

const transfersOf = (logs: RpcLog[], hash: Hex, block: number, time: number): Transfer[] =>
  logs
    .filter(({ topics }) => topics[0] === TRANSFER_TOPIC && topics.length === 3)
    .map(({ address, topics, data }) => ({
      token: address,
      from: `0x${topics[1]?.slice(-40)}`,
      to: `0x${topics[2]?.slice(-40)}`,
      value: data === '0x' ? 0n : BigInt(data.slice(0, 66)),
      hash,
      block,
      time,
    }))

const eventSection = async ({ decoder, names }: Explorer, logs: RpcLog[]): Promise<Markup> => {
  const events = await Promise.all(logs.map(async (log) => ({ log, decoded: await decoder.event(log) })))
  return html`<section class="card" aria-labelledby="events">
<h2 id="events">Events</h2>
<ol class="links">
${events.map(
  ({ log, decoded }) => html`<li>${addressLink(log.address, names)}
${decoded === null ? html`<pre>${[...log.topics, log.data].join('\n')}</pre>` : decodedMarkup(decoded, names)}</li>
`,
)}</ol>
</section>`
}

const feeOf = ({ gasUsed, effectiveGasPrice }: Receipt): bigint => BigInt(gasUsed) * BigInt(effectiveGasPrice)

const factsOf = (explorer: Explorer, found: Found, receipt: Receipt | null, time: number | null): Markup => {
  const { names, node } = explorer
  const block = found.blockNumber === null ? null : Number(found.blockNumber)
  const isFinal = block !== null && block <= node.finalized()
  return html`<dl class="card label">
${fact('Hash', html`<span class="code">${found.hash}</span>`)}
${fact('Block', block === null ? 'in no block yet' : html`${blockLink(block)} ${isFinal ? '(final)' : '(not final yet)'}`)}
${time !== null && fact('Time', momentTag(time))}
${fact('From', addressLink(found.from, names, true))}
${found.to !== null && fact('To', addressLink(found.to, names, true))}
${receipt?.contractAddress && fact('New contract', addressLink(receipt.contractAddress, names, true))}
${fact('Value', bnb(found.value))}
${receipt !== null && fact('Fee', `${bnb(feeOf(receipt))}: ${BigInt(receipt.gasUsed)} of ${found.gas} gas at ${showUnits(BigInt(receipt.effectiveGasPrice), GWEI_DECIMALS)} gwei`)}
${fact('Nonce', found.nonce)}
</dl>`
}

/** A page with what a transaction did, and the state that it shows it in. */
export const transactionBody = async (
  explorer: Explorer,
  text: string,
): Promise<{ body: Markup; state: TransactionState }> => {
  const hash = text.toLowerCase() as Hex
  const found = isHash(hash) ? await find(explorer, hash) : null
  if (found === null) throw notFound('There is no transaction with this hash, neither in a block nor waiting')
  const { node } = explorer
  const receipt = found.blockNumber && (await node.read<Receipt | null>('eth_getTransactionReceipt', [hash]))
  const block =
    found.blockNumber && (await node.read<{ timestamp: Hex }>('eth_getBlockByNumber', [found.blockNumber, false]))
  const time = block ? Number(block.timestamp) : null
  const state: TransactionState = !receipt ? 'waiting' : receipt.status === '0x1' ? 'success' : 'reverted'
  const transfers = receipt ? transfersOf(receipt.logs, hash, Number(found.blockNumber), time ?? 0) : []
  const body = html`<p class="back"><a href="/explorer">Explorer</a></p>
<div class="heading"><h1>Transaction</h1>${stateBadge(state)}</div>
${state === 'waiting' && html`<p>It waits for a block. This page looks again by itself.</p>`}
${factsOf(explorer, found, receipt || null, time)}
${state === 'reverted' && (await refusalSection(explorer, hash))}
${await callSection(explorer, found)}
${
  transfers.length > 0 &&
  html`<section aria-labelledby="transfers"><h2 id="transfers">Token transfers</h2>
${transferList(await explorer.transferRows(transfers), explorer.names)}</section>`
}
${receipt && receipt.logs.length > 0 && (await eventSection(explorer, receipt.logs))}
<details><summary>Raw data</summary><pre class="card">${found.input}</pre></details>`
  return { body, state }
}
