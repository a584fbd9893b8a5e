import { crc32, deflateSync } from 'node:zlib'
import { pictureLimit } from '@ingot/endpoints/account'
import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { readPicture } from './pictures.ts'

const colours = { red: '#ff0000', green: '#00ff00', blue: '#0000ff' } as const

const plain = (width: number, height: number, background: string = colours.red): Sharp =>
  sharp({ create: { width, height, channels: 3, background } })

/** Three stripes side by side, each of which can be told from the others after any crop. */
const stripes = (width: number, height: number): Sharp =>
  plain(width, height).composite(
    Object.values(colours).map((background, index) => ({
      input: { create: { width: Math.floor(width / 3), height, channels: 3, background } },
      left: index * Math.floor(width / 3),
      top: 0,
    })),
  )

const noise = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 40 } } } as never)

const colourAt = async (picture: Uint8Array, left: number, top: number): Promise<keyof typeof colours | 'none'> => {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true })
  const at = (top * info.width + left) * info.channels
  const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3)
  const strong = [red > 180, green > 180, blue > 180]
  if (strong.filter(Boolean).length !== 1) return 'none'
  return (['red', 'green', 'blue'] as const)[strong.indexOf(true)] ?? 'none'
}

const refused = { error: 'PictureRefused' }

it.each(['jpeg', 'png', 'webp'] as const)('a %s becomes a square WebP', async (format) => {
  const picture = await readPicture(await stripes(900, 400).toFormat(format).toBuffer())
  const found = await sharp(picture).metadata()
  expect(found).toMatchObject({ format: 'webp', width: 512, height: 512 })
})

it('the middle of a wide picture is kept', async () => {
  const picture = await readPicture(await stripes(1200, 400).png().toBuffer())
  expect(await Promise.all([10, 256, 500].map((left) => colourAt(picture, left, 256)))).toEqual([
    'green',
    'green',
    'green',
  ])
})

it('a picture that a phone took on its side stands upright', async () => {
  const lying = await stripes(600, 600).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer()
  const picture = await readPicture(lying)
  // Orientation 6 turns clockwise, so what was left comes to the top.
  expect(await Promise.all([40, 256, 470].map((top) => colourAt(picture, 256, top)))).toEqual(['red', 'green', 'blue'])
})

