import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Hex, isAddress, isHash, numberToHex } from 'viem'
import { html, type Markup } from '../frame/html.ts'
import type { Pages } from '../frame/page.ts'
import { readQuery, wholeNumber } from '../frame/query.ts'
import { notFound } from '../frame/refusal.ts'
import type { RpcBlock } from './engine.ts'
import { type Explorer, PAGE_LENGTH, pageFromEnd } from './explorer.ts'
import { addressBody, tokenBody } from './explorer-address.ts'
import { transactionBody } from './explorer-transaction.ts'
import { addressLink, blockLink, fact, momentTag, pager, searchForm, transactionList } from './explorer-views.ts'

const HIGHEST_PAGE = 1_000_000
const SHOWN_BLOCKS = 8
/** Whoever follows a link from the portal may be there before the block is. */
const WAITING_AGAIN_SECONDS = 1
const BLOCK_NUMBER = /^\d{1,12}$/

const pageNumber = (text: string | undefined, name: string): number =>
  wholeNumber(text, { name, lowest: 1, highest: HIGHEST_PAGE, otherwise: 1 })

const readBlock = ({ node }: Explorer, number: number): Promise<RpcBlock | null> =>
  number > node.head().number
    ? Promise.resolve(null)
    : node.read<RpcBlock | null>('eth_getBlockByNumber', [numberToHex(number), false])

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const blockRow = (block: RpcBlock): Markup => html`<li class="row"><a href="/explorer/block/${Number(block.number)}">
<span class="subject">Block ${Number(block.number)}</span>
<span class="people">${counted(block.transactions.length, 'transaction')}</span>
<span class="when">${momentTag(Number(block.timestamp))}</span>
</a></li>
`

const newestBlocks = async (explorer: Explorer): Promise<RpcBlock[]> => {
  const { number } = explorer.node.head()
  const numbers = Array.from({ length: Math.min(SHOWN_BLOCKS, number + 1) }, (_, index) => number - index)
  const blocks = await Promise.all(numbers.map((each) => readBlock(explorer, each)))
  return blocks.filter((block) => block !== null)
}

const homeBody = async (explorer: Explorer, page: number): Promise<Markup> => {
  const { node, contracts, names } = explorer
  const { shown, hasMore } = pageFromEnd(await explorer.index.transactions(), page)
  const waiting = page === 1 ? await explorer.waitingRows(node.pool.list().slice(0, PAGE_LENGTH)) : []
  const rows = [...waiting, ...(await explorer.rows(shown))]
  return html`<div class="heading"><h1>Explorer</h1><span class="badge">Block ${node.head().number}, final ${node.finalized()}, ${node.pool.count()} waiting</span></div>
<div class="tools">${searchForm()}<a class="button" href="/explorer">Refresh</a><a class="button" href="/faucet">Get coins</a></div>
<section aria-labelledby="transactions"><h2 id="transactions">Transactions</h2>
${rows.length === 0 ? html`<p class="card empty">No transaction yet. Get coins to see the first one.</p>` : transactionList(rows, names)}
${pager('/explorer', 'transactions', page, hasMore)}</section>
<section aria-labelledby="blocks"><h2 id="blocks">Blocks</h2>
<ol class="inbox">
${(await newestBlocks(explorer)).map(blockRow)}</ol></section>
${
  contracts.list().length > 0 &&
  html`<section aria-labelledby="contracts"><h2 id="contracts">Known contracts</h2>
<dl class="card label">
${contracts.list().map(({ name, address }) =>
  fact(
    name,
    addressLink(address, () => null, true),
  ),
)}</dl></section>`
}`
}

