import type { DocumentContent, DocumentPart } from '@ingot/endpoints/document-content'
import { encode } from 'uqr'
import { expect, test, vi } from 'vitest'
import type { Imprint } from './imprint.ts'
import { mostRows, setDocument } from './set-document.ts'
import { byteRangePlaceholder, holeText } from './signature-hole.ts'
import { poppler } from './test-reading.ts'
import { attachedSample, sampleImprint, samples, statement } from './test-samples.ts'

const papers = ['A4', 'Letter'] as const
const margin = 57
const sizes = { A4: { width: 595.28, height: 841.89 }, Letter: { width: 612, height: 792 } }

const set = (content: DocumentContent, paper: Imprint['paper'] = 'A4') =>
  setDocument(content, sampleImprint(paper), attachedSample)

const contentOf = (part: Partial<DocumentContent>): DocumentContent => ({
  ...{ title: 'Receipt', subtitle: '', holder: ['Ann Example'], parts: [], notes: [] },
  ...part,
})

const facts = (...values: string[]): DocumentPart => ({
  kind: 'facts',
  heading: 'Names',
  facts: values.map((value, place) => ({ label: `Name ${place}`, value })),
})

const textOf = (bytes: Uint8Array) => poppler('pdftotext', bytes, ['-layout', 'FILE', '-'])

type Word = { page: number; text: string; left: number; top: number; right: number; bottom: number }

/** Every word and where it stands. */
const wordsOf = (bytes: Uint8Array): Word[] =>
  poppler('pdftotext', bytes, ['-bbox', 'FILE', '-'])
    .split('<page ')
    .slice(1)
    .flatMap((text, place) =>
      [...text.matchAll(/xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g)].map(
        ([, left, top, right, bottom, word = '']) => ({
          ...{ page: place + 1, text: word, left: Number(left), top: Number(top) },
          ...{ right: Number(right), bottom: Number(bottom) },
        }),
      ),
    )

/** Boxes are as high as the font's highest letters, so those of two lines may touch. */
const touch = 3

const overlapping = (words: readonly Word[]): string[] =>
  words.flatMap((one, place) =>
    words
      .slice(place + 1)
      .filter(
        (other) =>
          one.page === other.page &&
          Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5 &&
          Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > touch,
      )
      .map((other) => `${one.text} and ${other.text} on page ${one.page}`),
  )

const outside = (words: readonly Word[], paper: Imprint['paper']): Word[] => {
  const { width, height } = sizes[paper]
  const far = ({ left, right, top, bottom }: Word) =>
    left < margin - 0.5 || right > width - margin + 0.5 || top < 30 || bottom > height - 30
  return words.filter(far)
}

const hostile = [
  'W'.repeat(200),
  'Ж'.repeat(200),
  '王'.repeat(200),
  `Ann\u202egnp.exe\u202c ${'\u200b'.repeat(200)}\u2066Ben\u2069`,
  '<script>alert(1)</script> & "Sons" \\) Tj ET',
  '👩‍👩‍👧‍👦 Ann 🏳️‍🌈',
  'محمد שלום',
  'a\u0300\u0301\u0302\u0303\u0304 Z\u0351\u0363\u0489',
  '\ud800 lone',
  'line\nbreak\ttab\u0000null\u2028end',
]

const everywhere = contentOf({
  title: 'Account statement of a very long kind of thing that has more words than fit on a single line of paper',
  holder: hostile,
  parts: [
    facts(...hostile),
    {
      kind: 'table',
      heading: hostile[0] ?? '',
      columns: [
        { label: 'Day', align: 'start', share: 10 },
        { label: hostile[1] ?? '', align: 'start', share: 20 },
        { label: 'Name', align: 'start', share: 20 },
        { label: 'Amount in US dollars', align: 'end', share: 10 },
      ],
      rows: hostile.map((name) => ['1 Oct 2026', name, name, '−1,234,567,890.123456']),
      sums: [['', hostile[2] ?? '', '', '−9,234,567,890.123456']],
      empty: '',
    },
    { kind: 'text', heading: '', paragraphs: hostile },
  ],
  notes: [...hostile, 'x '.repeat(3000)],
})

