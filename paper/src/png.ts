import { crc32, deflateSync } from 'node:zlib'
import { coverageOf } from './coverage.ts'
import type { Pictured } from './svg.ts'

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

const partsOf = (colour: string): [number, number, number] => {
  const value = Number.parseInt(colour.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** The picture as PNG: the same outlines, with the edges blended by how much of a pixel they cover. */
export const pngOf = ({ width, height, shapes }: Pictured): Buffer => {
  // Each row begins with how it was filtered: not at all.
  const stride = 1 + width * 3
  const pixels = Buffer.alloc(stride * height, 255)
  for (let y = 0; y < height; y++) pixels[y * stride] = 0
  for (const { colour, steps } of shapes) {
    const [red, green, blue] = partsOf(colour)
    const blend = (at: number, part: number, share: number) => {
      const under = pixels[at] ?? 0
      pixels[at] = Math.round(under + (part - under) * share)
    }
    coverageOf(steps, width, height, (x, y, share) => {
      const at = y * stride + 1 + x * 3
      blend(at, red, share)
      blend(at + 1, green, share)
      blend(at + 2, blue, share)
    })
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Eight bits of red, green and blue.
  head.set([8, 2], 8)
  const data = deflateSync(pixels, { level: 7 })
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}
