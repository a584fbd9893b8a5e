import { createECDH, createPrivateKey, hash as hashOf, hkdfSync, type KeyObject, sign } from 'node:crypto'
import type { BarOfList, Header, Hex, Signed } from './shapes.ts'

const sha256 = (text: string): Buffer => hashOf('sha256', text, 'buffer')

/** The bytes that are hashed, as text: a line for each thing that is said. */
const textOf = ({ version, number, takenAt, entry, seal, trees, bars, previous }: Header): string =>
  [
    `ingot-reserves ${version}`,
    `number ${number}`,
    `taken ${takenAt}`,
    `entry ${entry}`,
    `seal ${seal ? `${seal.number} ${seal.hash}` : 'none'}`,
    ...trees.map(({ asset, decimals, depth, root, total }) => `tree ${asset} ${decimals} ${depth} ${root} ${total}`),
    `bars ${bars.hash} ${bars.count} ${bars.fineGrams}`,
    `previous ${previous ?? 'none'}`,
  ]
    .map((line) => `${line}\n`)
    .join('')

export type HeaderKey = { private: KeyObject; public: Hex }

/** How many numbers a private key of P-256 is one of. */
const curveOrder = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The key that signs headers, from a secret that never enters the database. */
export const headerKeyOf = (secret: string): HeaderKey => {
  // 48 bytes, so that no key is noticeably likelier than another.
  const drawn = BigInt(`0x${Buffer.from(hkdfSync('sha256', secret, 'ingot', 'reserves headers', 48)).toString('hex')}`)
  const scalar = Buffer.from(((drawn % (curveOrder - 1n)) + 1n).toString(16).padStart(64, '0'), 'hex')
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(scalar)
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((each) => each.toString('base64url')) as [
    string,
    string,
  ]
  const jwk = { kty: 'EC', crv: 'P-256', x, y, d: scalar.toString('base64url') }
  return { private: createPrivateKey({ key: jwk, format: 'jwk' }), public: point.toString('hex') }
}

export const signHeader = (key: HeaderKey, header: Header): Signed => {
  const hash = sha256(textOf(header))
  const signature = sign('sha256', hash, { key: key.private, dsaEncoding: 'ieee-p1363' })
  return { header, hash: hash.toString('hex'), signature: signature.toString('hex') }
}

const barHash = ({ serial, brand, refiner, grossGrams, fineness, fineGrams, year, vault }: BarOfList): Hex => {
  const fields = [serial, brand, refiner, grossGrams, fineness, fineGrams, year === null ? '' : String(year), vault]
  return sha256(fields.map((each) => `${Buffer.byteLength(each)}:${each}\n`).join('')).toString('hex')
}

const scale = 18

const unitsOf = (grams: string): bigint => {
  const [, whole, part = ''] = /^(\d{1,15})(?:\.(\d{1,18}))?$/.exec(grams) ?? []
  if (whole === undefined) throw new RangeError('grams that are no decimal number')
  return BigInt(whole + part.padEnd(scale, '0'))
}

/** What a header says of a list of bars, whatever its order. */
export const barsOf = (bars: readonly BarOfList[]): Header['bars'] => {
  // Refiners give a serial anew, but not to bars of the same year and weight.
  const names = new Set(
    bars.map(({ refiner, serial, year, grossGrams }) =>
      JSON.stringify([refiner.toLowerCase(), serial.toLowerCase(), year, String(unitsOf(grossGrams))]),
    ),
  )
  if (names.size < bars.length) throw new RangeError('a bar is listed twice')
  const units = String(bars.reduce((sum, { fineGrams }) => sum + unitsOf(fineGrams), 0n)).padStart(scale + 1, '0')
  const fineGrams = `${units.slice(0, -scale)}.${units.slice(-scale)}`.replace(/\.?0+$/, '')
  const hashes = bars.map(barHash).toSorted()
  return { hash: sha256(hashes.map((each) => `${each}\n`).join('')).toString('hex'), count: bars.length, fineGrams }
}
