import { pictureLimit } from '@ingot/endpoints/account'
import sharp from 'sharp'
import { Failure } from './failure.ts'

const side = 512
const shortestSide = 64
const mostPixels = 40_000_000
const readWithinSeconds = 10
const mostWaiting = 20

// Only these three loaders exist for us, whatever a file claims to be: SVG, PDF or TIFF have no business here.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
// One picture at a time on one thread, and nothing kept of it: uploads must not slow the server down.
sharp.concurrency(1)
sharp.cache(false)

let last: Promise<unknown> = Promise.resolve()
let waiting = 0

/**
 * Makes a profile picture of what was uploaded: turned upright, cropped to a centred square, and written anew as WebP, so
 * that nothing of the file but its pixels remains. Whatever is not a fitting picture is refused.
 */
export const readPicture = (bytes: Uint8Array): Promise<Uint8Array> => {
  if (waiting >= mostWaiting) return Promise.reject(new Failure('Unavailable'))
  waiting += 1
  const work = last.then(() => convert(bytes)).finally(() => (waiting -= 1))
  last = work.catch(() => undefined)
  return work
}

const convert = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const format = bytes.length <= pictureLimit && formatOf(bytes)
  if (!format) throw new Failure('PictureRefused')
  try {
    // The first frame only, which is the default; a damaged file is an error, an oddity of a camera is not.
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true })
    const found = await picture.metadata()
    if (found.format !== format || Math.min(found.width, found.height) < shortestSide) throw new Error('not fitting')
    return await picture
      .timeout({ seconds: readWithinSeconds })
      .autoOrient()
      .resize(side, side, { fit: 'cover', position: 'centre' })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw new Failure('PictureRefused')
  }
}

/** The type by the first bytes; the name of a file and what the browser says of it prove nothing. */
const formatOf = (bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | undefined => {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF.{4}WEBP$/s.test(start)) return 'webp'
}
