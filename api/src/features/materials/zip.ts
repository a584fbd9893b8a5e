import { crc32, deflateRawSync } from 'node:zlib'

export type Entry = { name: string; bytes: Uint8Array }

/** The first of January 1980, with which the format begins: the same content is the same file, whenever it is made. */
const [time, date] = [0, 0x21]
const version = 20
/** Names are UTF-8. */
const flags = 0x800
const deflated = 8

const common = (bytes: Uint8Array, packed: Uint8Array, name: Buffer): Buffer => {
  const fields = Buffer.alloc(26)
  for (const [place, value] of [version, flags, deflated, time, date].entries()) fields.writeUInt16LE(value, 2 * place)
  for (const [place, value] of [crc32(bytes), packed.length, bytes.length].entries())
    fields.writeUInt32LE(value, 10 + 4 * place)
  fields.writeUInt16LE(name.length, 22)
  return fields
}

const u32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** A ZIP file, as APPNOTE 6.3 has it: each entry packed, and at the end where they are. For a few megabytes at most. */
export const zipOf = (entries: readonly Entry[]): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name: text, bytes } of entries) {
    const name = Buffer.from(text)
    const packed = deflateRawSync(bytes, { level: 6 })
    const fields = common(bytes, packed, name)
    const file = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), fields, name, packed])
    // No comment, the first disk, no attributes.
    const rest = Buffer.concat([Buffer.alloc(10), u32(offset)])
    directory.push(Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([version, 0]), fields, rest, name)
    files.push(file)
    offset += file.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, listed, Buffer.from('PK\x05\x06', 'latin1'), end])
}