test('the same content gives the same bytes, whatever was set before it', async () => {
  const content = contentOf({ parts: [facts('ЕИУГ Łódź\u00a0· office Ån')], notes: ['Nguyễn Thị Ánh, 王小明'] })
  // Letters that are drawn with the same glyphs, or as parts of others.
  await set(contentOf({ parts: [facts('Ѐ Ѝ Ў Ѓ Łukasz\u00ad Ångström Å Ω Ω e\u0301 \u00a0–‐- 明·•・')] }))
  await set(everywhere)
  const { bytes } = await set(content)
  expect(await set(content)).toEqual({ bytes, missing: [] })
  vi.resetModules()
  const afresh: typeof import('./set-document.ts') = await import('./set-document.ts')
  expect((await afresh.setDocument(content, sampleImprint('A4'), attachedSample)).bytes).toEqual(bytes)
})

test('each sample is on the paper that was asked for, within its margins, with nothing over anything else', async () => {
  for (const [name, content] of Object.entries(samples))
    for (const paper of papers) {
      const { bytes, missing } = await set(content, paper)
      expect(missing, name).toEqual([])
      const { width, height } = sizes[paper]
      expect(poppler('pdfinfo', bytes)).toContain(`${width} x ${height} pts`)
      const words = wordsOf(bytes)
      expect(outside(words, paper), name).toEqual([])
      expect(overlapping(words), name).toEqual([])
    }
})

test('names print right in every script that is promised', async () => {
  const names = [
    'Łódź Ñuñoa Øre Ğüş Șț',
    'Ελληνικά Ἀθῆναι',
    'Кириллица Ѓорѓи Їжак',
    'Nguyễn Thị Ánh',
    '王小明 陳大文 龘',
  ]
  const { bytes, missing } = await set(contentOf({ holder: names, parts: [facts(...names)] }))
  expect(missing).toEqual([])
  const text = textOf(bytes)
  for (const name of names) expect(text.split(name), name).toHaveLength(3)
})

test('what no font has is shown as missing and told of, and is never another letter', async () => {
  const { bytes, missing } = await set(contentOf({ parts: [facts('[محمد]', '[😀]', '[शर्मा]', '[Ann]')] }))
  expect(missing).toEqual([...new Set('محمد😀शर्मा')])
  const text = textOf(bytes)
  expect(text).toContain('[����]')
  expect(text).toContain('[�]')
  expect(text).toContain('[Ann]')
})

test('marks that hide, join or turn letters around do not reach the paper', async () => {
  const { bytes, missing } = await set(
    contentOf({ holder: ['Ann\u202e\u2066 B\u200be\u0000n\u2069\ufeff \u3164C\u00ado.'] }),
  )
  expect(missing).toEqual([])
  expect(textOf(bytes)).toContain('Ann Ben Co.')
})

test('hostile names stay in their columns and run nowhere', async () => {
  for (const paper of papers) {
    const { bytes } = await set(everywhere, paper)
    const words = wordsOf(bytes)
    expect(outside(words, paper)).toEqual([])
    expect(overlapping(words)).toEqual([])
    const text = textOf(bytes)
    expect(text).toContain('<script>alert(1)</script> & "Sons" \\) Tj ET')
    expect(text).toContain('−1,234,567,890.123456')
    expect(text).toContain('line break tabnull end')
  }
})

test('the code on each page is the one that leads to where the document is checked', async () => {
  const { bytes } = await set(statement(30))
  const { data, size } = encode(sampleImprint('A4').verifyUrl, { ecc: 'M', border: 0 })
  const [pixelsPerPoint, qrSize, above] = [4, 46, sizes.A4.height - 80]
  for (const page of ['1', '2']) {
    const picture = ['-gray', '-r', String(72 * pixelsPerPoint), '-f', page, '-l', page, 'FILE']
    const drawn = poppler('pdftoppm', bytes, picture, 'latin1')
    const [head = '', columns] = /^P5\s(\d+) \d+\s\d+\s/.exec(drawn) ?? []
    const pixels = drawn.slice(head.length)
    const isDark = (row: number, column: number) => {
      const pixel = (start: number, module: number) =>
        Math.floor((start + ((module + 0.5) * qrSize) / size) * pixelsPerPoint)
      return pixels.charCodeAt(pixel(above, row) * Number(columns) + pixel(margin, column)) < 128
    }
    expect(data.map((cells, row) => cells.map((_, column) => isDark(row, column)))).toEqual(data)
  }
})

