import type { DocumentPart } from '@ingot/endpoints/document-content'
import type { Block } from './flow.ts'
import { drawLines, drawRule, heightOf, margin, type Press, styles } from './sheet.ts'
import type { Line, Style } from './type-setter.ts'

// Headings, running text and facts, as blocks of a page.

type Facts = Extract<DocumentPart, { kind: 'facts' }>
type Text = Extract<DocumentPart, { kind: 'text' }>

/** Above each part of a document. */
export const gapAbovePart = 24
const gapUnderHeading = 6
const gapAboveParagraph = 5
const factPadding = 4.5
/** Of a fact or a row of a table, which goes on in another one: nothing is higher than a page. */
export const mostLines = 30
/** Where a fact's value begins, as a part of the width. */
const valueAt = 0.36

/** Lines of one thing for a screen reader, each a block of its own, so that it may go on overleaf. Two lines never part from the rest alone. */
const linesAsBlocks = (press: Press, tag: string, lines: readonly Line[], gap: number): Block[] => {
  // An element that nothing is ever put into would keep the file from ending.
  if (lines.length === 0) return []
  const element = press.doc.struct(tag)
  const last = lines.length - 1
  return lines.map((line, place) => ({
    height: line.style.leading,
    gap: place === 0 ? gap : 0,
    keep: place !== last && (place === 0 || place === last - 1),
    draw: (top) => {
      if (place === 0) press.reading.add(element)
      element.add(() => drawLines(press, [line], { x: margin, top, width: press.width, align: 'start' }))
      if (place === last) element.end()
    },
  }))
}

/** A heading stays with what it is above. */
export const headingBlocks = (press: Press, text: string): Block[] => {
  if (!text) return []
  const lines = press.type.lines(text, styles.heading, press.width)
  return linesAsBlocks(press, 'H2', lines, gapAbovePart).map((block) => ({ ...block, keep: true }))
}

export const paragraphBlocks = (press: Press, text: string, style: Style): Block[] =>
  linesAsBlocks(press, 'P', press.type.lines(text, style, press.width), gapAboveParagraph)

export const textBlocks = (press: Press, { heading, paragraphs }: Text): Block[] => [
  ...headingBlocks(press, heading),
  ...paragraphs.flatMap((text) => paragraphBlocks(press, text, styles.text)),
]

/** Label and value, which a screen reader is told belong together. */
export const addFact = (
  press: Press,
  list: PDFKit.PDFStructureElement,
  lines: { labels: readonly Line[]; values: readonly Line[] },
  { x, top, width, offset }: { x: number; top: number; width: number; offset: number },
): void => {
  const { doc } = press
  const item = doc.struct('LI')
  list.add(item)
  const label = { x, top, width: offset, align: 'start' } as const
  item.add(doc.struct('Lbl', {}, () => drawLines(press, lines.labels, label)))
  const value = { ...label, x: x + offset, width: width - offset }
  item.add(doc.struct('LBody', {}, () => drawLines(press, lines.values, value)))
  item.end()
}

/** Label and value beside each other, a hairline beneath. */
export const factsBlocks = (press: Press, { heading, facts }: Facts): Block[] => {
  // A list that is never drawn would be waited for at the end.
  if (facts.length === 0) return headingBlocks(press, heading)
  const { doc, type, reading, width } = press
  const list = doc.struct('L')
  const offset = width * valueAt
  const pieces = facts.flatMap(({ label, value, strong }) => {
    const labels = type.lines(label, strong ? styles.strong : styles.label, offset - 2 * factPadding)
    const values = type.lines(value, strong ? styles.strong : styles.text, width - offset)
    return Array.from({ length: Math.ceil(Math.max(labels.length, values.length) / mostLines) }, (_, piece) => {
      const own = (lines: Line[]) => lines.slice(piece * mostLines, (piece + 1) * mostLines)
      return { labels: own(labels), values: own(values) }
    })
  })
  const blocks = pieces.map((lines, place): Block => {
    const height = Math.max(heightOf(lines.labels), heightOf(lines.values)) + 2 * factPadding
    const draw = (top: number) => {
      if (place === 0) reading.add(list)
      addFact(press, list, lines, { x: margin, top: top + factPadding, width, offset })
      drawRule(press, top + height, 'light')
      if (place === pieces.length - 1) list.end()
    }
    return { height, gap: place === 0 ? gapUnderHeading : 0, keep: false, draw }
  })
  return [...headingBlocks(press, heading), ...blocks]
}
