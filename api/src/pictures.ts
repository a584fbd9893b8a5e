import { pictureLimit } from '@ingot/endpoints/account'
import type { UploadType } from '@ingot/endpoints/uploads'
import sharp, { type Sharp } from 'sharp'
import { Failure } from './failure.ts'
import { createOneByOne } from './one-by-one.ts'

const side = 512
/** Of a picture that is read, not looked at: every letter of a page. */
const longestSide = 4_000
const shortestSide = 64
const illustrationSide = 1_600
const mostPixels = 40_000_000
const readWithinSeconds = 10
const mostWaiting = 20

// Only these three loaders exist for us, whatever a file claims to be: SVG, PDF or TIFF have no business here.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })
// One picture at a time on one thread, and nothing kept of it: uploads must not slow the server down.
sharp.concurrency(1)
sharp.cache(false)

const inTurn = createOneByOne(mostWaiting)

/**
 * Makes a profile picture of what was uploaded: turned upright, cropped to a centred square, and written anew as WebP, so
 * that nothing of the file but its pixels remains. Whatever is not a fitting picture is refused.
 */
export const readPicture = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const format = bytes.length <= pictureLimit && formatOf(bytes)
  const made =
    format &&
    (await inTurn(() =>
      convert(bytes, { format, shortestSide }, (picture) =>
        picture.resize(side, side, { fit: 'cover', position: 'centre' }).webp({ quality: 82 }),
      ),
    ))
  if (!made) throw new Failure('PictureRefused')
  return made
}

/** The same for a picture of a document: all of it, as large as it has to be to be read. Undefined for what is no sound picture. */
export const rewritePicture = (bytes: Uint8Array, format: Exclude<UploadType, 'pdf'>) =>
  inTurn(() =>
    convert(bytes, { format, shortestSide: 1 }, (picture) =>
      picture
        .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 90, effort: 2 }),
    ),
  )

/** The same for a picture beside a text: as wide as a page is on a good screen. Undefined for what is no sound picture. */
export const readIllustration = async (bytes: Uint8Array) => {
  const format = bytes.length <= pictureLimit && formatOf(bytes)
  const made =
    format &&
    (await inTurn(() =>
      convert(bytes, { format, shortestSide }, (picture) =>
        picture
          .resize(illustrationSide, illustrationSide, { fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 82 }),
      ),
    ))
  if (!made) throw new Failure('PictureRefused')
  const { width, height } = await sharp(made).metadata()
  return { bytes: made, width, height }
}

type Wanted = { format: string; shortestSide: number }

const convert = async (
  bytes: Uint8Array,
  wanted: Wanted,
  make: (picture: Sharp) => Sharp,
): Promise<Uint8Array | undefined> => {
  try {
    // The first frame only, which is the default; a damaged file is an error, an oddity of a camera is not.
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: mostPixels, sequentialRead: true })
    const { format, width, height } = await picture.metadata()
    if (format !== wanted.format || Math.min(width, height) < wanted.shortestSide) return
    return await make(picture.timeout({ seconds: readWithinSeconds }).autoOrient()).toBuffer()
  } catch {
    return
  }
}

/** The type by the first bytes; the name of a file and what the browser says of it prove nothing. */
export const formatOf = (bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | undefined => {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^RIFF.{4}WEBP$/s.test(start)) return 'webp'
}
