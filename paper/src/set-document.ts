import type { DocumentContent, DocumentPart } from '@ingot/endpoints/document-content'
import PDFDocument from 'pdfkit'
import { type Block, drawPage, paginate } from './flow.ts'
import { createFoot, letterhead, runningHead } from './furniture.ts'
import type { Imprint } from './imprint.ts'
import { factsBlocks, gapAbovePart, paragraphBlocks, textBlocks } from './part-blocks.ts'
import { type Press, sheetOf, styles } from './sheet.ts'
import { openHole } from './signature-hole.ts'
import { tableBlocks } from './table-blocks.ts'
import { createTypeSetter } from './type-setter.ts'

/** Of all tables together. Whoever has more to say makes more documents of it. */
export const mostRows = 5000

/** As it is in the file's properties, and as it may stand in XML: pdfkit writes both, and escapes only the one. */
const property = (text: string): string => {
  const inXml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return Object.assign(new String(text), { toString: () => inXml }) as unknown as string
}

const openDocument = ({ title, subtitle }: DocumentContent, imprint: Imprint) => {
  const { number, issuedAt, brand, language } = imprint
  const name = `${[title, subtitle].filter(Boolean).join(', ')} (${number})`
  return new PDFDocument({
    ...{ size: imprint.paper.toUpperCase(), margin: 0, autoFirstPage: false, font: '' },
    ...{ pdfVersion: '1.7', tagged: true, lang: language, displayTitle: true },
    // The file's own number is made of these: with the same properties it is the same.
    info: {
      ...{ Title: property(name), Author: property(brand.company), Keywords: property(number) },
      ...{ Creator: property(brand.name), Producer: property(brand.name), CreationDate: issuedAt, ModDate: issuedAt },
    },
  })
}

const blocksOf = (press: Press, part: DocumentPart): Block[] => {
  if (part.kind === 'facts') return factsBlocks(press, part)
  if (part.kind === 'table') return tableBlocks(press, part)
  return textBlocks(press, part)
}

/** With some space above, whether they begin with a heading or not. */
const apart = (blocks: readonly Block[]): Block[] =>
  blocks.map((block, place) => (place === 0 ? { ...block, gap: gapAbovePart } : block))

const checkSize = ({ parts }: DocumentContent) => {
  const rows = parts.reduce((sum, part) => sum + (part.kind === 'table' ? part.rows.length : 0), 0)
  if (rows > mostRows) throw new Error(`a document of ${rows} rows, where ${mostRows} are the most`)
}

const drawAll = (press: Press, content: DocumentContent) => {
  const { doc, height, imprint } = press
  const first = letterhead(press, content)
  const later = runningHead(press, content)
  const foot = createFoot(press)
  const blocks = [
    ...content.parts.flatMap((part) => apart(blocksOf(press, part))),
    ...apart(content.notes.flatMap((note) => paragraphBlocks(press, note, styles.small))),
  ]
  const room = height - foot.height
  const pages = paginate(blocks, room - first.height, room - later.height)
  for (const [place, page] of pages.entries()) {
    doc.addPage()
    const head = place === 0 ? first : later
    head.draw()
    foot.draw(place + 1, pages.length)
    if (place === 0) openHole(doc, press.reading, { by: imprint.brand.company, at: imprint.issuedAt })
    drawPage(page, head.height, place > 0)
  }
}

/**
 * A document as a file, with its data attached and room for its signature. The same content gives the same bytes. A long one keeps
 * its thread busy for seconds.
 */
export const setDocument = async (
  content: DocumentContent,
  imprint: Imprint,
  attached: { name: string; json: string },
): Promise<{ bytes: Uint8Array; missing: string[] }> => {
  checkSize(content)
  const doc = openDocument(content, imprint)
  const type = createTypeSetter(doc)
  const reading = doc.struct('Document')
  doc.addStructure(reading)
  drawAll({ doc, type, reading, imprint, ...sheetOf(imprint) }, content)
  doc.file(Buffer.from(attached.json), {
    ...{ name: attached.name, type: 'application/json', relationship: 'Data' },
    ...{ creationDate: imprint.issuedAt, modifiedDate: imprint.issuedAt },
  } as PDFKit.Mixins.PDFAttachmentOptions)
  doc.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of doc) chunks.push(chunk as Uint8Array)
  return { bytes: new Uint8Array(Buffer.concat(chunks)), missing: [...type.missing] }
}
