import type { DocumentPart } from '@ingot/endpoints/document-content'
import { columnWidths } from './column-widths.ts'
import type { Block } from './flow.ts'
import { headingBlocks, mostLines, paragraphBlocks } from './part-blocks.ts'
import { drawLines, drawRule, heightOf, margin, type Press, styles, unread } from './sheet.ts'
import type { Line, Style } from './type-setter.ts'

type Table = Extract<DocumentPart, { kind: 'table' }>
type Column = { align: 'start' | 'end'; x: number; width: number }
type Kind = 'head' | 'body' | 'sum'
type MeasuredRow = { kind: Kind; cells: { text: string; line: Line }[] }
type Row = { kind: Kind; cells: Line[][]; height: number }

/** Between two columns: less where there are many. */
const gutterOf = (columns: number): number => (columns > 6 ? 9 : 14)
const padding = 4.5
const gapAboveTable = 6
/** So many rows stay with the column heads above them and with the sums beneath them. */
const rowsKept = 2
/** What a column of words asks for at most; what is wider goes on in another line. */
const widestWords = 100

const styleOf: Record<Kind, Style> = { head: styles.columnHead, body: styles.cell, sum: styles.sum }
/** Which cells a head is of. The types of pdfkit do not know it. */
const headOfColumn = { scope: 'Column' } as object
const groupTags: Record<Kind, string> = { head: 'THead', body: 'TBody', sum: 'TFoot' }

/** As wide as it needs to be: figures are not broken, words go on in another line where they must, and so do column heads, but not within a word. */
const columnsOf = (press: Press, { columns }: Table, rows: readonly MeasuredRow[]): Column[] => {
  const needs = columns.map(({ align, label, share }, column) => {
    const widthOf = ({ kind, cells }: MeasuredRow) => (kind === 'head' ? 0 : (cells[column]?.line.width ?? 0))
    const most = rows.reduce((widest, row) => Math.max(widest, widthOf(row)), 0)
    const words = label.split(' ').map((word) => press.type.line(word, styleOf.head).width)
    const asWords = Math.min(widestWords, Math.max(...words, align === 'end' ? 0 : most))
    const wish = press.type.line(label, styleOf.head).width
    return { share, wish, isFigure: align === 'end', need: align === 'end' ? Math.max(most, asWords) : asWords }
  })
  const gutter = gutterOf(columns.length)
  const widths = columnWidths(needs, press.width - gutter * (columns.length - 1))
  let x = margin
  return columns.map(({ align }, column) => {
    const own = { align, x, width: widths[column] ?? 0 }
    x += own.width + gutter
    return own
  })
}

const measure = ({ type }: Press, { columns }: Table, texts: readonly string[], kind: Kind): MeasuredRow => {
  if (texts.length !== columns.length) throw new Error(`a row of ${texts.length} in ${columns.length} columns`)
  return { kind, cells: texts.map((text) => ({ text, line: type.line(text, styleOf[kind]) })) }
}

const rowsOf = ({ type }: Press, columns: readonly Column[], { kind, cells }: MeasuredRow): Row[] => {
  const broken = cells.map(({ text, line }, column) => {
    const width = columns[column]?.width ?? 0
    return line.width <= width ? [line] : type.lines(text, styleOf[kind], width)
  })
  const lines = Math.max(...broken.map(({ length }) => length))
  return Array.from({ length: Math.ceil(lines / mostLines) }, (_, piece) => {
    const own = broken.map((all) => all.slice(piece * mostLines, (piece + 1) * mostLines))
    return { kind, cells: own, height: Math.max(...own.map(heightOf)) + 2 * padding }
  })
}

/** Draws rows, and tells a screen reader which of them belong together. */
const createPen = (press: Press, columns: readonly Column[]) => {
  const { doc, reading } = press
  const table = doc.struct('Table')
  let group: { kind: Kind; element: PDFKit.PDFStructureElement } | undefined

  const openGroup = (kind: Kind) => {
    if (!group) reading.add(table)
    group?.element.end()
    group = { kind, element: doc.struct(groupTags[kind]) }
    table.add(group.element)
    return group
  }
  const drawCell = (cells: Line[][], place: number, { x, align, width }: Column, top: number, bottom?: number) => {
    const lines = cells[place] ?? []
    drawLines(press, lines, { x, align, width, top: bottom === undefined ? top : bottom - heightOf(lines) })
  }
  return {
    row: ({ kind, cells, height }: Row, top: number) => {
      const { element } = group?.kind === kind ? group : openGroup(kind)
      const row = doc.struct('TR')
      element.add(row)
      for (const [place, column] of columns.entries()) {
        const bottom = kind === 'head' ? top + height - padding : undefined
        const draw = () => drawCell(cells, place, column, top + padding, bottom)
        row.add(kind === 'head' ? doc.struct('TH', headOfColumn, draw) : doc.struct('TD', {}, draw))
      }
      row.end()
    },
    headAgain: ({ cells, height }: Row, heading: readonly Line[], top: number) =>
      unread(press, 'Pagination', () => {
        drawLines(press, heading, { x: margin, top, width: press.width, align: 'start' })
        const bottom = top + heightOf(heading) + height - padding
        for (const [place, column] of columns.entries()) drawCell(cells, place, column, top, bottom)
      }),
    end: () => {
      group?.element.end()
      table.end()
    },
  }
}

/** What stands above the rows on a further page: which table it is, and its column heads. */
const headAgain = (press: Press, { heading }: Table, head: readonly Row[], pen: ReturnType<typeof createPen>) => {
  const lines = heading ? press.type.lines(`${heading}, continued`, styles.smallStrong, press.width) : []
  const height = head.reduce((sum, row) => sum + row.height, heightOf(lines))
  return {
    height,
    draw: (top: number) => {
      for (const row of head.slice(0, 1)) pen.headAgain(row, lines, top)
      drawRule(press, top + height, 'firm')
    },
  }
}

export const tableBlocks = (press: Press, table: Table): Block[] => {
  const heading = headingBlocks(press, table.heading)
  const nothing = table.rows.length === 0 ? paragraphBlocks(press, table.empty, styles.label) : []
  if (table.rows.length + table.sums.length === 0) return [...heading, ...nothing]

  const labels = table.columns.map(({ label }) => label)
  const measured = [
    measure(press, table, labels, 'head'),
    ...table.rows.map((row) => measure(press, table, row, 'body')),
    ...table.sums.map((row) => measure(press, table, row, 'sum')),
  ]
  const columns = columnsOf(press, table, measured)
  const pen = createPen(press, columns)
  const rows = measured.flatMap((row) => rowsOf(press, columns, row))
  const head = rows.filter(({ kind }) => kind === 'head')
  const lastBeforeSums = rows.findLastIndex(({ kind }) => kind !== 'sum')
  const again = headAgain(press, table, head, pen)
  const blocks = rows.map((row, place): Block => {
    const { kind, height } = row
    const isLast = place === rows.length - 1
    const next = rows[place + 1]?.kind
    return {
      height,
      gap: place === 0 ? gapAboveTable : 0,
      // Column heads stay with the first rows, and sums with the last ones.
      keep: !isLast && (place < rowsKept || (table.sums.length > 0 && place > lastBeforeSums - rowsKept)),
      ...(kind === 'head' ? {} : { head: again }),
      draw: (top) => {
        pen.row(row, top)
        drawRule(press, top + height, next === undefined || next !== kind ? 'firm' : 'light')
        if (isLast) pen.end()
      },
    }
  })
  return [...heading, ...nothing, ...blocks]
}
