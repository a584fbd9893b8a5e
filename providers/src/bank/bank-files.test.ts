import { expect, test } from 'vitest'
import { readCamt053 } from './camt053.ts'
import type { CamtLine } from './camt053-pieces.ts'
import { writePain001 } from './pain001.ts'

// What a bank writes, in the shapes that its versions have, and what is written for it.

const statementOf = (version: string, entries: string, prefix = '') => {
  const plain = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><Stmt><LglSeqNb>5</LglSeqNb>
    <Acct><Id><Othr><Id>00-112 233</Id></Othr></Id></Acct>
    <Bal><Tp><CdOrPrtry><Cd>PRCD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">10</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
    <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="USD">12.5</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
    <Bal><Tp><CdOrPrtry><Cd>CLAV</Cd></CdOrPrtry></Tp><Amt Ccy="USD">999</Amt><CdtDbtInd>CRDT</CdtDbtInd></Bal>
    ${entries}</Stmt></BkToCstmrStmt></Document>`
  return prefix === ''
    ? plain
    : plain.replaceAll(/<(\/?)(?=[A-Z])/g, `<$1${prefix}:`).replace('xmlns=', `xmlns:${prefix}=`)
}
const read = async (text: string, chunk = text.length) => {
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) =>
    bytes.subarray(n * chunk, (n + 1) * chunk),
  )
  const pieces = []
  for await (const some of readCamt053(chunks)) pieces.push(...some)
  const lines = pieces.flatMap((piece): CamtLine[] => (piece.is === 'line' ? [piece.line] : []))
  return { lines, end: pieces.find((piece) => piece.is === 'end') }
}
const entry = (isNested: boolean) => {
  const person = (name: string) => (isNested ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`)
  return `<Ntry><Amt Ccy="USD">2.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>${isNested ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts>
    <ValDt><Dt>2026-11-02</Dt></ValDt><AcctSvcrRef>X1</AcctSvcrRef><NtryDtls><TxDtls>
    <Refs><EndToEndId>E1</EndToEndId><TxId>T1</TxId></Refs><RltdPties><Dbtr>${person('Zoë &amp; Łukasz')}</Dbtr>
    <UltmtDbtr>${person('Behind')}</UltmtDbtr></RltdPties><RltdAgts><DbtrAgt><FinInstnId><BICFI>ABCDGB2L</BICFI></FinInstnId></DbtrAgt></RltdAgts>
    <RmtInf><Ustrd>one</Ustrd><Ustrd><![CDATA[two & three]]></Ustrd><Strd><CdtrRefInf><Ref>RF18</Ref></CdtrRefInf></Strd></RmtInf>
    </TxDtls></NtryDtls></Ntry>`
}
const expected = {
  ...{
    direction: 'in',
    cents: 250n,
    bookedOn: '2026-11-02',
    bankReference: 'X1',
    endToEndId: 'E1',
    transactionId: 'T1',
  },
  ...{ reference: 'RF18', text: 'one two & three' },
  debtor: { name: 'Zoë & Łukasz', ultimateName: 'Behind', account: null, bic: 'ABCDGB2L' },
}

test.each(['02', '04', '06', '07', '08', '10', '13'])(
  'version %s is read, with whatever prefix and in pieces of any size',
  async (version) => {
    for (const isNested of [false, true])
      for (const text of [statementOf(version, entry(isNested)), statementOf(version, entry(isNested), 'n')])
        for (const chunk of [1, 7, 1_000_000]) {
          const { lines, end } = await read(text, chunk)
          expect(lines).toMatchObject([expected])
          expect(end).toMatchObject({ account: '00-112 233', sequence: 5n, opening: 1_000n, closing: 1_250n, lines: 1 })
        }
  },
)

test('what is pending, for information or of nothing is no line', async () => {
  const others = ['PDNG', 'INFO', 'FUTR'].map((status) => entry(false).replace('BOOK', status)).join('')
  const nothing = entry(false).replace('>2.50<', '>0.00<')
  expect((await read(statementOf('02', others + nothing + entry(false)))).lines).toHaveLength(1)
})

test('an entry with more transactions than fit into memory is refused', async () => {
  const many = entry(false).replace(/<TxDtls>.*<\/TxDtls>/s, '<TxDtls></TxDtls>'.repeat(20_001))
  await expect(read(statementOf('02', many))).rejects.toThrow('One entry of the statement has too many transactions.')
})

test('payments are written in the letters that banks carry, and nothing in them can end an element', () => {
  const text = writePain001({
    id: 'a-file',
    madeAt: new Date('2026-11-02T09:00:00Z'),
    house: { name: 'Gold & Söhne', account: { number: '0011' }, bic: 'SANDGB2L' },
    payments: [
      {
        ...{ endToEndId: 'IG1', cents: 123_456n, name: 'Šárka O’Łee 王 </Nm>', text: 'x'.repeat(300) },
        to: { iban: 'GB29NWBK60161331926819' },
      },
      {
        endToEndId: 'IG2',
        cents: 5n,
        name: 'B',
        text: 'b',
        to: { number: '77', bic: 'MBBEMYKL', bank: 'M', country: 'MY' },
      },
    ],
  })
  expect(text).toContain('<Nm>Gold . Sohne</Nm>')
  expect(text).toContain('<Nm>Sarka O&apos;Lee . ./Nm.</Nm>')
  expect(text).toContain('<InstdAmt Ccy="USD">1234.56</InstdAmt>')
  expect(text).toContain('<InstdAmt Ccy="USD">0.05</InstdAmt>')
  expect(text.match(/<CtrlSum>1234.61<\/CtrlSum>/g)).toHaveLength(2)
  expect(text).toContain(`<Ustrd>${'x'.repeat(140)}</Ustrd>`)
})
