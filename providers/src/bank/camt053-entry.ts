import { type CamtLine, type CamtParty, centsOf, dayOf, refuse } from './camt053-pieces.ts'

/** Those of one entry are looked at together, so they have to fit into memory. */
export const mostInEntry = 20_000

const longestText = 500
const longestName = 140
const longestReference = 70

/** A transaction of an entry, as its elements come. */
export type Detail = {
  amountCurrency: string
  amount: { text: string; currency: string } | undefined
  /** In version 2 alone its amount stands here. */
  innerAmount: { text: string; currency: string } | undefined
  texts: Partial<Record<string, string>>
  words: string[]
  references: string[]
}

export type Entry = { currency: string; texts: Partial<Record<string, string>>; details: Detail[] }

export const createEntry = (): Entry => ({ currency: '', texts: {}, details: [] })

export const newDetail = (): Detail => ({
  ...{ amountCurrency: '', amount: undefined, innerAmount: undefined },
  ...{ texts: {}, words: [], references: [] },
})

const mostWords = 20

const ofRole = (role: 'Dbtr' | 'Cdtr') => [
  `RltdPties/${role}/Nm`,
  `RltdPties/Ultmt${role}/Nm`,
  `RltdPties/${role}Acct/Id/IBAN`,
  `RltdPties/${role}Acct/Id/Othr/Id`,
  `RltdAgts/${role}Agt/FinInstnId/BICFI`,
  `RltdAgts/${role}Agt/FinInstnId/BIC`,
]
const ofDetail = new Set([
  ...[
    'CdtDbtInd',
    'AddtlTxInf',
    'Refs/EndToEndId',
    'Refs/AcctSvcrRef',
    'Refs/TxId',
    'RtrInf/Rsn/Cd',
    'RtrInf/Rsn/Prtry',
  ],
  ...ofRole('Dbtr'),
  ...ofRole('Cdtr'),
])
const ofEntry = new Set([
  ...['Amt', 'CdtDbtInd', 'RvslInd', 'Sts', 'Sts/Cd', 'AcctSvcrRef', 'AddtlNtryInf'],
  ...['BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm'],
])

/** Keeps what an element of an entry says, if anybody asks for it: whatever else a file holds takes no room. */
export const readOfEntry = ({ texts }: Entry, path: string, text: string) => {
  if (text !== '' && ofEntry.has(path)) texts[path] ??= text
}

/** Keeps what an element of a transaction says. Versions from 7 on have parties inside `Pty`. */
export const readDetail = (detail: Detail, path: string, text: string) => {
  const { amountCurrency: currency, texts, words, references } = detail
  if (path === 'Amt') detail.amount = { text, currency }
  else if (path === 'AmtDtls/TxAmt/Amt') detail.innerAmount = { text, currency }
  else if (path === 'RmtInf/Strd/CdtrRefInf/Ref') {
    if (references.length < mostWords) references.push(text)
  } else if (path === 'RmtInf/Ustrd') {
    if (words.length < mostWords) words.push(text)
  } else if (text !== '') {
    const plain = path.startsWith('RltdPties/') ? path.replace('/Pty/', '/') : path
    if (ofDetail.has(plain)) texts[plain] ??= text
  }
}

const short = (text: string | undefined, longest: number): string | null =>
  text === undefined || text === '' ? null : text.slice(0, longest).toWellFormed()

const partyOf = ({ texts }: Detail, role: 'Dbtr' | 'Cdtr'): CamtParty => ({
  name: short(texts[`RltdPties/${role}/Nm`], longestName),
  ultimateName: short(texts[`RltdPties/Ultmt${role}/Nm`], longestName),
  account: short(texts[`RltdPties/${role}Acct/Id/IBAN`] ?? texts[`RltdPties/${role}Acct/Id/Othr/Id`], longestReference),
  bic: short(
    texts[`RltdAgts/${role}Agt/FinInstnId/BICFI`] ?? texts[`RltdAgts/${role}Agt/FinInstnId/BIC`],
    longestReference,
  ),
})

/** Banks write so where whoever paid gave none. */
const isNone = (text: string | undefined) => text === undefined || text.toUpperCase() === 'NOTPROVIDED'

