import { createEntry, type Entry, mostInEntry, newDetail, readDetail, readEntry, readOfEntry } from './camt053-entry.ts'
import { type CamtBegin, type CamtPiece, centsOf, dayOf, refuse } from './camt053-pieces.ts'

// Where in a statement what stands. Paths are written without their root element, `Document`.

const statement = '/BkToCstmrStmt/Stmt'
const balances = `${statement}/Bal`
const entry = `${statement}/Ntry`
const detail = `${entry}/NtryDtls/TxDtls`

/** What is kept of a statement besides its balances and entries. */
const ofStatement = new Set([
  'ElctrncSeqNb',
  'LglSeqNb',
  'FrToDt/FrDtTm',
  'FrToDt/ToDtTm',
  'Acct/Id/IBAN',
  'Acct/Id/Othr/Id',
  'Acct/Ccy',
])
const ofBalance = new Set(['Tp/CdOrPrtry/Cd', 'Amt', 'CdtDbtInd'])

type Texts = Partial<Record<string, string>>
type Balance = { currency: string; texts: Texts }

type Open = {
  texts: Texts
  currency: string
  /** By their kind. */
  balances: Partial<Record<string, bigint>>
  begun: CamtBegin | undefined
  lines: number
  credits: bigint
  debits: bigint
}

const newOpen = (): Open => ({
  ...{ texts: {}, currency: '', balances: {}, begun: undefined },
  ...{ lines: 0, credits: 0n, debits: 0n },
})

const keep = (texts: Texts, wanted: ReadonlySet<string>, path: string, text: string) => {
  if (text !== '' && wanted.has(path)) texts[path] ??= text
}

const checkCurrency = (known: Open, currency: string) => {
  known.currency ||= currency
  if (currency !== known.currency) refuse(`The statement has ${currency} beside ${known.currency}.`)
}

/** Opening, closing, and what some banks tell in place of the opening: the closing of the one before. */
const kinds = ['OPBD', 'PRCD', 'CLBD']

const readBalance = (known: Open, { texts, currency }: Balance) => {
  const kind = texts['Tp/CdOrPrtry/Cd'] ?? ''
  if (!kinds.includes(kind)) return
  checkCurrency(known, currency)
  const amount = centsOf(texts.Amt ?? '')
  const cents = texts.CdtDbtInd === 'DBIT' ? -amount : amount
  if ((known.balances[kind] ?? cents) !== cents) refuse('The statement has two balances of the same kind.')
  known.balances[kind] = cents
}

const begin = ({ texts }: Open): CamtBegin => {
  const account = texts['Acct/Id/IBAN'] ?? texts['Acct/Id/Othr/Id']
  const digits = texts.ElctrncSeqNb ?? texts.LglSeqNb ?? ''
  if (account === undefined) return refuse('The statement does not say of which account it is.')
  if (!/^[0-9]{1,18}$/.test(digits)) return refuse('The statement has no number.')
  return { account, sequence: BigInt(digits) }
}

const dollars = (cents: bigint): string => {
  const [sign, units] = cents < 0n ? ['−', -cents] : ['', cents]
  return `${sign}${units / 100n}.${String(units % 100n).padStart(2, '0')}`
}

const end = ({ texts, currency, balances: { OPBD, PRCD, CLBD: closing }, ...known }: Open): CamtPiece => {
  const { begun, lines, credits, debits } = known
  const opening = OPBD ?? PRCD
  if (!begun || opening === undefined || closing === undefined)
    return refuse('The statement has no opening or no closing balance.')
  const sum = opening + credits - debits
  if (sum !== closing)
    refuse(`The lines do not lead from the opening to the closing balance: ${dollars(sum)} is not ${dollars(closing)}.`)
  const [from, until] = [dayOf(texts['FrToDt/FrDtTm'] ?? ''), dayOf(texts['FrToDt/ToDtTm'] ?? '')]
  return { is: 'end', ...begun, currency, from, until, opening, closing, lines, credits, debits }
}

/** Puts the parts of a statement together as its elements open and close. */
export const createStatementFields = (tell: (piece: CamtPiece) => void) => {
  let known = newOpen()
  let balance: Balance = { currency: '', texts: {} }
  let current: Entry = createEntry()
  let statements = 0
  const beginOnce = () => {
    if (known.begun) return
    known.begun = begin(known)
    if (known.texts['Acct/Ccy']) checkCurrency(known, known.texts['Acct/Ccy'])
    tell({ is: 'begin', ...known.begun })
  }
  const closeEntry = () => {
    beginOnce()
    const read = readEntry(current, dayOf(known.texts['FrToDt/ToDtTm'] ?? ''))
    if (!read) return
    checkCurrency(known, read.currency)
    for (const line of read.lines) {
      known.lines += 1
      if (line.direction === 'in') known.credits += line.cents
      else known.debits += line.cents
      tell({ is: 'line', line })
    }
  }
  const openDetail = () => {
    if (current.details.length >= mostInEntry) refuse('One entry of the statement has too many transactions.')
    current.details.push(newDetail())
  }
  const closeStatement = () => {
    beginOnce()
    tell(end(known))
    statements += 1
  }
  return {
    open: (path: string, attributes: Record<string, string>) => {
      const currency = attributes.Ccy ?? ''
      if (path === statement) known = newOpen()
      else if (path === entry) current = createEntry()
      else if (path === balances) balance = { currency: '', texts: {} }
      else if (path === `${balances}/Amt`) balance.currency = currency
      else if (path === `${entry}/Amt`) current.currency = currency
      else if (path === detail) openDetail()
      else if (currency !== '' && path.startsWith(`${detail}/`))
        for (const last of current.details.slice(-1)) last.amountCurrency = currency
    },
    close: (path: string, text: string) => {
      if (path === statement) closeStatement()
      else if (path === entry) closeEntry()
      else if (path === balances) readBalance(known, balance)
      else if (path.startsWith(`${detail}/`))
        for (const last of current.details.slice(-1)) readDetail(last, path.slice(detail.length + 1), text)
      else if (path.startsWith(`${entry}/`)) readOfEntry(current, path.slice(entry.length + 1), text)
      else if (path.startsWith(`${balances}/`)) keep(balance.texts, ofBalance, path.slice(balances.length + 1), text)
      else keep(known.texts, ofStatement, path.slice(statement.length + 1), text)
    },
    isComplete: () => statements > 0,
  }
}
