import { createHash, createPrivateKey, randomBytes, sign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { makeCertificate } from './certificate.ts'
import { type Checked, checkDocument, glanceAt } from './check.ts'
import { createSigner } from './sign-document.ts'
import { byteRangePlaceholder, holeText } from './signature-hole.ts'
import { setTestDocument, testData, testNumber, testPair, testSigner } from './test-documents.ts'

const ours = [{ pem: testPair.certificate }]

let set: Buffer
let signed: Buffer
let hole: number
beforeAll(async () => {
  set = Buffer.from(await setTestDocument())
  signed = Buffer.from(testSigner.sign(set))
  hole = set.indexOf(holeText)
})

const check = (bytes: Uint8Array, certificates = ours) => checkDocument(bytes, certificates)
const outcomeOf = async (bytes: Uint8Array, certificates = ours) => (await check(bytes, certificates)).outcome

/** With other bytes from a place on. */
const withBytes = (place: number, bytes: Uint8Array | string, file = signed) => {
  const other = Buffer.from(file)
  other.set(Buffer.from(bytes as string, 'latin1'), place)
  return other
}

test('a genuine file tells its number, its hash and the data that is attached to it', async () => {
  expect(await check(signed)).toEqual({
    outcome: 'genuine',
    hash: createHash('sha256').update(signed).digest('hex'),
    number: testNumber,
    attached: testData,
  } satisfies Checked)
})

test('a file that was signed with an older certificate is genuine for as long as that one is listed', async () => {
  const newer = makeCertificate('newer', new Date())
  expect(await outcomeOf(signed, [{ pem: newer.certificate }, ...ours])).toBe('genuine')
  expect(await outcomeOf(signed, [{ pem: newer.certificate }])).toBe('unknown-signer')
  expect(await outcomeOf(signed, [])).toBe('unknown-signer')
})

test('somebody else’s certificate with our name on it is not ours', async () => {
  const twin = makeCertificate('Ingot test', new Date('2026-01-01T00:00:00Z'))
  expect(await outcomeOf(createSigner(twin).sign(set))).toBe('unknown-signer')
})

test('one changed bit anywhere in the file is noticed: in what is signed, in the signature, and in the hole around it', async () => {
  const inHole = Array.from({ length: 150 }, (_, at) => hole + Math.floor((at * holeText.length) / 150))
  const anywhere = Array.from({ length: 250 }, () => randomBytes(4).readUInt32BE() % signed.length)
  const range = signed.indexOf('/ByteRange')
  const edges = [0, hole - 1, hole, hole + 1, hole + holeText.length - 1, hole + holeText.length, signed.length - 1]
  const inRange = Array.from({ length: 60 }, (_, at) => range + at)
  for (const place of [...inHole, ...anywhere, ...edges, ...inRange])
    for (const bit of [1, 32]) {
      const { outcome, number } = await check(withBytes(place, Buffer.from([(signed[place] ?? 0) ^ bit])))
      expect(outcome, `bit ${bit} of byte ${place}`).not.toBe('genuine')
      expect(number).toBeNull()
    }
})

test('every byte of the signature itself counts', async () => {
  const length = Number.parseInt(signed.toString('latin1', hole + 5, hole + 9), 16) + 4
  for (let place = hole + 1; place <= hole + length * 2; place++) {
    const digit = Number.parseInt(String.fromCharCode(signed[place] ?? 0), 16)
    expect(await outcomeOf(withBytes(place, (digit ^ 1).toString(16))), `digit ${place}`).not.toBe('genuine')
  }
})

test('what was put after a signed file, before it or in the middle of it is noticed', async () => {
  const more = Buffer.from('\n1 0 obj\n<<>>\nendobj\nstartxref\n0\n%%EOF\n')
  expect(await outcomeOf(Buffer.concat([signed, more]))).toBe('changed')
  expect(await outcomeOf(Buffer.concat([signed, signed]))).toBe('changed')
  expect(await outcomeOf(Buffer.concat([Buffer.from('\n'), signed]))).toBe('not-a-document')
  expect(await outcomeOf(Buffer.concat([Buffer.from('PK\x03\x04'), signed]))).toBe('not-a-document')
  expect(await outcomeOf(Buffer.concat([Buffer.from('%PDF-1.7\n'), signed]))).toBe('changed')
  for (const length of [0, 4, 5, hole, hole + 100, signed.length - 1])
    expect(await outcomeOf(signed.subarray(0, length))).not.toBe('genuine')
})

test('a file that was set and never signed is unsigned', async () => {
  expect(await outcomeOf(set)).toBe('unsigned')
  expect(await outcomeOf(Buffer.from('%PDF-1.7\n%%EOF'))).toBe('unsigned')
})

test('a range that says anything but the whole file around the hole is refused', async () => {
  const after = hole + holeText.length
  const rest = signed.length - after
  const place = signed.indexOf('/ByteRange') + '/ByteRange '.length
  const ranges = [
    [0, hole, after, rest - 1],
    [0, hole, after, rest + 1],
    [0, hole - 1, after, rest],
    [1, hole, after, rest],
    [0, hole, hole, signed.length - hole],
    [0, -1, after, rest],
    [0, hole, -after, rest],
    [0, signed.length, signed.length, 0],
    [0, 0, 0, signed.length],
    [0, 2 ** 31, 2 ** 31, 2 ** 31],
    [0, hole, after, `0${rest}`],
    [0, hole, `${after}.0`, rest],
    [0, hole, after, `${rest} 0`],
  ]
  for (const range of ranges) {
    const text = `[${range.join(' ')}`.padEnd(byteRangePlaceholder.length - 1)
    // Even by whoever could sign: the range is looked at before the signature.
    expect(await outcomeOf(withBytes(place, `${text}]`)), text).not.toBe('genuine')
  }
})

test('content that was moved into a larger hole is not what was signed', async () => {
  const after = hole + holeText.length
  const evil = Buffer.from('\n(another balance)\n')
  const range = signed.indexOf('/ByteRange') + '/ByteRange '.length
  const moved = Buffer.concat([signed.subarray(0, after), evil, signed.subarray(after)])
  const text = `[0 ${hole} ${after + evil.length} ${signed.length - after}`.padEnd(byteRangePlaceholder.length - 1)
  expect(await outcomeOf(withBytes(range, `${text}]`, moved))).toBe('changed')
  expect(await outcomeOf(moved)).toBe('changed')
})

test('nothing can be hidden in the room that the signature leaves', async () => {
  const digits = holeText.length - 2
  expect(await outcomeOf(withBytes(hole + digits - 4, 'beef'))).toBe('changed')
  expect(await outcomeOf(withBytes(hole + digits - 4, '    '))).toBe('changed')
  const shouted = Buffer.from(signed.toString('latin1', hole + 1, hole + digits).toUpperCase())
  expect(await outcomeOf(withBytes(hole + 1, shouted))).not.toBe('genuine')
})

test('a second signature is refused, even one of ours', async () => {
  const second = Buffer.from(signed.toString('latin1').replace('%PDF-1.7', '%%%%%%%%'), 'latin1')
  expect(await outcomeOf(Buffer.concat([signed, second]))).toBe('changed')
  const named = Buffer.concat([set, Buffer.from('\n% /ByteRange\n')])
  expect(() => testSigner.sign(named)).toThrow('exactly one hole')
})

/** A signature is two numbers; with the second one's negative it holds as well, for who only asks whether it holds. */
test('the other signature that holds for the same content is refused: a document has one form', async () => {
  expect(await outcomeOf(withBytes(hole + 1, negatedIn(signed)))).toBe('changed')
})

const negatedIn = (file: Buffer): string => {
  const cms = Buffer.from(file.toString('latin1', hole + 1, hole + holeText.length - 1), 'hex')
  const heads: number[] = []
  // From the whole to the last number in it, always into the last part.
  for (let [at, depth] = [0, 0]; depth < 8; depth++) {
    heads.push(at)
    let [next, { from, end }] = [at, sizeAt(cms, at)]
    for (next = from; depth < 7 && sizeAt(cms, next).end < end; ) next = sizeAt(cms, next).end
    at = next
  }
  const { from, end } = sizeAt(cms, heads.at(-1) ?? 0)
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const negative = (order - BigInt(`0x${cms.toString('hex', from, end)}`)).toString(16).padStart(66, '0')
  const other = Buffer.concat([cms.subarray(0, from), Buffer.from(negative, 'hex'), cms.subarray(end)])
  for (const head of heads) {
    const { from: begin, end: was } = sizeAt(cms, head)
    const more = begin - head - 2
    const length = was - begin + 33 - (end - from)
    other.writeUIntBE(length, more ? head + 2 : head + 1, more || 1)
  }
  return other.toString('hex').slice(0, holeText.length - 2)
}

const sizeAt = (bytes: Buffer, at: number) => {
  const first = bytes.readUInt8(at + 1)
  const more = first & 0x80 ? first & 0x7f : 0
  const from = at + 2 + more
  return { from, end: from + (more ? bytes.readUIntBE(at + 2, more) : first) }
}

const findEcdsa = (file: Buffer) => {
  const text = file.toString('latin1', hole, hole + holeText.length)
  const mark = '06082a8648ce3d040302'
  const place = text.lastIndexOf(mark) + mark.length + 4
  const length = Number.parseInt(text.slice(place - 2, place), 16)
  return { ecdsa: Buffer.from(text.slice(place, place + length * 2), 'hex'), at: hole + place }
}

test('whatever is dropped gets a word, and never a genuine one', { timeout: 60_000 }, async () => {
  const hex = Buffer.from(testPair.certificate.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64').toString('hex')
  const pdf = (text: string) => Buffer.from(`%PDF-1.7\n${text}`, 'latin1')
  const range = '/ByteRange [0 10 8204 1]'
  const hostile: [Uint8Array, Checked['outcome']][] = [
    [new Uint8Array(), 'not-a-document'],
    [new Uint8Array(50 * 1024 * 1024), 'not-a-document'],
    [randomBytes(100_000), 'not-a-document'],
    [Buffer.concat([pdf(''), randomBytes(100_000)]), 'unsigned'],
    [Buffer.concat([pdf(''), new Uint8Array(64 * 1024 * 1024)]), 'not-a-document'],
    [pdf('/ByteRange '.repeat(100_000)), 'unsigned'],
    [pdf('[ '.repeat(1_000_000)), 'unsigned'],
    [pdf(`/ByteRange [0 ${'9'.repeat(1000)} 1 1]`), 'unknown-signer'],
    [pdf(`${range} ${hex}`), 'changed'],
    [pdf(`${'/ByteRange [0 '.padEnd(1_000_000)}${hex}`), 'changed'],
    [pdf(hex), 'changed'],
    [readFileSync(import.meta.filename), 'not-a-document'],
  ]
  for (const [at, [bytes, outcome]] of hostile.entries()) expect(await outcomeOf(bytes), `file ${at}`).toBe(outcome)
})

test('nested lengths that lie, in a hole that is otherwise right, end in a word', async () => {
  for (const lie of ['30ff', '3084ffffffff', '30820fff30820fff30820fff', '3000', '80', '', '3080'.repeat(1000)]) {
    const cert = Buffer.from(testPair.certificate.replace(/-----[A-Z ]+-----|\s/g, ''), 'base64').toString('hex')
    const inHole = `${lie}${cert}`.padEnd(holeText.length - 2, '0')
    expect(await outcomeOf(withBytes(hole + 1, inHole))).toBe('changed')
  }
})

test('a file that our key signed in another way than we do is not genuine', async () => {
  // The digest of the content alone, without naming the certificate.
  const { ecdsa, at } = findEcdsa(signed)
  const after = hole + holeText.length
  const covered = Buffer.concat([signed.subarray(0, hole), signed.subarray(after)])
  const raw = sign('sha256', covered, createPrivateKey(testPair.key))
  const padded = raw
    .toString('hex')
    .padEnd(ecdsa.length * 2, '0')
    .slice(0, ecdsa.length * 2)
  expect(await outcomeOf(withBytes(at, padded))).toBe('changed')
})

test('what the data says at a glance is plain text, whatever is in it', () => {
  const attached = {
    title: 'Receipt',
    subtitle: '',
    holder: ['Ada', 'London'],
    issuedAt: '2026-10-31T23:00:00.000Z',
    zone: 'Asia/Tokyo',
    facts: [{ label: 'Amount', value: '1 g' }, { label: 'Odd', value: { a: 1 } }, null, 7],
  }
  expect(glanceAt(attached)).toEqual([
    { label: 'Document', value: 'Receipt' },
    { label: 'Made out to', value: 'Ada, London' },
    { label: 'Issued', value: '1 November 2026' },
    { label: 'Amount', value: '1 g' },
  ])
  expect(glanceAt({ issuedAt: 'soon', zone: 'Nowhere/At-all' })).toEqual([{ label: 'Issued', value: 'soon' }])
  for (const odd of [null, undefined, 7, 'text', [], { facts: 'x', holder: 3 }]) expect(glanceAt(odd)).toEqual([])
})
