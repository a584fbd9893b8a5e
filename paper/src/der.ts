// DER, the way in which certificates and signatures are written: a tag, a length, what is in it.

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  bytes: 0x04,
  null: 0x05,
  oid: 0x06,
  text: 0x0c,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** What a field is told by where its place does not tell it: [0], [1] and so on. */
  context: 0xa0,
} as const

const shortLength = 0x80

const lengthOf = (length: number): number[] => {
  if (length < shortLength) return [length]
  const digits = length.toString(16)
  const bytes = [...Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')]
  return [shortLength | bytes.length, ...bytes]
}

export const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

export const sequence = (...parts: readonly Uint8Array[]): Buffer => der(tags.sequence, ...parts)

/** In a set the parts stand in the order of their bytes. */
export const setOf = (...parts: readonly Uint8Array[]): Buffer =>
  der(tags.set, ...parts.toSorted((one, other) => Buffer.compare(one, other)))

/** Of a whole number that is not negative, big end first: without zeros ahead, save one where the first bit is set. */
export const integer = (bytes: Uint8Array): Buffer => {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first < 0 ? Buffer.alloc(1) : Buffer.from(bytes.subarray(first))
  return der(tags.integer, (digits[0] ?? 0) & shortLength ? Buffer.concat([Buffer.alloc(1), digits]) : digits)
}

/** Such as 2.5.29.15. */
export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return der(tags.oid, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

const base128 = (value: number): number[] => {
  const bytes = [value & 0x7f]
  for (let left = value >>> 7; left > 0; left >>>= 7) bytes.unshift((left & 0x7f) | 0x80)
  return bytes
}

export const bits = (bytes: Uint8Array, unused = 0): Buffer => der(tags.bits, Buffer.from([unused]), bytes)
