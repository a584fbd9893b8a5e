import { SaxesParser } from 'saxes'
import { badRequest } from '../frame/refusal.ts'
import { foldAccount, HOUSE_CURRENCY, readCents, showCents } from './movement.ts'

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:pain\.001\.001\.(03|09|10|11|12)$/
const MOST_DEPTH = 32
const MOST_TEXT = 4_096
const MOST_PAYMENTS = 20_000

/** A payment that the house orders. */
export type PaymentWish = {
  endToEndId: string
  amount: string
  name: string
  account: string
  bic: string | null
  text: string
}

export type PaymentFile = { message: string; payments: PaymentWish[] }

/** An element: its text, and what stands in it. */
type Node = { name: string; text: string; currency: string | null; children: Node[] }

const childrenOf = (node: Node | undefined, name: string): Node[] =>
  node?.children.filter((child) => child.name === name) ?? []

const find = (node: Node | undefined, path: string): Node | undefined =>
  path.split('/').reduce<Node | undefined>((at, name) => childrenOf(at, name)[0], node)

const textAt = (node: Node | undefined, path: string): string => find(node, path)?.text.trim() ?? ''

/** The whole document, within limits; whatever is not plain XML of this message is refused in words. */
const parse = (xml: string): Node => {
  const root: Node = { name: '', text: '', currency: null, children: [] }
  const open = [root]
  let problem: string | null = null
  const refuse = (words: string): void => {
    problem ??= words
  }
  const parser = new SaxesParser({ xmlns: true, position: true })
  parser.on('error', (error) => refuse(`it is not well-formed: ${error.message.slice(0, 200)}`))
  parser.on('doctype', () => refuse('it has a DOCTYPE'))
  parser.on('opentag', (tag) => {
    if (open.length === 1 && !NAMESPACE.test(tag.uri))
      refuse(`its namespace is "${tag.uri.slice(0, 100)}", not pain.001`)
    if (open.length > MOST_DEPTH) refuse(`it is more than ${MOST_DEPTH} deep`)
    const node = { name: tag.local, text: '', currency: tag.attributes.Ccy?.value ?? null, children: [] }
    open.at(-1)?.children.push(node)
    open.push(node)
  })
  parser.on('closetag', () => open.pop())
  parser.on('text', (text) => {
    const node = open.at(-1)
    if (node) node.text += text
    if ((node?.text.length ?? 0) > MOST_TEXT) refuse(`it has a text of more than ${MOST_TEXT} characters`)
  })
  parser.write(xml).close()
  if (problem !== null) throw badRequest(`The file was refused: ${problem}`)
  return root
}

const readPayment = (node: Node): PaymentWish => {
  const endToEndId = textAt(node, 'PmtId/EndToEndId')
  if (!/^[\x20-\x7e]{1,35}$/.test(endToEndId)) throw badRequest('A payment has no EndToEndId of at most 35 characters')
  const amount = find(node, 'Amt/InstdAmt')
  const cents = readCents(amount?.text)
  if (cents === null) throw badRequest(`The payment ${endToEndId} has no amount above zero with at most two decimals`)
  if (amount?.currency !== HOUSE_CURRENCY) throw badRequest(`The payment ${endToEndId} is not in ${HOUSE_CURRENCY}`)
  const name = textAt(node, 'Cdtr/Nm')
  const account = foldAccount(textAt(node, 'CdtrAcct/Id/IBAN') || textAt(node, 'CdtrAcct/Id/Othr/Id'))
  if (name === '' || account === '') throw badRequest(`The payment ${endToEndId} lacks the name or the account`)
  const agent = find(node, 'CdtrAgt/FinInstnId')
  const bic = textAt(agent, 'BICFI') || textAt(agent, 'BIC')
  const text = childrenOf(find(node, 'RmtInf'), 'Ustrd').map((each) => each.text)
  return { endToEndId, amount: showCents(cents), name, account, bic: bic || null, text: text.join(' ') }
}

/** Counts and sums are compared where they are given. */
const checkSums = (node: Node | undefined, payments: PaymentWish[], where: string): void => {
  const count = textAt(node, 'NbOfTxs')
  if (count !== '' && count !== String(payments.length))
    throw badRequest(`${where} says ${count.slice(0, 20)} payments and has ${payments.length}`)
  const sum = textAt(node, 'CtrlSum')
  const cents = payments.reduce((total, { amount }) => total + (readCents(amount) ?? 0n), 0n)
  if (sum !== '' && readCents(sum) !== cents)
    throw badRequest(`${where} says the sum ${sum.slice(0, 30)}, and its payments come to ${showCents(cents)}`)
}

/** A pain.001 of the house. Throws in words what keeps it from being taken. */
export const readPaymentFile = (xml: string, iban: string): PaymentFile => {
  const initiation = find(parse(xml), 'Document/CstmrCdtTrfInitn')
  const header = find(initiation, 'GrpHdr')
  const message = textAt(header, 'MsgId')
  if (message === '') throw badRequest('The file has no MsgId')
  const inGroups = childrenOf(initiation, 'PmtInf')
  const count = inGroups.reduce((sum, group) => sum + childrenOf(group, 'CdtTrfTxInf').length, 0)
  if (count === 0 || count > MOST_PAYMENTS)
    throw badRequest(`The file has ${count} payments; from 1 to ${MOST_PAYMENTS} are taken`)
  const groups = inGroups.map((group) => {
    const debtor = foldAccount(textAt(group, 'DbtrAcct/Id/IBAN') || textAt(group, 'DbtrAcct/Id/Othr/Id'))
    if (debtor !== iban) throw badRequest(`The account to be debited is ${debtor.slice(0, 40)}, which is not yours`)
    const payments = childrenOf(group, 'CdtTrfTxInf').map(readPayment)
    checkSums(group, payments, `The group ${textAt(group, 'PmtInfId').slice(0, 35)}`)
    return payments
  })
  const payments = groups.flat()
  if (textAt(header, 'NbOfTxs') === '') throw badRequest('The header lacks the number of payments')
  checkSums(header, payments, 'The header')
  if (new Set(payments.map(({ endToEndId }) => endToEndId)).size < payments.length)
    throw badRequest('Two payments have the same EndToEndId')
  return { message, payments }
}