test('a title with signs of XML leaves the file’s properties readable', async () => {
  const { bytes } = await set(contentOf({ title: 'Tom & <Jerry>' }))
  expect(poppler('pdfinfo', bytes)).toContain('Title:           Tom & <Jerry> (AS-2026-000123)')
  expect(poppler('pdfinfo', bytes, ['-meta', 'FILE'])).toContain('Tom &amp; &lt;Jerry&gt; (AS-2026-000123)')
})

test('figures stand beneath each other', async () => {
  const ends = wordsOf((await set(statement(20))).bytes).filter(
    ({ text, left }) => /^[\d,]+\.\d\d$/.test(text) && left > 480,
  )
  expect(ends.length).toBeGreaterThan(20)
  for (const { right } of ends) expect(right).toBeCloseTo(sizes.A4.width - margin, 1)
})

test('each page repeats the column heads and says its number among all', async () => {
  const pages = textOf((await set(statement(100))).bytes)
    .split('\f')
    .slice(0, -1)
  expect(pages.length).toBeGreaterThan(3)
  for (const [place, page] of pages.entries()) {
    expect(page).toContain(`Page ${place + 1} of ${pages.length}`)
    expect(page).toContain('AS-2026-000123')
    expect(page).toMatch(/Date +What +Number +Out +In +Balance/)
    if (place > 0) expect(page).toContain('Movements of USDT, continued')
  }
})

const shortTable = (count: number): DocumentPart => ({
  ...{ kind: 'table', heading: 'Days', empty: '' },
  columns: [{ label: 'Day', align: 'start', share: 1 }],
  rows: Array.from({ length: count }, (_, n) => [`Row ${n}`]),
  sums: [['Sum one'], ['Sum two']],
})

test('sums never stand alone, nor do column heads, wherever a page ends', async () => {
  const ends = new Set<number>()
  for (let count = 14; count < 34; count++) {
    const texts = textOf((await set(contentOf({ parts: [shortTable(count)] }))).bytes)
      .split('\f')
      .slice(0, -1)
    ends.add(texts.length)
    for (const page of texts) {
      const rows = page.match(/Row \d+/g)?.length ?? 0
      if (page.includes('Sum '))
        expect([page.includes('Sum one'), page.includes('Sum two'), rows > 1]).toEqual([true, true, true])
      if (page.includes('Day')) expect(rows).toBeGreaterThan(0)
    }
  }
  expect(ends).toEqual(new Set([1, 2]))
})

test('a screen reader is told what is a heading, a table and its heads, and what the picture is', async () => {
  const { bytes } = await set(statement(60))
  expect(poppler('pdfinfo', bytes)).toMatch(/Tagged: +yes/)
  const read = poppler('pdfinfo', bytes, ['-struct-text', 'FILE'])
  expect(read).toMatch(/^Document\n {2}H1 \(block\)\n {4}"Account statement"/)
  expect(read.match(/^ {2}Table/gm)).toHaveLength(2)
  // Heads that are repeated overleaf are read once.
  expect(read.match(/"Balance"/g)).toHaveLength(1)
  expect(read.match(/^ {6}TR/gm)).toHaveLength(1 + 3 + 1 + 1 + 60 + 2)
  expect(read).not.toContain('Page 1 of')
  expect(Buffer.from(bytes).toString('latin1')).toContain(
    '/Alt (QR code that leads to https://portal.ingot.example/verify?number=',
  )
  expect(Buffer.from(bytes).toString('latin1')).toContain('/Lang (en)')
})

