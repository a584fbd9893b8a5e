import { checkBeside, checkDocument, hexOf, sha256 } from './check.ts'

// Tells whether an archive that a customer took along is whole and as we signed it. It is put into the page that works without a
// connection, behind the check of documents: so it needs only what browsers have, and reads an archive file by file.

export type PackChecked = {
  outcome: 'genuine' | 'changed' | 'unknown-signer' | 'not-a-pack'
  /** What is wrong, in sentences. */
  problems: string[]
  files: number
  documents: number
  /** What the archive says of itself is told only of one that we signed. */
  madeAt: string | null
  email: string | null
  /** What could not be put into it, as it says. */
  missing: string[]
}

export const packWords: Record<PackChecked['outcome'], { title: string; meaning: string }> = {
  genuine: {
    title: 'Genuine and whole',
    meaning: 'The archive is as we signed it: nothing in it was changed, added or taken away.',
  },
  changed: {
    title: 'Changed',
    meaning: 'The archive is no longer what we signed. Do not rely on what is named below.',
  },
  'unknown-signer': {
    title: 'Not ours',
    meaning: 'The archive is signed by somebody else. It is none of ours.',
  },
  'not-a-pack': {
    title: 'Not an archive of ours',
    meaning:
      'It was not made by us, or is not whole. If you have unpacked and packed it again, take it as you downloaded it.',
  },
}

type Entry = { name: string; method: number; packed: number; size: number; at: number }
type Listed = { name: string; bytes: number; sha256: string }
type Manifest = { madeAt: string; customer: { email: string }; files: Listed[]; missing: string[] }

const [manifestName, signatureName] = ['manifest.json', 'manifest.p7s']
const mostProblems = 50
/** More than this of one file is not read into memory. */
const largestEntry = 1024 * 1024 * 1024
const [endLength, locatorLength, longestComment] = [22, 20, 65_535]
const unknown32 = 0xffffffff

/** Progress is told from 0 to 1. */
export const checkPack = async (
  archive: Blob,
  certificates: readonly { pem: string }[],
  tell: (done: number) => void = () => undefined,
): Promise<PackChecked> => {
  const nothing = { problems: [], files: 0, documents: 0, madeAt: null, email: null, missing: [] }
  const read = await readEntries(archive).catch(() => undefined)
  const entryOf = (name: string) => read?.entries.find((each) => each.name === name)
  const [list, beside] = [entryOf(manifestName), entryOf(signatureName)]
  if (!read || !list || !beside) return { ...nothing, outcome: 'not-a-pack' }
  const [listBytes, signature] = await Promise.all([unpacked(archive, list), unpacked(archive, beside)]).catch(() => [])
  if (!listBytes || !signature) return { ...nothing, outcome: 'changed', problems: ['Its list cannot be read.'] }
  const outcome = await checkBeside(listBytes, signature, certificates)
  if (outcome !== 'genuine') return { ...nothing, outcome, problems: [`${manifestName} is not as we signed it.`] }
  // From here on the list is ours, so it is written as we write.
  const manifest = JSON.parse(new TextDecoder().decode(listBytes)) as Manifest
  const problems = [...read.problems, ...strangersIn(read.entries, manifest)]
  let documents = 0
  for (const [place, listed] of manifest.files.entries()) {
    const problem = await problemWith(archive, entryOf(listed.name), listed, certificates)
    if (problem) problems.push(problem)
    else if (isDocument(listed.name)) documents += 1
    tell((place + 1) / manifest.files.length)
  }
  const about = { madeAt: manifest.madeAt, email: manifest.customer.email, missing: manifest.missing }
  const counted = { files: manifest.files.length, documents, problems: problems.slice(0, mostProblems) }
  return { ...about, ...counted, outcome: problems.length === 0 ? 'genuine' : 'changed' }
}

const isDocument = (name: string) => /^documents\/.+\.pdf$/.test(name)

const strangersIn = (entries: readonly Entry[], { files }: Manifest): string[] => {
  const known = new Set([manifestName, signatureName, ...files.map(({ name }) => name)])
  const seen = new Set<string>()
  return entries.flatMap(({ name }) => {
    if (!known.has(name)) return [`${name} is not ours: it was added.`]
    if (seen.has(name)) return [`${name} is there twice.`]
    seen.add(name)
    return []
  })
}

const problemWith = async (
  archive: Blob,
  entry: Entry | undefined,
  { name, bytes, sha256: expected }: Listed,
  certificates: readonly { pem: string }[],
): Promise<string | undefined> => {
  if (!entry) return `${name} is missing.`
  const content = await unpacked(archive, entry).catch(() => undefined)
  if (!content) return `${name} cannot be read.`
  if (content.length !== bytes || hexOf(await sha256(content)) !== expected) return `${name} was changed.`
  if (!isDocument(name)) return
  const { outcome, number } = await checkDocument(content, certificates)
  if (outcome !== 'genuine') return `${name} is not a document that we signed.`
  return name === `documents/${number}.pdf` ? undefined : `${name} is another document than its name says.`
}

// ZIP: files one after the other, and a directory of them at the end.

