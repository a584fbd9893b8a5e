/** For tests: an entry, with a transaction or several. Amounts are as a bank writes them. */
export type TestEntry = {
  amount: string
  out?: boolean
  status?: string
  reversal?: boolean
  code?: string
  ref?: string
  /** The bank's name of what is undone. */
  undoes?: string
  name?: string
  ultimate?: string
  account?: string
  reference?: string
  text?: string
  end?: string
  booked?: string
  /** Parts of it, in place of one transaction. */
  parts?: readonly { amount: string; name?: string; ref?: string }[]
}

export type TestStatement = {
  sequence: number | string
  opening: string
  closing: string
  entries?: readonly TestEntry[]
  version?: string
  account?: string
  currency?: string
  day?: string
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const transactionOf = (entry: TestEntry, isNested: boolean, own: string): string => {
  const { name = 'Ann Lee', ultimate, account = 'GB29NWBK60161331926819', code, reversal, out = false } = entry
  const inner = entry.undoes ?? entry.ref
  const person = (role: string, who: string) =>
    `<${role}>${isNested ? '<Pty>' : ''}<Nm>${escaped(who)}</Nm>${isNested ? '</Pty>' : ''}</${role}>`
  const isUndone = Boolean(reversal) || code !== undefined
  const role = out === isUndone ? 'Dbtr' : 'Cdtr'
  const other = role === 'Dbtr' ? 'Cdtr' : 'Dbtr'
  return `<TxDtls><Refs>${inner ? `<AcctSvcrRef>${inner}</AcctSvcrRef>` : ''}<EndToEndId>${entry.end ?? 'NOTPROVIDED'}</EndToEndId></Refs>
    <RltdPties>${person(role, name)}<${role}Acct><Id><IBAN>${account}</IBAN></Id></${role}Acct>
    ${ultimate ? person(`Ultmt${role}`, ultimate) : ''}<${other}Acct><Id><IBAN>${own}</IBAN></Id></${other}Acct></RltdPties>
    <RmtInf>${entry.text ? `<Ustrd>${escaped(entry.text)}</Ustrd>` : ''}${
      entry.reference ? `<Strd><CdtrRefInf><Ref>${entry.reference}</Ref></CdtrRefInf></Strd>` : ''
    }</RmtInf>${code ? `<RtrInf><Rsn><Cd>${code}</Cd></Rsn></RtrInf>` : ''}</TxDtls>`
}

const partOf = (
  { amount, name = 'Ann Lee', ref }: { amount: string; name?: string; ref?: string },
  isNested: boolean,
) =>
  `<TxDtls>${ref ? `<Refs><AcctSvcrRef>${ref}</AcctSvcrRef></Refs>` : ''}${
    isNested ? `<Amt Ccy="USD">${amount}</Amt>` : `<AmtDtls><TxAmt><Amt Ccy="USD">${amount}</Amt></TxAmt></AmtDtls>`
  }<RltdPties><Dbtr>${isNested ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`}</Dbtr></RltdPties></TxDtls>`

/** For tests: a statement as a bank sends it. */
export const writeTestStatement = ({
  sequence,
  opening,
  closing,
  entries = [],
  version = '08',
  account = 'GB93SAND00000012345678',
  currency = 'USD',
  day = '2026-11-02',
}: TestStatement): string => {
  const isNested = version >= '07'
  const balance = (kind: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${kind}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>`
  const entryOf = (entry: TestEntry) => {
    const { amount, out = false, status = 'BOOK', reversal, ref, parts } = entry
    return `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${out ? 'DBIT' : 'CRDT'}</CdtDbtInd>${
      reversal ? '<RvslInd>true</RvslInd>' : ''
    }<Sts>${isNested ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt><Dt>${entry.booked ?? day}</Dt></BookgDt>${
      ref ? `<AcctSvcrRef>${ref}</AcctSvcrRef>` : ''
    }<NtryDtls>${
      parts ? parts.map((part) => partOf(part, isNested)).join('') : transactionOf(entry, isNested, account)
    }</NtryDtls></Ntry>`
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>m</MsgId></GrpHdr><Stmt>
<Id>s</Id><ElctrncSeqNb>${sequence}</ElctrncSeqNb><FrToDt><FrDtTm>${day}T00:00:00Z</FrDtTm><ToDtTm>${day}T23:59:59Z</ToDtTm></FrToDt>
<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>${currency}</Ccy></Acct>
${balance('OPBD', opening)}${balance('CLBD', closing)}
${entries.map(entryOf).join('\n')}
</Stmt></BkToCstmrStmt></Document>`
}
