/** An account as a payment names it. */
type PainAccount = { iban: string } | { number: string; bic: string; bank: string; country: string }

type PainPayment = {
  endToEndId: string
  cents: bigint
  name: string
  to: PainAccount
  /** What the receiver reads. */
  text: string
}

export type PainFile = {
  /** Which the bank knows it by: it takes no file of the same name twice. */
  id: string
  madeAt: Date
  /** From which account. */
  house: { name: string; account: { iban: string } | { number: string }; bic: string }
  payments: readonly PainPayment[]
}

const longest = { name: 70, text: 140, id: 35 }

const strokes: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D' },
  ...{ þ: 'th', Þ: 'TH', ı: 'i', ħ: 'h', Ħ: 'H', '’': "'", '‘': "'", '–': '-', '—': '-' },
}

/** In the letters that every bank carries (those of SWIFT): accents go, and what has no such letter becomes a point. */
const inBankLetters = (text: string, most: number): string =>
  [...text]
    .map((letter) => strokes[letter] ?? letter)
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]/gu, '.')
    .trim()
    .slice(0, most)

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '')

const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`

const dollars = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

const accountOf = (to: { iban: string } | { number: string }): string =>
  'iban' in to
    ? `<Id>${element('IBAN', to.iban)}</Id>`
    : `<Id><Othr>${element('Id', inBankLetters(to.number, 34))}</Othr></Id>`

const agentOf = (bic: string): string => `<FinInstnId>${element('BICFI', bic)}</FinInstnId>`

/** With an IBAN the bank finds the other one by itself. */
const receiverAgent = (to: PainAccount): string => ('iban' in to ? '' : `<CdtrAgt>${agentOf(to.bic)}</CdtrAgt>`)

const transferOf = ({ endToEndId, cents, name, to, text }: PainPayment): string =>
  [
    '<CdtTrfTxInf>',
    `<PmtId>${element('InstrId', endToEndId)}${element('EndToEndId', endToEndId)}</PmtId>`,
    `<Amt><InstdAmt Ccy="USD">${dollars(cents)}</InstdAmt></Amt>`,
    receiverAgent(to),
    `<Cdtr>${element('Nm', inBankLetters(name, longest.name))}</Cdtr>`,
    `<CdtrAcct>${accountOf(to)}</CdtrAcct>`,
    `<RmtInf>${element('Ustrd', inBankLetters(text, longest.text))}</RmtInf>`,
    '</CdtTrfTxInf>',
  ].join('')

/** Payments as a bank takes them: pain.001 in version 9. The same order gives the same bytes. */
export const writePain001 = ({ id, madeAt, house, payments }: PainFile): string => {
  const count = element('NbOfTxs', String(payments.length))
  const sum = element('CtrlSum', dollars(payments.reduce((total, { cents }) => total + cents, 0n)))
  const holder = element('Nm', inBankLetters(house.name, longest.name))
  const message = element('MsgId', inBankLetters(id, longest.id))
  const parts = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    `<GrpHdr>${message}${element('CreDtTm', madeAt.toISOString())}${count}${sum}<InitgPty>${holder}</InitgPty></GrpHdr>`,
    `<PmtInf>${element('PmtInfId', inBankLetters(id, longest.id))}<PmtMtd>TRF</PmtMtd>${count}${sum}`,
    `<ReqdExctnDt>${element('Dt', madeAt.toISOString().slice(0, 10))}</ReqdExctnDt><Dbtr>${holder}</Dbtr>`,
    `<DbtrAcct>${accountOf(house.account)}<Ccy>USD</Ccy></DbtrAcct><DbtrAgt>${agentOf(house.bic)}</DbtrAgt>`,
    ...payments.map(transferOf),
    '</PmtInf></CstmrCdtTrfInitn></Document>',
  ]
  return `${parts.join('\n')}\n`
}
