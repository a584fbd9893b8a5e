import { type Face, fontFor, fontNamed } from './fonts.ts'
import { legible, missingSign } from './legible.ts'

// Text on its way to paper: cut into what one font can set, measured, and broken into lines.

export type Style = { face: Face; size: number; colour: string; leading: number }

type Run = { font: string; text: string; width: number }

export type Line = { runs: Run[]; width: number; style: Style }

export type TypeSetter = {
  /** Letters that no font has, each once. */
  missing: Set<string>
  /** The whole text on one line, however long. */
  line: (text: string, style: Style) => Line
  /** No line is wider than the width. An empty text is one empty line. */
  lines: (text: string, style: Style, width: number) => Line[]
  /** The left end of the line's foot. */
  draw: (line: Line, x: number, baseline: number) => void
}

/** May stand at a line's end or begin the next one: what is between spaces, and each Chinese sign. */
const pieces = /\p{Script=Han}| +|[^ \p{Script=Han}]+/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** How far a run of one font reaches. */
const cut = (text: string, face: Face, missing: Set<string>): { font: string; text: string }[] => {
  const runs: { font: string; text: string }[] = []
  for (const letter of text) {
    const own = fontFor(face, letter)
    if (!own) missing.add(letter)
    const shown = own ? letter : missingSign
    const font = own ?? fontFor(face, missingSign)
    if (!font) throw new Error('no font has the sign for what is missing')
    const last = runs.at(-1)
    if (last?.font === font) last.text += shown
    else runs.push({ font, text: shown })
  }
  return runs
}

export const createTypeSetter = (doc: PDFKit.PDFDocument): TypeSetter => {
  const missing = new Set<string>()
  const registered = new Set<string>()

  const choose = (font: string, size: number) => {
    if (!registered.has(font)) doc.registerFont(font, fontNamed(font) as unknown as PDFKit.Mixins.PDFFontSource)
    registered.add(font)
    return doc.font(font, size)
  }

  const measured = (text: string, style: Style): Line => {
    const runs = cut(text, style.face, missing).map((run) => ({
      ...run,
      width: choose(run.font, style.size).widthOfString(run.text),
    }))
    return { runs, width: runs.reduce((sum, run) => sum + run.width, 0), style }
  }

  /** What is wider than a line is broken between letters: nothing may stand outside of its column. */
  const broken = (word: string, style: Style, width: number): string[] => {
    if (measured(word, style).width <= width) return [word]
    const parts = ['']
    for (const { segment } of graphemes.segment(word)) {
      const longer = parts.at(-1) + segment
      if (parts.at(-1) && measured(longer, style).width > width) parts.push(segment)
      else parts[parts.length - 1] = longer
    }
    return parts
  }

  const lines = (text: string, style: Style, width: number): Line[] => {
    const clean = legible(text)
    const whole = measured(clean, style)
    if (whole.width <= width) return [whole]
    const texts = ['']
    for (const piece of clean.match(pieces) ?? [])
      for (const part of broken(piece, style, width)) {
        const longer = texts.at(-1) + part
        if (texts.at(-1) && measured(longer.trimEnd(), style).width > width) texts.push(part.trimStart())
        else texts[texts.length - 1] = longer
      }
    return texts.map((line, place) => {
      const shown = measured(line.trim(), style)
      // Between two words that are read on from line to line there is a space, though it is not seen.
      const isParted = place < texts.length - 1 && line.endsWith(' ')
      return isParted ? { ...shown, runs: [...shown.runs, ...measured(' ', style).runs] } : shown
    })
  }

  const draw = ({ runs, style }: Line, x: number, baseline: number) => {
    doc.fillColor(style.colour)
    let at = x
    for (const { font, text, width } of runs) {
      choose(font, style.size).text(text, at, baseline, { lineBreak: false, baseline: 'alphabetic' })
      at += width
    }
  }

  return { missing, line: (text, style) => measured(legible(text), style), lines, draw }
}