const viewOf = async (archive: Blob, from: number, length: number): Promise<DataView> => {
  if (from < 0 || from + length > archive.size) throw new Error('beyond the end')
  return new DataView(await archive.slice(from, from + length).arrayBuffer())
}

const long = (view: DataView, at: number) => Number(view.getBigUint64(at, true))

/** Where the directory is. What stands behind it must be what belongs there, and nothing else. */
const findDirectory = async (archive: Blob) => {
  const tailLength = Math.min(archive.size, endLength + longestComment)
  const tail = await viewOf(archive, archive.size - tailLength, tailLength)
  let end = tailLength - endLength
  while (
    end >= 0 &&
    (tail.getUint32(end, true) !== 0x06054b50 || end + endLength + tail.getUint16(end + 20, true) !== tailLength)
  )
    end--
  if (end < 0) throw new Error('no end')
  const at = archive.size - tailLength + end
  const [count, size, from] = [
    tail.getUint16(end + 10, true),
    tail.getUint32(end + 12, true),
    tail.getUint32(end + 16, true),
  ]
  if (count !== 0xffff && size !== unknown32 && from !== unknown32) return { count, size, from, after: at }
  const locator = await viewOf(archive, at - locatorLength, locatorLength)
  if (locator.getUint32(0, true) !== 0x07064b50) throw new Error('no locator')
  const after = long(locator, 8)
  const larger = await viewOf(archive, after, 56)
  if (larger.getUint32(0, true) !== 0x06064b50) throw new Error('no larger end')
  return { count: long(larger, 32), size: long(larger, 40), from: long(larger, 48), after }
}

/** Sizes and places above 4 GB stand in a field of their own, those that need it, in this order. */
const largerOnes = (view: DataView, from: number, length: number, given: readonly number[]): number[] => {
  for (let at = from; at + 4 <= from + length; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let next = at + 4
    return given.map((each) => {
      if (each !== unknown32) return each
      next += 8
      return long(view, next - 8)
    })
  }
  return [...given]
}

const readEntries = async (archive: Blob): Promise<{ entries: Entry[]; problems: string[] }> => {
  const { count, size, from, after } = await findDirectory(archive)
  if (from + size !== after) throw new Error('something else behind the directory')
  const view = await viewOf(archive, from, size)
  const entries: Entry[] = []
  for (let at = 0; at < size; ) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('no entry')
    const [nameLength, extra, comment] = [28, 30, 32].map((each) => view.getUint16(at + each, true)) as [
      number,
      number,
      number,
    ]
    const name = nameAt(view, at + 46, nameLength)
    const given = [24, 20].map((each) => view.getUint32(at + each, true))
    const found = largerOnes(view, at + 46 + nameLength, extra, [...given, view.getUint32(at + 42, true)])
    const [unpackedSize = 0, packed = 0, place = 0] = found
    entries.push({ name, method: view.getUint16(at + 10, true), packed, size: unpackedSize, at: place })
    at += 46 + nameLength + extra + comment
  }
  if (entries.length !== count) throw new Error('another number of entries')
  return { entries, problems: await gapsIn(archive, entries, from) }
}

const nameAt = (view: DataView, at: number, length: number) =>
  new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(view.buffer, view.byteOffset + at, length))

/** Where the bytes of a file begin. What stands ahead of them has to say the same name, whoever reads the archive in another way. */
const placeOf = async (archive: Blob, { name, at }: Entry): Promise<number> => {
  const head = await viewOf(archive, at, 30)
  if (head.getUint32(0, true) !== 0x04034b50) throw new Error('no file')
  const length = head.getUint16(26, true)
  if (nameAt(await viewOf(archive, at + 30, length), 0, length) !== name) throw new Error('another name')
  return at + 30 + length + head.getUint16(28, true)
}

/** Files stand one behind the other, with at most their sizes between: so nothing hides there from this check. */
const gapsIn = async (archive: Blob, entries: readonly Entry[], directory: number): Promise<string[]> => {
  const problems: string[] = []
  let expected = 0
  let most = 0
  for (const entry of entries.toSorted((some, others) => some.at - others.at)) {
    if (entry.at < expected || entry.at - expected > most)
      problems.push(`Something stands ahead of ${entry.name} that is not ours.`)
    expected = (await placeOf(archive, entry).catch(() => entry.at)) + entry.packed
    most = 24
  }
  if (directory < expected || directory - expected > most)
    problems.push('Something stands behind the files that is not ours.')
  return problems
}

const unpacked = async (archive: Blob, entry: Entry): Promise<Uint8Array<ArrayBuffer>> => {
  if (entry.size > largestEntry) throw new Error('too large')
  const from = await placeOf(archive, entry)
  if (from + entry.packed > archive.size) throw new Error('beyond the end')
  const packed = archive.slice(from, from + entry.packed)
  if (entry.method === 0) return new Uint8Array(await packed.arrayBuffer())
  if (entry.method !== 8) throw new Error('packed in another way')
  const whole = new Uint8Array(entry.size)
  let length = 0
  for (const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) break
    if (length + value.length > whole.length) throw new Error('longer than it says')
    whole.set(value, length)
    length += value.length
  }
  return whole.subarray(0, length)
}
