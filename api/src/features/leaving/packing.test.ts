import { randomBytes } from 'node:crypto'
import type { Files } from '@ingot/providers/files/files'
import { expect, test } from 'vitest'
import { createFileKey } from '../../sealed-files.ts'
import { packFiles } from './packing.ts'
import { getPieces, pieceBytes, piecesOf, putPieces } from './pieces.ts'

const [megabyte, fileBytes, count] = [1024 * 1024, 100 * 1024, 2000]

test('an archive of thousands of documents takes no more memory than one of few', async () => {
  const put = { pieces: 0, bytes: 0 }
  const files: Files = {
    put: async (_name, bytes) => {
      put.pieces += 1
      put.bytes += bytes.length
    },
    get: async () => undefined,
    remove: async () => undefined,
  }
  const used = () => process.memoryUsage().heapUsed + process.memoryUsage().arrayBuffers
  const before = used()
  let most = 0
  async function* documents() {
    for (let number = 0; number < count; number++) {
      most = Math.max(most, used() - before)
      yield { name: `documents/${number}.pdf`, isPacked: true, content: [randomBytes(fileBytes)] }
    }
  }
  const listed = { files: 0 }
  const packed = packFiles(
    documents(),
    (all) => {
      listed.files = all.length
      return []
    },
    new Date(),
  )
  const { bytes } = await putPieces(files, 'exit-packs/a/b', createFileKey(), packed)
  expect(listed.files).toBe(count)
  expect(bytes).toBeGreaterThan(count * fileBytes)
  expect(put.pieces).toBe(Math.ceil(bytes / pieceBytes))
  // Nearly 200 MB went through.
  expect(most).toBeLessThan(100 * megabyte)
})

test('pieces are read back in their order, and one that was changed, moved or is gone ends it', async () => {
  const kept = new Map<string, Uint8Array>()
  const files: Files = {
    put: async (name, bytes) => void kept.set(name, Uint8Array.from(bytes)),
    get: async (name) => {
      const bytes = kept.get(name)
      return bytes && { bytes, type: 'application/octet-stream' }
    },
    remove: async (name) => void kept.delete(name),
  }
  const content = randomBytes(2 * pieceBytes + 7)
  async function* given() {
    for (let at = 0; at < content.length; at += megabyte) yield content.subarray(at, at + megabyte)
  }
  const [place, key] = ['exit-packs/a/b', createFileKey()]
  const { bytes } = await putPieces(files, place, key, given())
  const names = piecesOf(place, bytes)
  expect([...kept.keys()]).toEqual(names)
  const readAll = async () => Buffer.concat(await Array.fromAsync(getPieces(files, place, key, bytes)))
  expect((await readAll()).equals(content)).toBe(true)
  const [first = new Uint8Array(), second = new Uint8Array()] = names.map((name) => kept.get(name))
  kept.set(names[0] ?? '', second)
  await expect(readAll()).rejects.toThrow('was changed')
  kept.set(names[0] ?? '', first)
  kept.delete(names[2] ?? '')
  await expect(readAll()).rejects.toThrow('is gone')
})
