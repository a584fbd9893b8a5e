import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { inflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'

// The letters of a document. Each family comes in many small files, by script; one is opened when a letter of it is first needed, once in a process.

/** What is used of a font that pdfkit has opened. */
export type Font = {
  unitsPerEm: number
  characterSet: number[]
  hasGlyphForCodePoint: (code: number) => boolean
  glyphForCodePoint: (code: number) => { advanceWidth: number }
  layout: (text: string, features?: Record<string, boolean>) => unknown
}

type Source = { family: string; weight: number }

const noto = (weight: number): Source[] => [
  { family: 'noto-sans', weight },
  { family: 'noto-sans-sc', weight },
]

/** Where a letter is looked for, in this order. */
const sources = {
  text: noto(400),
  strong: noto(600),
  wordMark: [{ family: 'playfair-display', weight: 600 }, ...noto(600)],
}

export type Face = keyof typeof sources

/** Its letters change their shapes beside each other, which is left out: rather a sign for what is missing than a wrong shape. */
const leftOut = 'devanagari'

/** So that a glyph stands for one letter always, and a file is the same whatever was set before it. */
const noSubstitutes = { liga: false, clig: false, rlig: false, calt: false, ccmp: false, locl: false }

/** One glyph after the other. Digits keep their one width, so that figures stand beneath each other, and it is quick. */
const layFigures = (font: Font, text: string) => {
  const glyphs = Array.from(text, (letter) => font.glyphForCodePoint(letter.codePointAt(0) ?? 0))
  const positions = glyphs.map(({ advanceWidth }) => ({ xAdvance: advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }))
  return {
    glyphs,
    positions,
    // pdfkit scales the positions before it asks for their sum.
    get advanceWidth() {
      return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
    },
  }
}

const addressOf = (family: string, file: string): string =>
  fileURLToPath(import.meta.resolve(`@fontsource/${family}/${file}`))

/** A font as it was before it was packed for the web. Left packed, each of its glyphs would unpack all of them. */
const unpack = (packed: Buffer): Buffer => {
  const [headLength, entryLength, packedHeadLength, packedEntryLength] = [12, 16, 44, 20]
  const tables = packed.readUInt16BE(12)
  const head = Buffer.alloc(headLength + entryLength * tables)
  packed.copy(head, 0, 4, 8)
  head.writeUInt16BE(tables, 4)
  const parts = [head]
  let offset = head.length
  for (let n = 0; n < tables; n++) {
    const [from, to] = [packedHeadLength + packedEntryLength * n, headLength + entryLength * n]
    const [start, size, length] = [4, 8, 12].map((at) => packed.readUInt32BE(from + at)) as [number, number, number]
    const bytes = packed.subarray(start, start + size)
    const table = Buffer.alloc(Math.ceil(length / 4) * 4)
    table.set(size < length ? inflateSync(bytes) : bytes)
    packed.copy(head, to, from, from + 4)
    packed.copy(head, to + 4, from + 16, from + 20)
    head.writeUInt32BE(offset, to + 8)
    head.writeUInt32BE(length, to + 12)
    parts.push(table)
    offset += table.length
  }
  return Buffer.concat(parts)
}

const openFont = (path: string): Font => {
  const opener = new PDFDocument({ autoFirstPage: false, font: '' }).font(unpack(readFileSync(path)))
  const { font } = (opener as unknown as { _font: { font: Font } })._font
  // A glyph remembers the letter that it was first asked for, and says so in every later file. So the first one is always the same.
  for (const code of font.characterSet) font.glyphForCodePoint(code)
  const layout = font.layout.bind(font)
  font.layout = (text) => (/\d/.test(text) ? layFigures(font, text) : layout(text, noSubstitutes))
  return font
}

type Subset = { name: string; path: string; ranges: [number, number][] }

const rangeOf = (text: string): [number, number] => {
  const [from = '', to = from] = text.trim().replace(/^U\+/i, '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

const subsetsOf = ({ family, weight }: Source): Subset[] => {
  const ranges: Record<string, string> = JSON.parse(readFileSync(addressOf(family, 'unicode.json'), 'utf8'))
  return Object.entries(ranges).flatMap(([key, text]) => {
    const name = `${family}-${key.replace(/[[\]]/g, '')}-${weight}`
    const path = addressOf(family, `files/${name}-normal.woff`)
    return key === leftOut ? [] : [{ name, path, ranges: text.split(',').map(rangeOf) }]
  })
}

const subsets = new Map<Face, Subset[]>()
const opened = new Map<string, Font>()
/** By letter. What was not found is not kept, so that it grows no further than the fonts do. */
const found: Record<Face, Map<string, string>> = { text: new Map(), strong: new Map(), wordMark: new Map() }

const openOnce = ({ name, path }: Subset): Font => {
  const font = opened.get(name) ?? openFont(path)
  opened.set(name, font)
  return font
}

const findFont = (face: Face, code: number): string | undefined => {
  const all = subsets.get(face) ?? sources[face].flatMap(subsetsOf)
  subsets.set(face, all)
  const promised = all.filter(({ ranges }) => ranges.some(([from, to]) => from <= code && code <= to))
  return promised.find((subset) => openOnce(subset).hasGlyphForCodePoint(code))?.name
}

/** The name of the font that has a letter, if one has. */
export const fontFor = (face: Face, letter: string): string | undefined => {
  const known = found[face].get(letter)
  if (known) return known
  const name = findFont(face, letter.codePointAt(0) ?? 0)
  if (name) found[face].set(letter, name)
  return name
}

/** A font by the name that `fontFor` gave. */
export const fontNamed = (name: string): Font => {
  const font = opened.get(name)
  if (!font) throw new Error(`the font ${name} was not opened`)
  return font
}
