import { type Address, type Hex, isAddress } from 'viem'
import { html, type Markup } from '../frame/html.ts'
import { notFound } from '../frame/refusal.ts'
import { showUnits } from './amounts.ts'
import { type Explorer, pageFromEnd } from './explorer.ts'
import { addressLink, bnb, fact, pager, transactionList, transferList } from './explorer-views.ts'

const SHOWN_HOLDERS = 50

export type AddressPages = { transactions: number; transfers: number }

const readAddress = (text: string): Address => {
  if (!isAddress(text, { strict: false })) throw notFound('This is no address: an address is 0x and 40 hex digits')
  return text.toLowerCase() as Address
}

const tokenBalances = async ({ contracts, tokens }: Explorer, address: Address): Promise<Markup[]> => {
  const facts: Markup[] = []
  for (const { address: token } of contracts.list()) {
    const about = await tokens.tokenAt(token.toLowerCase() as Address)
    if (about === null) continue
    const units = await tokens.balanceOf(token, address)
    const value = html`<a href="/explorer/token/${token.toLowerCase()}">${showUnits(units, about.decimals)} ${about.symbol}</a>`
    facts.push(fact(about.symbol, value))
  }
  return facts
}

const kindOf = async (
  { decoder, node }: Explorer,
  address: Address,
): Promise<{ name: string; isContract: boolean }> => {
  const found = await decoder.contractAt(address)
  if (found !== null)
    return { name: found.isClone ? `a ${found.contract.name}` : found.contract.name, isContract: true }
  const isContract = (await node.read<Hex>('eth_getCode', [address, 'latest'])) !== '0x'
  return { name: isContract ? 'a contract' : '', isContract }
}

export const addressBody = async (explorer: Explorer, text: string, pages: AddressPages): Promise<Markup> => {
  const address = readAddress(text)
  const { node, index, names } = explorer
  const path = `/explorer/address/${address}`
  const all = { transactions: await index.transactionsOf(address), transfers: await index.transfersOf(address) }
  const waiting = node.pool.list().filter(({ from, to }) => from === address || to?.toLowerCase() === address)
  const balance = BigInt(await node.read<Hex>('eth_getBalance', [address, 'latest']))
  const kind = await kindOf(explorer, address)
  const name = names(address) ?? kind.name
  const isUnknown =
    name === '' && balance === 0n && [all.transactions, all.transfers, waiting].every((l) => l.length === 0)
  if (isUnknown) throw notFound('Nothing has ever happened at this address')

  const transactions = pageFromEnd(all.transactions, pages.transactions)
  const transfers = pageFromEnd(all.transfers, pages.transfers)
  const rows = [
    ...(pages.transactions === 1 ? await explorer.waitingRows(waiting) : []),
    ...(await explorer.rows(transactions.shown)),
  ]
  return html`<p class="back"><a href="/explorer">Explorer</a></p>
<div class="heading"><h1>Address</h1>${name !== '' && html`<span class="badge">${name}</span>`}</div>
<dl class="card label">
${fact('Address', html`<span class="code">${address}</span>`)}
${fact('Kind', kind.isContract ? 'Contract' : 'Account')}
${fact('BNB', bnb(balance))}
${await tokenBalances(explorer, address)}</dl>
<section aria-labelledby="transactions"><h2 id="transactions">Transactions</h2>
${rows.length === 0 ? html`<p class="card empty">None yet.</p>` : transactionList(rows, names)}
${pager(path, 'transactions', pages.transactions, transactions.hasMore)}</section>
<section aria-labelledby="transfers"><h2 id="transfers">Token transfers</h2>
${transfers.shown.length === 0 ? html`<p class="card empty">None yet.</p>` : transferList(await explorer.transferRows(transfers.shown), names, address)}
${pager(path, 'transfers', pages.transfers, transfers.hasMore)}</section>`
}

export const tokenBody = async (explorer: Explorer, text: string, page: number): Promise<Markup> => {
  const address = readAddress(text)
  const { tokens, index, names } = explorer
  const token = await tokens.tokenAt(address)
  if (token === null) throw notFound('There is no token at this address')
  const supply = await tokens.supplyOf(address)
  const holders = await index.holdersOf(address)
  const transfers = pageFromEnd(await index.transfersOfToken(address), page)
  return html`<p class="back"><a href="/explorer">Explorer</a></p>
<div class="heading"><h1>Token ${token.symbol}</h1></div>
<dl class="card label">
${fact('Contract', addressLink(address, names, true))}
${fact('Supply', supply === null ? '—' : `${showUnits(supply, token.decimals)} ${token.symbol}`)}
${fact('Decimals', token.decimals)}
${fact('Holders', holders.length)}</dl>
<section aria-labelledby="holders"><h2 id="holders">Holders</h2>
${
  holders.length === 0
    ? html`<p class="card empty">Nobody yet.</p>`
    : html`<dl class="card label">
${holders.slice(0, SHOWN_HOLDERS).map((holder) => fact(`${showUnits(holder.units, token.decimals)} ${token.symbol}`, addressLink(holder.address, names, true)))}</dl>`
}
${holders.length > SHOWN_HOLDERS && html`<p class="quiet">The ${SHOWN_HOLDERS} largest of ${holders.length} are shown.</p>`}</section>
<section aria-labelledby="transfers"><h2 id="transfers">Transfers</h2>
${transfers.shown.length === 0 ? html`<p class="card empty">None yet.</p>` : transferList(await explorer.transferRows(transfers.shown), names)}
${pager(`/explorer/token/${address}`, 'transfers', page, transfers.hasMore)}</section>`
}
