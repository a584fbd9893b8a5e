import type { Shape } from './shapes.ts'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string =>
  text
    .toWellFormed()
    // XML has no way to write these.
    .replaceAll(/[^\n\P{Cc}]|[\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign)

export type Pictured = {
  width: number
  height: number
  /** What it says, for whoever cannot see it. */
  title: string
  words: string
  shapes: readonly Shape[]
}

/** The picture as SVG 1.1: outlines alone, so there is nothing in it to load and nothing to run. */
export const svgOf = ({ width, height, title, words, shapes }: Pictured): string =>
  [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<desc>${escaped(words)}</desc>`,
    ...shapes.map(
      ({ colour, steps }) =>
        `<path fill="${colour}" d="${steps.map(({ to, at }) => `${to}${at.join(' ')}`).join('')}"/>`,
    ),
    '</svg>\n',
  ].join('\n')
