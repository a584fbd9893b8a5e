import { encode } from 'uqr'
import { addFact } from './part-blocks.ts'
import { drawLines, drawRule, heightOf, margin, type Press, styles, unread } from './sheet.ts'
import type { Line } from './type-setter.ts'

// What stands on every page around its content: the letterhead or a running head, and the foot with the way to check the document.

const topMargin = 48
const qrSize = 46
const footGap = 12
const footMargin = 34
/** Kept free at the end of the foot, for the number and the page. */
const footEnd = 118
/** Where the number and the date begin on the first page, as a part of the width, and how far from there their values. */
const asideAt = 0.58
const asideOffset = 72
/** Of a name with its address. More would leave no room for anything else, and is cut with an ellipsis. */
const mostHolderLines = 20

/** How much of the page it takes from its top. */
type Furniture = { height: number; draw: () => void }

const drawText = (press: Press, tag: string, lines: readonly Line[], top: number) => {
  if (lines.length === 0) return
  const at = { x: margin, top, width: press.width, align: 'start' } as const
  press.reading.add(press.doc.struct(tag, {}, () => drawLines(press, lines, at)))
}

const holderLines = ({ type, width }: Press, holder: readonly string[]): Line[] => {
  const lines = holder.flatMap((line, place) =>
    type.lines(line, place === 0 ? styles.strong : styles.text, width * (asideAt - 0.04)),
  )
  if (lines.length <= mostHolderLines) return lines
  return [...lines.slice(0, mostHolderLines - 1), type.line('…', styles.text)]
}

const issuedOn = ({ imprint: { issuedAt, zone } }: Press): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: zone })
    .format(issuedAt)
    .replace(' at ', ', ')

/** Of the first page: who writes to whom, what it is, and since when it is so. */
export const letterhead = (
  press: Press,
  { title, subtitle, holder }: { title: string; subtitle: string; holder: readonly string[] },
): Furniture => {
  const { type, width, imprint } = press
  const [asideX, asideWidth] = [margin + width * asideAt, width * (1 - asideAt)]
  const mark = type.lines(imprint.brand.name, styles.wordMark, width)
  const person = holderLines(press, holder)
  const facts = [
    ['Document', imprint.number],
    ['Issued', issuedOn(press)],
    ['Times are in', imprint.zone],
  ] as const
  const aside = facts.map(([label, value]) => ({
    labels: type.lines(label, styles.label, asideOffset - 6),
    values: type.lines(value, styles.text, asideWidth - asideOffset),
  }))
  const titles = type.lines(title, styles.title, width)
  const subtitles = subtitle ? type.lines(subtitle, styles.subtitle, width) : []

  const rule = topMargin + heightOf(mark) + 10
  const address = rule + 24
  const titleTop = address + Math.max(heightOf(person), heightOf(aside.flatMap(({ values }) => values))) + 30
  const subtitleTop = titleTop + heightOf(titles) + 2
  return {
    height: subtitleTop + heightOf(subtitles),
    draw: () => {
      unread(press, 'Pagination', () => drawLines(press, mark, { x: margin, top: topMargin, width, align: 'start' }))
      drawRule(press, rule, 'accent')
      drawText(press, 'H1', titles, titleTop)
      drawText(press, 'P', subtitles, subtitleTop)
      for (const [place, line] of person.entries()) drawText(press, 'P', [line], address + place * styles.text.leading)
      const list = press.doc.struct('L')
      press.reading.add(list)
      let top = address
      for (const fact of aside) {
        addFact(press, list, fact, { x: asideX, top, width: asideWidth, offset: asideOffset })
        top += heightOf(fact.values)
      }
      list.end()
    },
  }
}

/** Of every page but the first. */
export const runningHead = (press: Press, { title, subtitle }: { title: string; subtitle: string }): Furniture => {
  const { type, width, imprint } = press
  const mark = type.lines(imprint.brand.name, styles.runningMark, width / 2).slice(0, 1)
  const room = width - Math.max(...mark.map((line) => line.width)) - margin
  const whole = type.lines([title, subtitle].filter(Boolean).join(', '), styles.small, room)
  const about = whole.length === 1 ? whole : type.lines(title, styles.small, room).slice(0, 1)
  const rule = topMargin + styles.runningMark.leading + 6
  return {
    height: rule + 16,
    draw: () => {
      const at = { x: margin, width }
      unread(press, 'Pagination', () => {
        drawLines(press, mark, { ...at, top: topMargin, align: 'start' })
        drawLines(press, about, { ...at, top: topMargin + 3, align: 'end' })
      })
      drawRule(press, rule, 'accent')
    },
  }
}

type Code = { data: boolean[][]; size: number }

const drawQr = ({ doc }: Press, { data, size }: Code, x: number, y: number) => {
  const module = qrSize / size
  doc.fillColor(styles.text.colour)
  for (const [row, cells] of data.entries())
    for (let from = 0; from < size; from++) {
      if (!cells[from]) continue
      let to = from
      while (cells[to]) to++
      // A little higher than it is, so that no seam shows between two rows.
      doc.rect(x + from * module, y + row * module, (to - from) * module, module + 0.05)
      from = to
    }
  doc.fill()
}

/** The QR code, which a screen reader is told of once, and which leads to the same place when it is clicked. */
const drawReadQr = (press: Press, code: Code, x: number, y: number) => {
  const { doc, reading, imprint } = press
  const says = `QR code that leads to ${imprint.verifyUrl}, where this document can be checked`
  const figure = doc.struct('Figure', { alt: says, bbox: [x, y, x + qrSize, y + qrSize] } as object, () =>
    drawQr(press, code, x, y),
  )
  const link = doc.struct('Link')
  reading.add(link)
  link.add(figure)
  const options = { structParent: link, Contents: new String(says) }
  doc.link(x, y, qrSize, qrSize, imprint.verifyUrl, options as unknown as PDFKit.Mixins.AnnotationOption)
  link.end()
}

/** Of every page: how to check it, who stands behind it, its number and its place among the pages. */
export const createFoot = (press: Press): { height: number; draw: (page: number, pages: number) => void } => {
  const { type, width, height, imprint } = press
  const { brand } = imprint
  const code = encode(imprint.verifyUrl, { ecc: 'M', border: 0 })
  const x = margin + qrSize + footGap
  const textWidth = width - qrSize - footGap - footEnd
  const who = [brand.company, brand.supportEmail].filter(Boolean).join(' · ')
  const words = [
    ...type.lines(`Check this document at ${imprint.verifyUrl.replace(/[?#].*/, '')}`, styles.small, textWidth),
    ...(who ? type.lines(who, styles.smallStrong, textWidth) : []),
    ...(brand.legalLine ? type.lines(brand.legalLine, styles.small, textWidth) : []),
  ]
  const content = Math.max(qrSize, heightOf(words))
  const top = height - footMargin - content
  const draw = (page: number, pages: number) => {
    drawRule(press, top - footGap, 'light')
    if (page === 1) drawReadQr(press, code, margin, top)
    unread(press, 'Pagination', () => {
      if (page > 1) drawQr(press, code, margin, top)
      drawLines(press, words, { x, top, width: textWidth, align: 'start' })
      const end = [type.line(imprint.number, styles.smallStrong), type.line(`Page ${page} of ${pages}`, styles.small)]
      drawLines(press, end, { x: margin, top, width, align: 'end' })
    })
  }
  return { height: content + footMargin + 2 * footGap, draw }
}
