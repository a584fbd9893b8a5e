import { type Address, type Hex, zeroAddress } from 'viem'
import { html, type Markup } from '../frame/html.ts'
import { timeTag } from '../frame/page.ts'
import { showUnits } from './amounts.ts'
import type { Decoded } from './explorer-decode.ts'
import type { Field } from './explorer-fields.ts'
import type { Transfer } from './explorer-index.ts'
import type { Token } from './explorer-tokens.ts'

const BNB_DECIMALS = 18
/** Longer lists are cut: a year of prices is no reading. */
const MOST_PARTS = 100

/** Names of addresses that are known here. */
export type Names = (address: Address) => string | null

export type TransactionState = 'waiting' | 'success' | 'reverted'

export type TransactionRow = {
  hash: Hex
  state: TransactionState
  what: string
  from: Address
  to: Address | null
  block: number | null
  time: number | null
}

export const bnb = (units: bigint): string => `${showUnits(units, BNB_DECIMALS)} BNB`

const shorten = (hex: string): string => (hex.length > 20 ? `${hex.slice(0, 8)}…${hex.slice(-6)}` : hex)

export const momentTag = (seconds: number): Markup => timeTag(new Date(seconds * 1_000).toISOString())

const nameOrShort = (address: Address, names: Names): string =>
  address === zeroAddress ? 'nobody' : (names(address) ?? shorten(address))

export const addressLink = (address: Address, names: Names, isLong = false): Markup => {
  const name = address === zeroAddress ? 'nobody' : names(address)
  const shown = isLong ? address : shorten(address)
  return html`<a class="code" href="/explorer/address/${address}">${name === null ? shown : `${name} (${shown})`}</a>`
}

export const transactionLink = (hash: Hex): Markup =>
  html`<a class="code" href="/explorer/tx/${hash}">${shorten(hash)}</a>`

export const blockLink = (number: number): Markup => html`<a href="/explorer/block/${number}">${number}</a>`

const STATE_WORDS: Record<TransactionState, string> = { waiting: 'Waiting', success: 'Success', reverted: 'Reverted' }

export const stateBadge = (state: TransactionState): Markup =>
  html`<span class="badge${state === 'reverted' ? ' warns' : ''}">${STATE_WORDS[state]}</span>`

export const searchForm = (
  query = '',
): Markup => html`<form class="search" method="get" action="/explorer" role="search">
<label for="q">Find</label>
<input id="q" name="q" type="search" maxlength="80" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="Hash, address or block" value="${query}">
<button type="submit">Search</button>
</form>`

export const transactionList = (rows: TransactionRow[], names: Names): Markup => html`<ol class="inbox">
${rows.map(
  (row) => html`<li class="row"><a href="/explorer/tx/${row.hash}">
<span class="subject">${row.what}${row.state !== 'success' && html` <span class="badge${row.state === 'reverted' ? ' warns' : ''}">${STATE_WORDS[row.state]}</span>`}</span>
<span class="people"><span class="code">${shorten(row.hash)}</span> ${nameOrShort(row.from, names)} <span class="to">to ${row.to === null ? 'a new contract' : nameOrShort(row.to, names)}</span></span>
<span class="when">${row.block === null ? 'in no block yet' : html`Block ${row.block}, ${row.time !== null && momentTag(row.time)}`}</span>
</a></li>
`,
)}</ol>`

export const transferList = (
  rows: { transfer: Transfer; token: Token | null }[],
  names: Names,
  of?: Address,
): Markup => html`<ol class="inbox">
${rows.map(({ transfer, token }) => {
  const sign = of === undefined ? '' : transfer.to === of ? '+' : '−'
  return html`<li class="row"><a href="/explorer/tx/${transfer.hash}">
<span class="subject">${sign}${token === null ? transfer.value.toString() : `${showUnits(transfer.value, token.decimals)} ${token.symbol}`}</span>
<span class="people">${nameOrShort(transfer.from, names)} <span class="to">to ${nameOrShort(transfer.to, names)}</span></span>
<span class="when">Block ${transfer.block}, ${momentTag(transfer.time)}</span>
</a></li>
`
})}</ol>`

const fieldMarkup = (field: Field, names: Names): Markup => {
  if (field.parts === null)
    return html`<li><span class="quiet">${field.name}</span> ${field.address === null ? html`<span class="code">${field.text}</span>` : addressLink(field.address, names)}</li>
`
  const shown = field.parts.slice(0, MOST_PARTS)
  const more = field.parts.length - shown.length
  return html`<li><span class="quiet">${field.name}</span>
<ul>
${shown.map((part) => fieldMarkup(part, names))}${more > 0 && html`<li class="quiet">and ${more} more</li>`}</ul></li>
`
}

export const decodedMarkup = (
  decoded: Decoded,
  names: Names,
): Markup => html`<p class="code"><strong>${decoded.name}</strong></p>
${
  decoded.fields.length > 0 &&
  html`<ul class="tree">
${decoded.fields.map((field) => fieldMarkup(field, names))}</ul>`
}`

export const fact = (label: string, value: Markup | string | number): Markup =>
  html`<div><dt>${label}</dt><dd>${value}</dd></div>
`

/** Links to the pages beside this one, by the name of their parameter. */
export const pager = (path: string, parameter: string, page: number, hasMore: boolean): Markup | null =>
  page === 1 && !hasMore
    ? null
    : html`<p class="actions">
${page > 1 && html`<a class="button" href="${path}?${parameter}=${page - 1}">Newer ${parameter}</a>`}
${hasMore && html`<a class="button" href="${path}?${parameter}=${page + 1}">Older ${parameter}</a>`}
</p>`
