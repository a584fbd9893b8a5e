import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { fontNamed } from './fonts.ts'
import { createTypeSetter, type Line } from './type-setter.ts'

// What a picture is made of: areas of one colour. Letters are areas, too, so that it looks the same wherever it is opened and needs no font there.

/** One step of an outline, in pixels from the upper left. */
export type Step =
  | { to: 'M' | 'L'; at: readonly [x: number, y: number] }
  | { to: 'Q'; at: readonly [x1: number, y1: number, x: number, y: number] }
  | { to: 'C'; at: readonly [x1: number, y1: number, x2: number, y2: number, x: number, y: number] }
  | { to: 'Z'; at: readonly [] }

export type Shape = { colour: string; steps: Step[] }

/** What pdfkit's opener of fonts knows of a glyph, as far as it is used. */
type Glyph = { path: { commands: readonly { command: string; args: readonly number[] }[] } }
type Laid = { glyphs: readonly Glyph[]; positions: readonly { xAdvance: number; xOffset: number; yOffset: number }[] }

const letters: Readonly<Record<string, Step['to']>> = {
  moveTo: 'M',
  lineTo: 'L',
  quadraticCurveTo: 'Q',
  bezierCurveTo: 'C',
  closePath: 'Z',
}

/** So that every form of the picture is made of the very same numbers. */
const rounded = (value: number): number => Math.round(value * 100) / 100

export const rectangle = (x: number, y: number, width: number, height: number): Step[] => [
  { to: 'M', at: [x, y] },
  { to: 'L', at: [x + width, y] },
  { to: 'L', at: [x + width, y + height] },
  { to: 'L', at: [x, y + height] },
  { to: 'Z', at: [] },
]

const outlineOf = ({ path }: Glyph, x: number, baseline: number, scale: number): Step[] =>
  path.commands.flatMap(({ command, args }) => {
    const to = letters[command]
    if (!to) throw new Error(`the outline of a letter has a ${command}`)
    const at = args.map((value, place) => rounded(place % 2 === 0 ? x + value * scale : baseline - value * scale))
    return [{ to, at } as unknown as Step]
  })

/** A line of text as an area, from the left end of its foot. */
export const outlinesOf = ({ runs, style }: Line, x: number, baseline: number): Step[] => {
  let at = x
  return runs.flatMap(({ font, text }) => {
    const opened = fontNamed(font)
    const scale = style.size / opened.unitsPerEm
    const { glyphs, positions } = opened.layout(text) as Laid
    return glyphs.flatMap((glyph, place) => {
      const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[place] ?? {}
      const steps = outlineOf(glyph, at + xOffset * scale, baseline - yOffset * scale, scale)
      at += xAdvance * scale
      return steps
    })
  })
}

/** Breaks lines as documents do. */
export const openTypeSetter = () => createTypeSetter(new PDFDocument({ autoFirstPage: false, font: '' }))

/** Light modules around the code, by which a camera finds its edge. */
const quiet = 3

export type Code = { side: number; draw: (x: number, y: number) => Step[] }

/** A QR code that is no larger than it may be and whose modules are whole pixels; with fewer signs to spare where there is no room. */
export const codeOf = (text: string, most: number): Code => {
  const tried = (['M', 'L'] as const).map((ecc) => encode(text, { ecc, border: 0 }))
  const pixelsOf = ({ size }: { size: number }) => Math.floor(most / (size + 2 * quiet))
  const code = tried.find((each) => pixelsOf(each) >= 2) ?? tried[1]
  if (!code || pixelsOf(code) < 1) throw new Error('there is no room for the code')
  const pixels = pixelsOf(code)
  return {
    side: (code.size + 2 * quiet) * pixels,
    draw: (x, y) =>
      code.data.flatMap((row, down) =>
        row.flatMap((isDark, right) =>
          isDark ? rectangle(x + (right + quiet) * pixels, y + (down + quiet) * pixels, pixels, pixels) : [],
        ),
      ),
  }
}