test('every font is in the file', async () => {
  const [, , ...fonts] = poppler('pdffonts', (await set(everywhere)).bytes)
    .trim()
    .split('\n')
  expect(fonts.length).toBeGreaterThan(5)
  for (const font of fonts) expect(font).toMatch(/CID TrueType +Identity-H +yes yes yes/)
})

test('the data is attached, and there is one hole for one signature', async () => {
  const { bytes } = await set(samples.receipt ?? everywhere)
  expect(poppler('pdfdetach', bytes, ['-save', '1', '-o', 'OUT', 'FILE'])).toBe(attachedSample.json)
  const text = Buffer.from(bytes).toString('latin1')
  expect(text.split(`/ByteRange ${byteRangePlaceholder}`)).toHaveLength(2)
  expect(text.split(`/Contents ${holeText}`)).toHaveLength(2)
  expect(text).not.toContain('NeedAppearances')
  expect(poppler('pdfsig', bytes)).toContain('Signature Type: ETSI.CAdES.detached')
})

test('many that are asked for at once are made as if alone', async () => {
  const contents = [statement(3), everywhere, statement(300)]
  const together = await Promise.all([...contents, statement(mostRows)].map((content) => set(content).catch(String)))
  for (const [place, content] of contents.entries()) {
    const [{ bytes }, other] = [await set(content), together[place]]
    expect(typeof other === 'object' && Buffer.from(bytes).equals(other.bytes)).toBe(true)
  }
  expect(together.at(-1)).toContain('are the most')
})

test('a document with nothing on it is still one', async () => {
  const table = { kind: 'table' as const, heading: '', columns: [], rows: [], sums: [], empty: '' }
  const parts: DocumentPart[] = [
    facts(),
    table,
    { kind: 'text', heading: '', paragraphs: [] },
    { ...table, heading: 'H' },
  ]
  const { bytes } = await set({ title: '', subtitle: '', holder: [], parts, notes: [''] })
  expect(textOf(bytes)).toContain('Page 1 of 1')
})

test('what is longer than a page goes on overleaf, whole', async () => {
  const long = Array.from({ length: 1200 }, (_, n) => `w${n}`).join(' ')
  const columns = [
    { label: 'A', align: 'start' as const, share: 1 },
    { label: 'B', align: 'start' as const, share: 9 },
  ]
  const table = { kind: 'table' as const, heading: '', columns, rows: [[long, '']], sums: [], empty: '' }
  for (const part of [facts(long), table, { kind: 'text' as const, heading: '', paragraphs: [long] }]) {
    const { bytes } = await set(contentOf({ parts: [part] }), 'Letter')
    expect(poppler('pdftotext', bytes, ['-raw', 'FILE', '-']).match(/\bw\d+/g), part.kind).toHaveLength(1200)
    expect(overlapping(wordsOf(bytes)), part.kind).toEqual([])
  }
})

test('more rows than a document holds are a bug, and so is a row that does not fit its table', async () => {
  await expect(set(statement(mostRows + 1))).rejects.toThrow(`${mostRows} are the most`)
  const [summary] = statement(1).parts
  if (summary?.kind !== 'table') throw new Error('the sample begins with another part')
  await expect(set(contentOf({ parts: [{ ...summary, rows: [['1']] }] }))).rejects.toThrow('a row of 1 in 6 columns')
})

test.each<[string, Partial<DocumentContent>]>([
  ['holder, parts and notes', { holder: [] }],
  ['letters', { title: '', holder: [''], notes: [''], parts: [{ kind: 'text', heading: '', paragraphs: [''] }] }],
  ['facts', { parts: [facts()] }],
  ['paragraphs', { parts: [{ kind: 'text', heading: 'Nothing', paragraphs: [] }] }],
  ['rows', { parts: [{ kind: 'table', heading: '', columns: [], rows: [], sums: [], empty: '' }] }],
])('a document without %s is set all the same', async (_, content) => {
  expect(poppler('pdfinfo', (await set(contentOf(content))).bytes)).toContain('Pages:           1')
})
