import { makeCertificate } from '@ingot/paper/certificate'
import { setDocument } from '@ingot/paper/set-document'
import { createSigner } from '@ingot/paper/sign-document'
import PDFDocument from 'pdfkit'

// Makes statements in a process of its own, so that its memory is theirs, and says what they took.

type Content = Parameters<typeof setDocument>[0]

/** As it goes to whoever measures. Times are milliseconds, one for each round. */
export type Made = { set: number[]; signed: number[]; plain: number[]; bytes: number; peakMegabytes: number }

const columns = ['Date', 'What', 'Number', 'Out', 'In', 'Balance']
const shares = [13, 35, 10, 14, 14, 14]
const kinds = ['Bought QMGT', 'Deposit of USDT', 'Sold QMGT', 'Transfer to Nguyễn Thị Ánh']

/** Cents as people write them. */
const shown = (cents: number): string => {
  const whole = Math.floor(cents / 100).toLocaleString('en')
  return `${whole}.${String(cents % 100).padStart(2, '0')}`
}

const statementOf = (lines: number): Content => ({
  title: 'Account statement',
  subtitle: '1 October 2026 to 31 October 2026',
  holder: ['Zoë Łukasiewicz', 'Ulica Piotrkowska 104', '90-926 Łódź'],
  parts: [
    {
      kind: 'table',
      heading: 'Movements of USDT',
      columns: columns.map((label, place) => ({
        label,
        align: place < 3 ? 'start' : 'end',
        share: shares[place] ?? 1,
      })),
      rows: Array.from({ length: lines }, (_, n) => {
        const [cents, balance] = [shown((n * 7919) % 90_000), shown(1_250_000 + ((n * 104_729) % 900_000))]
        return [
          `${1 + Math.floor((n * 30) / lines)} Oct 2026`,
          kinds[n % kinds.length] ?? '',
          String(48_000 + n),
          ...(n % 3 ? ['', cents] : [cents, '']),
          balance,
        ]
      }),
      sums: [['', 'Closing balance', '', '', '', '21,917.10']],
      empty: '',
    },
  ],
  notes: ['Values are what each asset would have brought at the end of the period.'],
})

/** The yardstick: the same words by pdfkit alone, in a built-in font, where each stands by itself. */
const setPlainly = async ({ title, parts }: Content) => {
  const doc = new PDFDocument({ size: 'A4' })
  doc.fontSize(20).text(title).fontSize(8.5)
  for (const part of parts)
    if (part.kind === 'table') for (const row of part.rows) doc.text(row.join('   '), { lineBreak: false }).moveDown()
  doc.end()
  for await (const _ of doc);
}

const timed = async <T>(work: () => T | Promise<T>): Promise<{ ms: number; made: T }> => {
  const began = performance.now()
  const made = await work()
  return { ms: performance.now() - began, made }
}

const make = async (lines: number, rounds: number): Promise<Made> => {
  const content = statementOf(lines)
  const signer = createSigner(makeCertificate('Bench', new Date('2026-01-01T00:00:00Z')))
  const number = 'AS-2026-000123'
  const imprint = {
    ...{ number, issuedAt: new Date('2026-11-02T08:24:00Z'), zone: 'Europe/Zurich' },
    ...{ language: 'en' as const, paper: 'A4' as const },
    brand: {
      name: 'Ingot',
      accent: '#b8892b',
      legalLine: 'Zürich',
      company: 'Ingot AG',
      supportEmail: 'a@ingot.example',
    },
    verifyUrl: `https://portal.ingot.example/verify?number=${number}`,
  } as const
  const attached = { name: 'data.json', json: JSON.stringify(content) }
  const made: Made = { set: [], signed: [], plain: [], bytes: 0, peakMegabytes: 0 }
  for (let round = 0; round < rounds; round++) {
    const { ms, made: file } = await timed(() => setDocument(content, imprint, attached))
    const signed = await timed(() => signer.sign(file.bytes))
    made.set.push(ms)
    made.signed.push(signed.ms)
    made.bytes = signed.made.length
  }
  made.peakMegabytes = process.resourceUsage().maxRSS / 1000
  for (let round = 0; round < rounds; round++) made.plain.push((await timed(() => setPlainly(content))).ms)
  return made
}

const [lines, rounds] = process.argv.slice(2).map(Number)
process.send?.(await make(lines ?? 1, rounds ?? 1))