it('nothing of the file remains but its pixels', async () => {
  const telling = await plain(300, 300)
    .withExif({ IFD0: { Copyright: 'Mia was here' }, IFD3: { GPSLatitude: '47/1 22/1 0/1' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><secret/></x:xmpmeta>')
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  expect((await sharp(telling).metadata()).exif).toBeDefined()
  const picture = await readPicture(telling)
  const { exif, xmp, icc, iptc, orientation } = await sharp(picture).metadata()
  expect([exif, xmp, icc, iptc, orientation]).toEqual(Array(5).fill(undefined))
  expect(Buffer.from(picture).includes('Mia was here')).toBe(false)
})

it('of an animation the first frame is kept', async () => {
  const frames = Buffer.concat(
    await Promise.all(Object.values(colours).map((c) => plain(100, 100, c).raw().toBuffer())),
  )
  const animation = await sharp(frames, { raw: { width: 100, height: 300, channels: 3, pageHeight: 100 } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer()
  expect((await sharp(animation, { animated: true }).metadata()).pages).toBe(3)
  const picture = await readPicture(animation)
  expect((await sharp(picture, { animated: true }).metadata()).pages ?? 1).toBe(1)
  expect(await colourAt(picture, 256, 256)).toBe('red')
})

it('transparency, greys and 16 bits are no problem', async () => {
  const variants = await Promise.all([
    sharp({ create: { width: 200, height: 200, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer(),
    plain(200, 200).greyscale().jpeg().toBuffer(),
    plain(200, 200).toColourspace('rgb16').png().toBuffer(),
    plain(200, 200).toColourspace('cmyk').jpeg().toBuffer(),
    plain(200, 200).png({ palette: true, colours: 2 }).toBuffer(),
    noise(2000, 1500).jpeg({ progressive: true }).toBuffer(),
  ])
  for (const variant of variants) expect((await sharp(await readPicture(variant)).metadata()).width).toBe(512)
})

it('what stands behind the picture in the file is gone', async () => {
  const script = '<script>alert(1)</script>'
  const polyglot = Buffer.concat([
    await plain(200, 200).jpeg().toBuffer(),
    Buffer.from(script),
    Buffer.from('PK\x03\x04'),
  ])
  const picture = Buffer.from(await readPicture(polyglot))
  expect(picture.includes('script')).toBe(false)
  expect(picture.includes('PK\x03\x04')).toBe(false)
})

const pngChunk = (type: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(named.length + 8)
  frame.writeUInt32BE(data.length, 0)
  named.copy(frame, 4)
  frame.writeUInt32BE(crc32(named), frame.length - 4)
  return frame
}

/** A black picture of one bit a pixel: tiny as a file, huge once unpacked. */
const writePng = (width: number, height: number, rows = height, extra: Uint8Array[] = []): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(rows * (Math.ceil(width / 8) + 1)), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

it('the pictures that these tests write themselves are sound', async () => {
  expect(await readPicture(writePng(6000, 6000))).toBeInstanceOf(Uint8Array)
})

const bad: Record<string, () => Promise<Uint8Array> | Uint8Array> = {
  'an empty file': () => new Uint8Array(),
  'a few bytes': () => Buffer.from([0xff, 0xd8, 0xff]),
  'a text': () => Buffer.from('hello'),
  'an SVG': () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><rect/></svg>'),
  'an SVG in the guise of a PNG': () =>
    Buffer.from('\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>', 'latin1'),
  'a GIF': () => plain(200, 200).gif().toBuffer(),
  'a TIFF': () => plain(200, 200).tiff().toBuffer(),
  'an AVIF': () => plain(200, 200).avif().toBuffer(),
  'a PDF': () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
  'a GIF behind the first bytes of a JPEG': async () =>
    Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), await plain(200, 200).gif().toBuffer()]),
  'a sound container without a picture': () => Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1'),
  'a picture too small': () => plain(63, 200).png().toBuffer(),
  'a file too large': async () => Buffer.concat([await plain(200, 200).jpeg().toBuffer(), Buffer.alloc(pictureLimit)]),
  'a PNG that unpacks to 400 million pixels': () => writePng(20_000, 20_000),
  'a PNG that says 2 thousand million wide': () => writePng(2 ** 31 - 1, 1, 0),
  'a PNG of no height': () => writePng(200, 0),
  'a PNG with too few rows': () => writePng(200, 200, 100),
}

it.each(Object.entries(bad))('%s is refused', async (_name, make) => {
  await expect(readPicture(await make())).rejects.toMatchObject(refused)
})

it('a PNG with a text that unpacks to much more does no harm', async () => {
  const text = Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(100 * 1024 * 1024))])
  const before = process.memoryUsage().rss
  await readPicture(writePng(200, 200, 200, [pngChunk('zTXt', text)])).catch((error) =>
    expect(error).toMatchObject(refused),
  )
  expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024)
})

it.each(['jpeg', 'png', 'webp'] as const)('a %s that was cut off anywhere is refused', async (format) => {
  const whole = await noise(300, 300).toFormat(format).toBuffer()
  for (let share = 1; share < 20; share++) {
    const part = whole.subarray(0, Math.floor((whole.length * share) / 20))
    await expect(readPicture(part), `${share}/20`).rejects.toMatchObject(refused)
  }
})

it.each(['jpeg', 'png', 'webp'] as const)(
  'a %s with damaged bytes is a picture or refused, never a crash',
  async (format) => {
    const whole = await noise(128, 128).toFormat(format).toBuffer()
    // A fixed sequence, so that a failure can be repeated.
    let seed = 12345
    const random = (below: number) => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return seed % below
    }
    for (let round = 0; round < 24; round++) {
      const damaged = Buffer.from(whole)
      for (let hit = 0; hit <= round % 8; hit++) damaged[random(round % 2 ? damaged.length : 200)] = random(256)
      const result = await readPicture(damaged).catch((error) => error)
      if (!(result instanceof Uint8Array)) expect(result).toMatchObject(refused)
    }
  },
)

it('uploads wait for each other, and a crowd is asked to come back', async () => {
  const upload = await plain(200, 200).jpeg().toBuffer()
  const results = await Promise.allSettled(Array.from({ length: 40 }, () => readPicture(upload)))
  const taken = results.filter(({ status }) => status === 'fulfilled')
  expect(taken).toHaveLength(20)
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ error: 'Unavailable' })
  expect(await readPicture(upload)).toBeInstanceOf(Uint8Array)
})
