import { centsOf, HOLDER, HOUSE_BIC, HOUSE_CURRENCY, type Movement, showCents } from './movement.ts'

export const VERSIONS = ['02', '04', '06', '08', '10', '13'] as const
export type Version = (typeof VERSIONS)[number]

/** From then on a party stands inside `Pty`, and a status inside `Cd`. */
const FIRST_NESTED = '07'
const LONGEST_LINE = 140

export type StatementFacts = {
  iban: string
  version: Version
  sequence: number
  from: string
  until: string
  opening: string
  closing: string
  /** Those of one entry stand together. */
  entries: Movement[][]
  pending: Movement[]
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)

const tag = (name: string, text: string | null): string => (text === null ? '' : `<${name}>${escaped(text)}</${name}>`)
const around = (name: string, content: string): string => (content === '' ? '' : `<${name}>${content}</${name}>`)

const money = (name: string, amount: string, currency = HOUSE_CURRENCY): string =>
  `<${name} Ccy="${currency}">${amount}</${name}>`

const sideOf = (direction: Movement['direction']): string => tag('CdtDbtInd', direction === 'in' ? 'CRDT' : 'DBIT')

const isIban = (account: string): boolean => /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account)

const account = (number: string): string =>
  around('Id', isIban(number) ? tag('IBAN', number) : around('Othr', tag('Id', number)))

const balance = (code: string, amount: string, day: string): string => {
  const cents = centsOf(amount)
  const type = around('Tp', around('CdOrPrtry', tag('Cd', code)))
  const absolute = money('Amt', showCents(cents < 0n ? -cents : cents))
  return around('Bal', type + absolute + sideOf(cents < 0n ? 'out' : 'in') + around('Dt', tag('Dt', day)))
}

const linesOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / LONGEST_LINE) }, (_, line) =>
    text.slice(line * LONGEST_LINE, (line + 1) * LONGEST_LINE),
  )

const remittance = ({ reference, text }: Movement): string => {
  const type = around('Tp', around('CdOrPrtry', tag('Cd', 'SCOR')))
  const structured = reference === null ? '' : around('Strd', around('CdtrRefInf', type + tag('Ref', reference)))
  return around(
    'RmtInf',
    linesOf(text)
      .map((line) => tag('Ustrd', line))
      .join('') + structured,
  )
}

/** Parties keep the parts they had in the transfer that is returned or reversed. */
const parties = (movement: Movement, { iban, version }: StatementFacts): string => {
  const { party } = movement
  const isUndone = movement.isReversal || movement.returnCode !== null
  const pays = (movement.direction === 'in') !== isUndone
  const person = (role: string, name: string | null): string =>
    name === null ? '' : around(role, version < FIRST_NESTED ? tag('Nm', name) : around('Pty', tag('Nm', name)))
  const other = (role: string) => person(role, party.name) + around(`${role}Acct`, account(party.account))
  const house = (role: string) => person(role, HOLDER) + around(`${role}Acct`, account(iban))
  return around(
    'RltdPties',
    pays
      ? other('Dbtr') + person('UltmtDbtr', party.ultimateName) + house('Cdtr')
      : house('Dbtr') + other('Cdtr') + person('UltmtCdtr', party.ultimateName),
  )
}

const agents = (movement: Movement, version: Version): string => {
  const { bic } = movement.party
  if (bic === null) return ''
  const role = movement.direction === 'in' ? 'DbtrAgt' : 'CdtrAgt'
  return around('RltdAgts', around(role, around('FinInstnId', tag(version === '02' ? 'BIC' : 'BICFI', bic))))
}

/** Version 2 knows the amount of a transaction in its details only. */
const amounts = (movement: Movement, version: Version): string => {
  const { amount, instructed, direction } = movement
  const sent = instructed === null ? '' : around('InstdAmt', money('Amt', instructed.amount, instructed.currency))
  const details = around('AmtDtls', sent + around('TxAmt', money('Amt', amount)))
  if (version === '02') return details
  return money('Amt', amount) + sideOf(direction) + (sent === '' ? '' : details)
}

const transaction = (movement: Movement, facts: StatementFacts): string => {
  const reference = movement.undoes ?? movement.bankReference
  const references = tag('AcctSvcrRef', reference) + tag('EndToEndId', movement.endToEndId ?? 'NOTPROVIDED')
  const why = movement.returnCode === null ? '' : around('RtrInf', around('Rsn', tag('Cd', movement.returnCode)))
  return around(
    'TxDtls',
    around('Refs', references) +
      amounts(movement, facts.version) +
      parties(movement, facts) +
      agents(movement, facts.version) +
      remittance(movement) +
      why,
  )
}

const codeOf = (movement: Movement): string => {
  if (movement.isReversal) return around('Fmly', tag('Cd', 'RCDT') + tag('SubFmlyCd', 'RPCR'))
  if (movement.returnCode !== null) return around('Fmly', tag('Cd', 'ICDT') + tag('SubFmlyCd', 'RRTN'))
  const family = movement.direction === 'in' ? 'RCDT' : 'ICDT'
  return around('Fmly', tag('Cd', family) + tag('SubFmlyCd', 'XBCT'))
}

const entry = (movements: Movement[], status: 'BOOK' | 'PDNG', facts: StatementFacts): string => {
  const [first] = movements
  if (first === undefined) return ''
  const sum = movements.reduce((total, { amount }) => total + centsOf(amount), 0n)
  const isSingle = movements.length === 1
  const batch = isSingle ? '' : around('Btch', tag('NbOfTxs', String(movements.length)))
  const day = tag('Dt', facts.until.slice(0, 10))
  return around(
    'Ntry',
    money('Amt', showCents(sum)) +
      sideOf(first.direction) +
      (first.isReversal ? tag('RvslInd', 'true') : '') +
      (facts.version < FIRST_NESTED ? tag('Sts', status) : around('Sts', tag('Cd', status))) +
      around('BookgDt', day) +
      around('ValDt', day) +
      tag('AcctSvcrRef', isSingle ? first.bankReference : `${first.bankReference}-B`) +
      around('BkTxCd', around('Domn', tag('Cd', 'PMNT') + codeOf(first))) +
      around('NtryDtls', batch + movements.map((movement) => transaction(movement, facts)).join('')),
  )
}

/** A statement as camt.053. The same facts give the same bytes. */
export const writeStatement = (facts: StatementFacts): string => {
  const { iban, version, sequence, from, until } = facts
  const agent = around('FinInstnId', tag(version === '02' ? 'BIC' : 'BICFI', HOUSE_BIC))
  const owner = around('Ownr', tag('Nm', HOLDER))
  const statement = [
    tag('Id', `${iban}-${sequence}`),
    tag('ElctrncSeqNb', String(sequence)),
    tag('CreDtTm', until),
    around('FrToDt', tag('FrDtTm', from) + tag('ToDtTm', until)),
    around('Acct', account(iban) + tag('Ccy', HOUSE_CURRENCY) + owner + around('Svcr', agent)),
    balance('OPBD', facts.opening, from.slice(0, 10)),
    balance('CLBD', facts.closing, until.slice(0, 10)),
    ...facts.entries.map((movements) => entry(movements, 'BOOK', facts)),
    ...facts.pending.map((movement) => entry([movement], 'PDNG', facts)),
  ]
  const header = around('GrpHdr', tag('MsgId', `${iban}-${sequence}-${until}`.slice(0, 35)) + tag('CreDtTm', until))
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>${header}<Stmt>
${statement.filter((part) => part !== '').join('\n')}
</Stmt></BkToCstmrStmt></Document>
`
}
