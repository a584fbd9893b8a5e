import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { createTypeSetter, type Line, type Style } from './type-setter.ts'

/** What stands on a parcel: from whom, to whom, which it is, and where its code leads. Nothing tells what is inside. */
export type ParcelLabel = {
  sender: string
  to: readonly string[]
  parcel: string
  /** As the carrier has given it; null while it has not. */
  tracking: string | null
  /** What whoever stands at the door opens; null while there is none. */
  link: string | null
  madeAt: Date
}

// A6 upright. Lengths are points, 72 to an inch.
const width = 297.64
const height = 419.53
const margin = 20
const codeSize = 104

const style = (face: Style['face'], size: number, leading: number): Style => ({
  face,
  size,
  leading,
  colour: '#000000',
})
const styles = { small: style('text', 8, 11), text: style('text', 11, 15) }
/** The address as large as it can stand above the foot, however long it is. */
const addressStyles = [15, 13, 11, 9, 7].map((size) => style('strong', size, Math.round(size * 1.33)))

const drawCode = (doc: PDFKit.PDFDocument, link: string, x: number, y: number) => {
  const { data, size } = encode(link, { border: 0, ecc: 'M' })
  const module = codeSize / size
  doc.fillColor('#000000')
  // A little larger than it is, so that no seam shows between two.
  for (const [row, cells] of data.entries())
    for (const [column, isDark] of cells.entries())
      if (isDark) doc.rect(x + column * module, y + row * module, module + 0.05, module + 0.05)
  doc.fill()
}

/** A label as a file of one page, and the letters that no font has. */
export const setLabel = async (label: ParcelLabel): Promise<{ bytes: Uint8Array; missing: string[] }> => {
  const { sender, to, parcel, tracking, link, madeAt } = label
  const doc = new PDFDocument({
    ...{ size: [width, height], margin: 0, autoFirstPage: false, font: '', lang: 'en' },
    info: { Title: 'Label', Creator: 'Label', Producer: 'Label', CreationDate: madeAt, ModDate: madeAt },
  })
  const type = createTypeSetter(doc)
  doc.addPage()
  const column = width - 2 * margin
  const draw = (lines: readonly Line[], x: number, top: number): number => {
    let y = top
    for (const line of lines) {
      type.draw(line, x, y + line.style.leading * 0.76)
      y += line.style.leading
    }
    return y
  }
  const rule = (y: number) =>
    doc
      .lineWidth(0.8)
      .strokeColor('#000000')
      .moveTo(margin, y)
      .lineTo(width - margin, y)
      .stroke()
  let y = draw(
    [...type.lines('From', styles.small, column), ...type.lines(sender, styles.text, column)],
    margin,
    margin,
  )
  rule(y + 8)
  y = draw(type.lines('To', styles.small, column), margin, y + 18)
  const foot = height - margin - codeSize
  const ruleAt = foot - 12
  const settings = addressStyles.map((each) => to.flatMap((line) => type.lines(line, each, column)))
  const heightOf = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + line.style.leading, 0)
  const top = y + 2
  draw(settings.find((lines) => heightOf(lines) <= ruleAt - top) ?? settings.at(-1) ?? [], margin, top)
  rule(ruleAt)
  const beside = column - codeSize - 12
  const told = [
    ...type.lines(parcel, styles.text, beside),
    ...(tracking === null
      ? []
      : [...type.lines('Tracking', styles.small, beside), ...type.lines(tracking, styles.text, beside)]),
    ...(link === null
      ? []
      : type.lines('Courier: open this code and enter the six digits that you are told.', styles.small, beside)),
  ]
  draw(told, margin, foot)
  if (link !== null) {
    drawCode(doc, link, width - margin - codeSize, foot)
    // On a screen it is pressed.
    doc.link(width - margin - codeSize, foot, codeSize, codeSize, link)
  }
  doc.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of doc) chunks.push(chunk as Uint8Array)
  return { bytes: new Uint8Array(Buffer.concat(chunks)), missing: [...type.missing] }
}
