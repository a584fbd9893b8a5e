import type { Imprint } from './imprint.ts'
import type { Line, Style, TypeSetter } from './type-setter.ts'

// The sheet of paper and what may be put on it: text in one of a few styles, and hairlines. Lengths are points, 72 to an inch.

const sizes = { A4: { width: 595.28, height: 841.89 }, Letter: { width: 612, height: 792 } }

export const margin = 57

/** Everything that a part of a document is set with. */
export type Press = {
  doc: PDFKit.PDFDocument
  type: TypeSetter
  /** What a screen reader reads, from its beginning to its end. */
  reading: PDFKit.PDFStructureElement
  imprint: Imprint
  /** Of the sheet, and of what is between its margins. */
  height: number
  width: number
}

export const sheetOf = ({ paper }: Imprint): { height: number; width: number } => {
  const { width, height } = sizes[paper]
  return { height, width: width - 2 * margin }
}

const ink = '#1d1b17'
const muted = '#69645a'
const hairline = '#d8d2c6'

const style = (face: Style['face'], size: number, leading: number, colour = ink): Style => ({
  face,
  size,
  leading,
  colour,
})

export const styles = {
  wordMark: style('wordMark', 25, 30),
  runningMark: style('wordMark', 12, 16),
  title: style('text', 22, 29),
  subtitle: style('text', 11, 16, muted),
  heading: style('strong', 11.5, 16),
  text: style('text', 9.5, 14),
  strong: style('strong', 9.5, 14),
  label: style('text', 9.5, 14, muted),
  columnHead: style('strong', 7.5, 10.5, muted),
  cell: style('text', 8.5, 12),
  sum: style('strong', 8.5, 12),
  small: style('text', 7.5, 11, muted),
  smallStrong: style('strong', 7.5, 11),
} satisfies Record<string, Style>

/** The height of capitals, as a part of the size. */
const capitals = 0.714

export const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { style }) => sum + style.leading, 0)

/** Lines beneath each other, in a column that begins at `x`. */
export const drawLines = (
  { type }: Press,
  lines: readonly Line[],
  { x, top, width, align }: { x: number; top: number; width: number; align: 'start' | 'end' },
): void => {
  let y = top
  for (const line of lines) {
    const { leading, size } = line.style
    type.draw(line, align === 'end' ? x + width - line.width : x, y + (leading + capitals * size) / 2)
    y += leading
  }
}

const rules = {
  /** Between lines of a table. */
  light: { weight: 0.4, colour: hairline },
  /** Above and beneath what belongs together. */
  firm: { weight: 0.7, colour: ink },
}

/** What is drawn in it is passed over by screen readers. */
export const unread = ({ doc }: Press, type: 'Layout' | 'Pagination', draw: () => void): void => {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}

/** A line across the sheet. */
export const drawRule = (press: Press, y: number, rule: keyof typeof rules | 'accent'): void => {
  const { weight, colour } = rule === 'accent' ? { weight: 0.9, colour: press.imprint.brand.accent } : rules[rule]
  unread(press, 'Layout', () =>
    press.doc
      .lineWidth(weight)
      .strokeColor(colour)
      .moveTo(margin, y)
      .lineTo(margin + press.width, y)
      .stroke(),
  )
}
