const tag = (name: string, content: string) => `<${name}>${content}</${name}>`

const dollars = (cents: bigint) => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`

const money = (name: string, cents: bigint) => `<${name} Ccy="USD">${dollars(cents)}</${name}>`

const balance = (kind: string, cents: bigint) =>
  tag('Bal', tag('Tp', tag('CdOrPrtry', tag('Cd', kind))) + money('Amt', cents) + tag('CdtDbtInd', 'CRDT'))

const cents = 12_345n

/** A transfer of somebody whom nobody knows, as much as banks write about one. */
const entry = (name: string) =>
  tag(
    'Ntry',
    `${money('Amt', cents)}<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-02</Dt></BookgDt>${tag('AcctSvcrRef', name)}` +
      tag(
        'NtryDtls',
        tag(
          'TxDtls',
          tag('Refs', tag('EndToEndId', name)) +
            tag(
              'RltdPties',
              `<Dbtr><Pty><Nm>Somebody ${name}</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>GB29NWBK60161331926819</IBAN></Id></DbtrAcct>`,
            ) +
            tag('RmtInf', tag('Ustrd', `savings of ${name}`)),
        ),
      ),
  )

/** A statement of a bank with so many lines, and what the account holds behind it. */
export const bankStatement = (
  own: string,
  { sequence, lines, opening }: { sequence: number; lines: number; opening: bigint },
) => {
  const closing = opening + BigInt(lines) * cents
  const entries = Array.from({ length: lines }, (_, n) => entry(`B${sequence}-${n}`))
  const header = `<ElctrncSeqNb>${sequence}</ElctrncSeqNb>${tag('Acct', tag('Id', tag('IBAN', own)) + tag('Ccy', 'USD'))}`
  const statement = tag('Stmt', header + balance('OPBD', opening) + balance('CLBD', closing) + entries.join('\n'))
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>${statement}</BkToCstmrStmt></Document>`
  return { text, closing }
}
