import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { type Banner, bannerOf } from './banner.ts'
import { coverageOf } from './coverage.ts'
import { pngOf } from './png.ts'
import { rectangle, type Step } from './shapes.ts'
import { svgOf } from './svg.ts'

const link = 'https://portal.example/register?ref=ABCD2345'
const sample: Banner = {
  ...{ width: 1200, height: 628, brand: 'Ingot', accent: '#b8892b', headline: 'Gold in your own name' },
  ...{ text: 'By the gram & in a vault.', link, risk: 'The price of gold can fall.' },
}
const sizes = [
  [1200, 628],
  [1080, 1080],
  [1080, 1920],
  [728, 90],
  [300, 250],
] as const

/** The pixels of a PNG as this package writes it: rows without a filter, three bytes each. */
const pixelsOf = (png: Buffer) => {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const length = png.readUInt32BE(33)
  const rows = inflateSync(png.subarray(41, 41 + length))
  return {
    width,
    height,
    at: (x: number, y: number) => [...rows.subarray(y * (1 + 3 * width) + 1 + 3 * x).subarray(0, 3)],
  }
}

const sharesOf = (steps: Step[], width: number, height: number) => {
  const rows = Array.from({ length: height }, () => Array<number>(width).fill(0))
  coverageOf(steps, width, height, (x, y, share) => {
    const row = rows[y]
    if (row) row[x] = Math.round(share * 1000) / 1000
  })
  return rows
}

describe('an area covers', () => {
  test('whole pixels wholly, and parts of them in part', () => {
    expect(sharesOf(rectangle(1, 0, 2, 1), 4, 1)).toEqual([[0, 1, 1, 0]])
    expect(sharesOf(rectangle(0.5, 0.5, 2, 1), 3, 2)).toEqual([
      [0.25, 0.5, 0.25],
      [0.25, 0.5, 0.25],
    ])
  })

  test('half of what a slope cuts in two, over several pixels, and a hole not at all', () => {
    const triangle: Step[] = [
      { to: 'M', at: [0, 0] },
      { to: 'L', at: [4, 2] },
      { to: 'L', at: [0, 2] },
      { to: 'Z', at: [] },
    ]
    expect(sharesOf(triangle, 4, 2)).toEqual([
      [0.75, 0.25, 0, 0],
      [1, 1, 0.75, 0.25],
    ])
    const hole: Step[] = [
      { to: 'M', at: [1, 0] },
      { to: 'L', at: [1, 1] },
      { to: 'L', at: [2, 1] },
      { to: 'L', at: [2, 0] },
      { to: 'Z', at: [] },
    ]
    expect(sharesOf([...rectangle(0, 0, 3, 1), ...hole], 3, 1)).toEqual([[1, 0, 1]])
  })

  test('nothing outside of the picture', () => {
    expect(sharesOf(rectangle(-5, -5, 20, 20), 2, 1)).toEqual([[1, 1]])
  })
})

test.each(sizes)('a banner of %i × %i has that size in either form, and is the same each time', (width, height) => {
  const pictured = bannerOf({ ...sample, width, height })
  const [svg, png] = [svgOf(pictured), pngOf(pictured)]
  expect(svg).toContain(`width="${width}" height="${height}"`)
  expect(pixelsOf(png)).toMatchObject({ width, height })
  const again = bannerOf({ ...sample, width, height })
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(svgOf(again)).toBe(svg)
  expect(digest(pngOf(again))).toBe(digest(png))
})

/** Finds the code by its white ground, and reads its modules back from the pixels. */
const modulesIn = (png: Buffer, count: number) => {
  const { width, height, at } = pixelsOf(png)
  const isWhite = (x: number, y: number) => at(x, y).every((part) => part === 255)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isWhite(x, y)) {
        let side = 0
        while (x + side < width && isWhite(x + side, y)) side++
        const pixels = side / (count + 6)
        const from = 3 * pixels + pixels / 2
        return Array.from({ length: count }, (_, down) =>
          Array.from(
            { length: count },
            (_, right) => at(Math.floor(x + from + right * pixels), Math.floor(y + from + down * pixels))[0] === 0,
          ),
        )
      }
}

test.each(sizes)('in a banner of %i × %i the code is the one of the link, module by module', (width, height) => {
  const code = encode(link, { ecc: 'M', border: 0 })
  expect(modulesIn(pngOf(bannerOf({ ...sample, width, height })), code.size)).toEqual(code.data)
  const other = encode(link.replace('2345', '2346'), { ecc: 'M', border: 0 })
  expect(other.data).not.toEqual(code.data)
})

const longest = {
  headline: 'W'.repeat(60),
  text: 'M'.repeat(160),
  link: `https://${'a-long-name.'.repeat(4)}example/register?ref=ABCD2345`,
  brand: 'M'.repeat(40),
}

test.each(sizes)('whatever is written stays inside of %i × %i', (width, height) => {
  const { shapes } = bannerOf({ ...sample, ...longest, width, height })
  const outside = shapes
    .flatMap(({ steps }) => steps)
    .filter(({ at }) => at.some((value, place) => value < -1 || value > (place % 2 === 0 ? width : height) + 1))
  expect(outside).toEqual([])
})

test('nothing that was written can become a part of the file, and nothing in it is loaded or run', () => {
  const headline = '"><script>alert(1)</script>&\u0000\u001b'
  const svg = svgOf(bannerOf({ ...sample, headline, text: "' onload='x" }))
  expect(svg).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;</title>')
  const markup = [...svg.matchAll(/<\/?([a-z]+)/g)].map(([, name]) => name)
  expect([...new Set(markup)].sort()).toEqual(['desc', 'path', 'svg', 'title'])
  expect(svg.replace('http://www.w3.org/2000/svg', '').replace(/<desc>[^<]*<\/desc>/, '')).not.toMatch(
    /http|href|url\(/,
  )
  expect(svg).toContain('&#39; onload=&#39;x')
})
