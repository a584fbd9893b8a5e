import { hash } from 'node:crypto'
import type { AssetOfTree } from './shapes.ts'

/** Above what a leaf or a node can hold. */
export const unitsLimit = 1n << 128n
/** A node on the shelf, and between its children: its hash, then its total. */
export const hashBytes = 32
export const nodeBytes = 48
const secretBytes = 48
const low = (1n << 64n) - 1n

/** By way of a string: a buffer for each of ten million hashes takes twice as long, and memory that is freed late. */
export const hashInto = (target: Buffer, at: number, bytes: Uint8Array, way: 'sha256' | 'sha512' = 'sha256'): void => {
  target.write(hash(way, bytes, 'binary'), at, target.length, 'latin1')
}

export const readTotal = (bytes: Buffer, at: number): bigint => {
  const high = bytes.readBigUInt64BE(at)
  return high ? (high << 64n) | bytes.readBigUInt64BE(at + 8) : bytes.readBigUInt64BE(at + 8)
}

const writeTotal = (bytes: Buffer, total: bigint, at: number): void => {
  if (total < 0n || total >= unitsLimit) throw new RangeError('a total that 16 bytes cannot hold')
  bytes.writeBigUInt64BE(total >> 64n, at)
  bytes.writeBigUInt64BE(total & low, at + 8)
}

/** The asset and the snapshot, so that what was made for one never fits another. */
export const contextOf = (snapshot: number, asset: AssetOfTree): Buffer => {
  const bytes = Buffer.alloc(9 + asset.length)
  bytes.writeBigUInt64BE(BigInt(snapshot))
  bytes.writeUInt8(asset.length, 8)
  bytes.write(asset, 9, 'latin1')
  return bytes
}

const blockBytes = 64
const walletPattern = /^0x[0-9a-f]{40}$/

/**
 * What a customer's leaves of one tree are made with; the next call writes over it. The address is in it, so two customers never
 * share a leaf. It is HMAC-SHA-256 by hand: node's own takes four times as long for so little, and this runs a million times.
 */
export const leafKeys = (context: Uint8Array): ((secret: Uint8Array, wallet: string) => Buffer) => {
  const inner = Buffer.concat([Buffer.alloc(blockBytes, 0x36), Buffer.from('leaf'), context, Buffer.alloc(20)])
  const outer = Buffer.alloc(blockBytes + hashBytes, 0x5c)
  const key = Buffer.alloc(hashBytes)
  return (secret, wallet) => {
    if (secret.length !== secretBytes) throw new RangeError('a secret of another length')
    if (!walletPattern.test(wallet)) throw new RangeError('an address that is not written as one')
    for (let at = 0; at < secretBytes; at++) {
      inner[at] = (secret[at] as number) ^ 0x36
      outer[at] = (secret[at] as number) ^ 0x5c
    }
    inner.write(wallet.slice(2), inner.length - 20, 'hex')
    hashInto(outer, blockBytes, inner)
    hashInto(key, 0, outer)
    return key
  }
}

/** Made once and filled again and again; nothing waits between filling and hashing. */
const leaf = Buffer.alloc(61)
const node = Buffer.alloc(1 + 2 * nodeBytes, 1)

/** Writes a leaf as a node: its hash, and its units as its total. */
export const writeLeaf = (
  target: Buffer,
  at: number,
  { key, snapshot, part, units }: { key: Uint8Array; snapshot: number; part: number; units: bigint },
): void => {
  leaf.set(key, 1)
  leaf.writeBigUInt64BE(BigInt(snapshot), 33)
  leaf.writeUInt32BE(part, 41)
  writeTotal(leaf, units, 45)
  hashInto(target, at, leaf)
  leaf.copy(target, at + hashBytes, 45)
}

/** The level above some nodes that lie side by side. */
export const foldNodes = (nodes: Buffer): Buffer => {
  const above = Buffer.alloc(nodes.length / 2)
  for (let at = 0; at < above.length; at += nodeBytes) {
    nodes.copy(node, 1, 2 * at, 2 * at + 2 * nodeBytes)
    hashInto(above, at, node)
    writeTotal(above, readTotal(node, 1 + hashBytes) + readTotal(node, 1 + nodeBytes + hashBytes), at + hashBytes)
  }
  return above
}