const directionOf = (side: string | undefined): 'in' | 'out' => {
  if (side === 'CRDT') return 'in'
  if (side === 'DBIT') return 'out'
  return refuse('A line does not say whether money came or left.')
}

const wordsOf = ({ words, references, texts }: Detail, entry: Entry): string => {
  const written = [...(references.length > 1 ? references : []), ...words]
  const said = written.length > 0 ? written : [texts.AddtlTxInf ?? entry.texts.AddtlNtryInf ?? '']
  return said.join(' ').slice(0, longestText)
}

/** The bank's name of a line, and of the one that it undoes: what undoes has the name of the other in its details. */
const namesOf = (entry: Entry, { texts }: Detail, undoing: boolean, place: string) => {
  const own = entry.texts.AcctSvcrRef
  const inner = texts['Refs/AcctSvcrRef']
  const isOfOther = undoing && own !== undefined && inner !== undefined && inner !== own
  const name = isOfOther ? `${own}${place}` : (inner ?? (own === undefined ? undefined : `${own}${place}`))
  return { bankReference: short(name, longestReference), undoes: isOfOther ? short(inner, longestReference) : null }
}

type Of = Pick<CamtLine, 'direction' | 'cents' | 'bookedOn'>

const lineOf = (entry: Entry, detail: Detail, of: Of, place: string): CamtLine => {
  const { texts, references } = detail
  const isReversal = ['true', '1'].includes(entry.texts.RvslInd ?? '')
  const returnCode = short(texts['RtrInf/Rsn/Cd'] ?? texts['RtrInf/Rsn/Prtry'], longestReference)
  const undoing = isReversal || (returnCode !== null && place === '')
  const end = texts['Refs/EndToEndId']
  return {
    ...of,
    ...{ isReversal, returnCode },
    ...{ debtor: partyOf(detail, 'Dbtr'), creditor: partyOf(detail, 'Cdtr') },
    reference: references.length === 1 ? short(references[0], longestReference) : null,
    text: wordsOf(detail, entry),
    endToEndId: isNone(end) ? null : short(end, longestReference),
    transactionId: short(texts['Refs/TxId'], longestReference),
    ...namesOf(entry, detail, undoing, place),
  }
}

const signed = ({ direction, cents }: Pick<Of, 'direction' | 'cents'>): bigint => (direction === 'in' ? cents : -cents)

/** What each of several transactions moved, if they add up to their entry; else nobody can tell. */
const sharesOf = (entry: Entry, whole: Of): Of[] | undefined => {
  const shares = entry.details.flatMap((detail): Of[] => {
    const amount = detail.amount ?? detail.innerAmount
    if (!amount || amount.currency !== entry.currency) return []
    const direction = detail.texts.CdtDbtInd === undefined ? whole.direction : directionOf(detail.texts.CdtDbtInd)
    return [{ ...whole, direction, cents: centsOf(amount.text) }]
  })
  const sum = shares.reduce((total, share) => total + signed(share), 0n)
  return shares.length === entry.details.length && sum === signed(whole) ? shares : undefined
}

/** The lines of an entry, a line for each transaction; undefined unless it is booked. */
export const readEntry = (entry: Entry, until: string | null): { currency: string; lines: CamtLine[] } | undefined => {
  const { texts, details, currency } = entry
  if ((texts['Sts/Cd'] ?? texts.Sts) !== 'BOOK') return
  const bookedOn =
    dayOf(texts['BookgDt/Dt'] ?? texts['BookgDt/DtTm'] ?? texts['ValDt/Dt'] ?? texts['ValDt/DtTm'] ?? '') ?? until
  if (bookedOn === null) return refuse('A line does not say when it was booked.')
  if (texts.Amt === undefined || currency === '') return refuse('A line has no amount.')
  const whole: Of = { direction: directionOf(texts.CdtDbtInd), cents: centsOf(texts.Amt), bookedOn }
  const shares = details.length > 1 ? sharesOf(entry, whole) : undefined
  const lines = shares
    ? details.flatMap((detail, index) => {
        const share = shares[index]
        return share ? [lineOf(entry, detail, share, `#${index + 1}`)] : []
      })
    : [lineOf(entry, (details.length === 1 && details[0]) || newDetail(), whole, '')]
  return { currency, lines: lines.filter(({ cents }) => cents > 0n) }
}
