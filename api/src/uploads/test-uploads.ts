import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { crc32, deflateSync } from 'node:zlib'
import type { Db } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { Files } from '@ingot/providers/files/files'
import sharp from 'sharp'
import { type Client, createPeople } from '../features/identity/test-people.ts'
import type { PersonalData } from '../features/kyc/personal-data.ts'
import { createFileKey, putSealed } from '../sealed-files.ts'
import { fileOf } from './service.ts'
import { insertUpload } from './store.ts'

/** In two halves: else a scanner would take this very file for what it finds. */
export const eicar = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')

const end = Buffer.alloc(4)

/** For tests: answers as clamd does, counts what it was asked, and can be told to say nothing. */
export const openTestScanner = async () => {
  const state = { asked: 0, isSilent: false }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined))
    let sent = Buffer.alloc(0)
    socket.on('data', (chunk) => {
      sent = Buffer.concat([sent, chunk])
      if (!sent.subarray(-4).equals(end)) return
      state.asked += 1
      if (state.isSilent) return socket.destroy()
      socket.end(sent.includes(eicar) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    state,
    url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

type Given = { db: Db; files: Files; kyc: { personalData: PersonalData }; now: () => Date }

/** For tests: as if the customer had sent it. */
export const insertTestUpload = async ({ db, files, kyc, now }: Given, customer: string): Promise<string> => {
  const [id, key, bytes] = [randomUUID(), createFileKey(), Buffer.from('%PDF-1.7\n%%EOF')]
  await putSealed(files, fileOf(id), key, bytes)
  const sealedKey = kyc.personalData.seal(id, 'upload', { key: key.toString('base64') })
  const at = now()
  const keptUntil = new Date(at.getTime() + 1000)
  const hash = createHash('sha256').update(id).digest()
  const about = { name: 'proof.pdf', type: 'pdf', bytes: bytes.length } as const
  await inTransaction(db, (tx) =>
    insertUpload(tx, { id, customer, kind: 'proof', hash, ...about, sealedKey, at, keptUntil }),
  )
  return id
}

/** For tests: people whose files are scanned. */
export const createSenders = async () => {
  const scanner = await openTestScanner()
  const people = await createPeople({ env: { SCANNER_URL: scanner.url } })
  const close = async () => {
    await people.close()
    scanner.close()
  }
  return { ...people, scanner: scanner.state, close }
}

export const pdf = (body = '1 0 obj\n<<>>\nendobj\n') => Buffer.from(`%PDF-1.7\n${body}\n%%EOF\n`, 'latin1')

export const picture = (format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg', width = 300, height = 200) =>
  sharp({ create: { width, height, channels: 3, background: '#c0a040' } })
    .toFormat(format)
    .toBuffer()

const chunk = (type: string, data: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** A sound black picture of one bit a pixel: tiny as a file, huge once unpacked. */
export const hugePicture = (width: number, height: number): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const pixels = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)))
  const start = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

export const formOf = (bytes: Uint8Array, name = 'proof.pdf', kind = 'proof') => {
  const form = new FormData()
  form.set('kind', kind)
  form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], name))
  return form
}

export const send = (client: Client, bytes: Uint8Array, name?: string) => client.post('/uploads', formOf(bytes, name))

export const listOf = async (client: Client) => (await client.get('/uploads')).body.data
