import { fileURLToPath } from 'node:url'
import type { Files } from './files.ts'
import { createLocalFiles } from './local.ts'
import { createS3Files, type S3Settings } from './s3.ts'

const options = new Set(['region', 'tls'])
const usualRegion = 'us-east-1'

/**
 * Opens what FILES_URL names: a folder, `file:///var/lib/ingot/files`, or a bucket,
 * `s3://key:secret@host/bucket?region=eu-central-1`, where `&tls=off` is for a store inside one's own network.
 */
export const openFiles = (url: string): Files => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed?.protocol === 'file:') return openFolder(parsed)
  if (parsed?.protocol === 's3:') return createS3Files(readBucket(parsed))
  // The setting itself is not repeated: it may hold a secret.
  throw new Error('FILES_URL must be file:///a/folder or s3://key:secret@host/bucket?region=…')
}

const openFolder = (url: URL): Files => {
  if (url.host || url.search || url.hash || url.pathname === '/')
    throw new Error('FILES_URL must name a folder of this machine, such as file:///var/lib/ingot/files')
  const folder = fileURLToPath(url)
  try {
    return createLocalFiles(folder)
  } catch (error) {
    throw new Error(`FILES_URL names ${folder}, which cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

const readBucket = (url: URL): S3Settings => {
  const bucket = url.pathname.slice(1)
  const tls = url.searchParams.get('tls') ?? 'on'
  const region = url.searchParams.get('region') ?? usualRegion
  if (!url.host || !url.username || !url.password)
    throw new Error('FILES_URL must look like s3://key:secret@host/bucket, with a percent-encoded key and secret')
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw new Error('FILES_URL must name one bucket after the host: 3 to 63 small letters, digits, dots and dashes')
  if (!['on', 'off'].includes(tls)) throw new Error('tls in FILES_URL must be on or off')
  if (!/^[a-z0-9-]{1,40}$/.test(region)) throw new Error('region in FILES_URL must be a name such as eu-central-1')
  const unknown = [...url.searchParams.keys()].find((name) => !options.has(name))
  if (unknown) throw new Error(`FILES_URL has no option '${unknown}', only region and tls`)
  return {
    endpoint: `${tls === 'on' ? 'https' : 'http'}://${url.host}`,
    region,
    bucket,
    accessKeyId: decode(url.username),
    secretAccessKey: decode(url.password),
  }
}

const decode = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('Key and secret in FILES_URL must be percent-encoded')
  }
}
