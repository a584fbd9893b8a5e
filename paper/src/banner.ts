import { type Code, codeOf, openTypeSetter, outlinesOf, rectangle, type Shape, type Step } from './shapes.ts'
import type { Pictured } from './svg.ts'
import type { Line, Style } from './type-setter.ts'

/** What stands on a banner. The code leads where the link does. */
export type Banner = {
  width: number
  height: number
  brand: string
  accent: string
  headline: string
  text: string
  link: string
  /** What has to be said of gold wherever somebody is won for it. */
  risk: string
}

const paper = '#f6f1e7'
const ink = '#1d2421'
const quietInk = '#5a605a'
const white = '#ffffff'

/** Wider than this many times its height, it has room for one line of each. */
const stripRatio = 4
const landscapeRatio = 1.3
const leastScale = 0.3
const scaleStep = 0.96
/** Risks are printed no smaller than this many pixels. */
const leastRisk = 8
/** The text between headline and link, if it is there at all. */
const leastText = 9.5

type Setter = ReturnType<typeof openTypeSetter>
type Block = { lines: Line[]; gap: number }
type Box = { x: number; y: number; width: number; height: number }

const heightOf = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { lines, gap }) => sum + gap + lines.reduce((all, { style }) => all + style.leading, 0), 0)

const widthOf = (blocks: readonly Block[]): number =>
  blocks.reduce((most, { lines }) => lines.reduce((all, { width }) => Math.max(all, width), most), 0)

const styleOf = (face: Style['face'], size: number, colour: string, leading = 1.3): Style => ({
  face,
  size: Math.round(size * 10) / 10,
  colour,
  leading: Math.round(size * leading),
})

/** Draws blocks below each other, and tells where the next one would begin. */
const drawBlocks = (blocks: readonly Block[], x: number, top: number): Shape[] => {
  let y = top
  return blocks.flatMap(({ lines, gap }) => {
    y += gap
    return lines.map((line) => {
      const baseline = y + line.style.leading * 0.76
      y += line.style.leading
      return { colour: line.style.colour, steps: outlinesOf(line, x, Math.round(baseline)) }
    })
  })
}

/** The largest that fits, out of ever smaller ones. */
const fitting = (make: (scale: number) => Block[], { width, height }: Box): Block[] => {
  for (let scale = 1; scale > leastScale; scale *= scaleStep) {
    const blocks = make(scale)
    if (heightOf(blocks) <= height && widthOf(blocks) <= width) return blocks
  }
  return make(leastScale)
}

const drawCode = ({ side, draw }: Code, x: number, y: number): Shape[] => [
  { colour: white, steps: rectangle(x, y, side, side) },
  { colour: '#000000', steps: draw(x, y) },
]

/** As people type it. */
const shownLink = (link: string): string => link.replace(/^https?:\/\//, '')

const footOf = (type: Setter, { link, risk }: Banner, size: number, width: number): Block[] => [
  { lines: type.lines(shownLink(link), styleOf('strong', size, ink), width), gap: 0 },
  { lines: type.lines(risk, styleOf('text', Math.max(leastRisk, size * 0.78), quietInk), width), gap: size * 0.4 },
]

/** What could not be read is left out: the headline, the link and the risks say enough. */
const textOf = (type: Setter, text: string, style: Style, width: number, gap: number): Block[] =>
  text === '' || style.size < leastText ? [] : [{ lines: type.lines(text, style, width), gap }]

const wordsOf =
  (type: Setter, { brand, headline, text }: Banner, size: number, width: number) =>
  (scale: number): Block[] => [
    { lines: type.lines(brand, styleOf('wordMark', size * 0.62, ink), width), gap: 0 },
    { lines: type.lines(headline, styleOf('strong', size * scale, ink, 1.2), width), gap: size * 0.6 * scale },
    ...textOf(type, text, styleOf('text', size * 0.52 * scale, ink, 1.4), width, size * 0.4 * scale),
  ]

/** Name and headline beside each other in one line, the link and the risks below, the code at the end. */
const drawStrip = (type: Setter, banner: Banner): Shape[] => {
  const { width, height, brand, headline, text } = banner
  const code = codeOf(banner.link, height - 6)
  const margin = 14
  const column = width - code.side - 3 * margin
  const foot = footOf(type, banner, 11, column)
  const room = { x: margin, y: 8, width: column, height: height - heightOf(foot) - 14 }
  const words = fitting(
    (scale) => [
      { lines: type.lines(`${brand} · ${headline}`, styleOf('strong', 19 * scale, ink), column), gap: 0 },
      ...textOf(type, text, styleOf('text', 12 * scale, ink), column, 0),
    ],
    room,
  )
  return [
    ...drawBlocks(words, margin, room.y),
    ...drawBlocks(foot, margin, height - heightOf(foot) - 5),
    ...drawCode(code, width - code.side - 3, Math.floor((height - code.side) / 2)),
  ]
}

/** Words to the left, the code to the right. */
const drawLandscape = (type: Setter, banner: Banner): Shape[] => {
  const { width, height } = banner
  const margin = Math.round(height * 0.085)
  const code = codeOf(banner.link, Math.floor(height * 0.52))
  const column = width - code.side - 3 * margin
  const foot = footOf(type, banner, height * 0.038, width - 2 * margin)
  const footTop = height - margin - heightOf(foot)
  const room = { x: margin, y: margin, width: column, height: footTop - margin * 1.5 }
  const codeTop = Math.round((footTop - code.side) / 2 + margin * 0.25)
  return [
    ...drawBlocks(fitting(wordsOf(type, banner, height * 0.1, column), room), margin, margin),
    ...drawBlocks(foot, margin, footTop),
    ...drawCode(code, width - margin - code.side, codeTop),
  ]
}

/** Words above, then the code with the link and the risks. */
const drawUpright = (type: Setter, banner: Banner): Shape[] => {
  const { width, height } = banner
  const side = Math.min(width, height)
  const margin = Math.max(12, Math.round(side * 0.075))
  const column = width - 2 * margin
  const foot = footOf(type, banner, Math.max(9.5, side * 0.032), column)
  const footTop = height - margin * 0.8 - heightOf(foot)
  const code = codeOf(banner.link, Math.floor(Math.min(height * 0.4, side * (height > width * 1.3 ? 0.6 : 0.36))))
  const codeTop = Math.round(footTop - code.side - margin * 0.4)
  const room = { x: margin, y: margin, width: column, height: codeTop - margin * 1.3 }
  return [
    ...drawBlocks(fitting(wordsOf(type, banner, side * 0.085, column), room), margin, margin),
    ...drawCode(code, margin, codeTop),
    ...drawBlocks(foot, margin, footTop),
  ]
}

const layoutOf = ({ width, height }: Banner) => {
  if (width > height * stripRatio) return drawStrip
  return width > height * landscapeRatio ? drawLandscape : drawUpright
}

/** A banner as areas of colour, and in words. */
export const bannerOf = (banner: Banner): Pictured => {
  const { width, height, brand, accent, headline, text, link, risk } = banner
  const line = Math.max(3, Math.round(height * 0.008))
  const ground: [string, Step[]][] = [
    [paper, rectangle(0, 0, width, height)],
    [accent, rectangle(0, 0, width, line)],
  ]
  const shapes = [
    ...ground.map(([colour, steps]) => ({ colour, steps })),
    ...layoutOf(banner)(openTypeSetter(), banner),
  ].filter(({ steps }) => steps.length > 0)
  return { width, height, title: `${brand}: ${headline}`, words: [text, link, risk].filter(Boolean).join('\n'), shapes }
}