const blockBody = async (explorer: Explorer, text: string, page: number): Promise<Markup> => {
  const number = Number(text)
  const block = BLOCK_NUMBER.test(text) ? await readBlock(explorer, number) : null
  if (block === null) throw notFound(`There is no such block; the newest is ${explorer.node.head().number}`)
  const isFinal = number <= explorer.node.finalized()
  const inBlock = (await explorer.index.transactions()).filter((one) => one.block === number)
  const { shown, hasMore } = pageFromEnd(inBlock, page)
  return html`<p class="back"><a href="/explorer">Explorer</a></p>
<div class="heading"><h1>Block ${number}</h1><span class="badge">${isFinal ? 'Final' : 'Not final yet'}</span></div>
<dl class="card label">
${fact('Hash', html`<span class="code">${block.hash}</span>`)}
${number > 0 && fact('Before it', blockLink(number - 1))}
${number < explorer.node.head().number && fact('After it', blockLink(number + 1))}
${fact('Time', momentTag(Number(block.timestamp)))}
${fact('Gas', `${BigInt(block.gasUsed)} of ${BigInt(block.gasLimit)}`)}
${fact('Transactions', block.transactions.length)}</dl>
${
  shown.length > 0 &&
  html`<section aria-labelledby="transactions"><h2 id="transactions">Transactions</h2>
${transactionList(await explorer.rows(shown), explorer.names)}
${pager(`/explorer/block/${number}`, 'transactions', page, hasMore)}</section>`
}`
}

/** Where the thing that is looked for is shown; null when it cannot be told what it is. */
const placeOf = async ({ node, contracts }: Explorer, query: string): Promise<string | null> => {
  const text = query.trim()
  if (BLOCK_NUMBER.test(text)) return `/explorer/block/${Number(text)}`
  if (isAddress(text, { strict: false })) return `/explorer/address/${text.toLowerCase()}`
  const named = contracts.list().find(({ name }) => name.toLowerCase() === text.toLowerCase())
  if (named !== undefined) return `/explorer/address/${named.address.toLowerCase()}`
  if (!isHash(text)) return null
  const block = await node.read<{ number: Hex } | null>('eth_getBlockByHash', [text, false])
  return block === null ? `/explorer/tx/${text.toLowerCase()}` : `/explorer/block/${Number(block.number)}`
}

export const addExplorerPages = (server: FastifyInstance, explorer: Explorer, pages: Pages): void => {
  const send = (reply: FastifyReply, title: string, body: Markup, againSeconds?: number): FastifyReply =>
    pages.send(reply, { title, body, at: '/explorer', againSeconds })

  server.get('/explorer', async (request, reply) => {
    const { q, transactions } = readQuery(request.query, ['q', 'transactions'])
    if (q === undefined)
      return send(reply, 'Explorer', await homeBody(explorer, pageNumber(transactions, 'transactions')))
    const place = await placeOf(explorer, q)
    if (place === null)
      throw notFound('Nothing is called that: look for a hash, an address, a block number or a contract’s name')
    return reply.redirect(place, 303)
  })

  server.get<{ Params: { hash: string } }>('/explorer/tx/:hash', async (request, reply) => {
    const { body, state } = await transactionBody(explorer, request.params.hash)
    return send(reply, 'Transaction', body, state === 'waiting' ? WAITING_AGAIN_SECONDS : undefined)
  })

  server.get<{ Params: { address: string } }>('/explorer/address/:address', async (request, reply) => {
    const { transactions, transfers } = readQuery(request.query, ['transactions', 'transfers'])
    const wanted = {
      transactions: pageNumber(transactions, 'transactions'),
      transfers: pageNumber(transfers, 'transfers'),
    }
    return send(reply, 'Address', await addressBody(explorer, request.params.address, wanted))
  })

  server.get<{ Params: { address: string } }>('/explorer/token/:address', async (request, reply) => {
    const { transfers } = readQuery(request.query, ['transfers'])
    return send(reply, 'Token', await tokenBody(explorer, request.params.address, pageNumber(transfers, 'transfers')))
  })

  server.get<{ Params: { number: string } }>('/explorer/block/:number', async (request, reply) => {
    const { transactions } = readQuery(request.query, ['transactions'])
    const page = pageNumber(transactions, 'transactions')
    return send(reply, 'Block', await blockBody(explorer, request.params.number, page))
  })
}
