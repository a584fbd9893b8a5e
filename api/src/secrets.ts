import { hkdfSync } from 'node:crypto'

/** A secret and those that were used before it, newest first. */
export type Secrets = OneOrMore<string>

/** Reads what a setting and its `…_BEFORE` hold. */
export const secretsOf = (secret: string, before: string | undefined): Secrets => [
  secret,
  ...(before ?? '').split(/\s+/).filter((older) => older !== ''),
]

/** Something made of each, in the same order. */
export const ofEach = <T, Made>([newest, ...older]: OneOrMore<T>, make: (of: T) => Made): OneOrMore<Made> => [
  make(newest),
  ...older.map(make),
]

export type OneOrMore<T> = readonly [T, ...T[]]

export const keyOf = (secret: string, use: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', use, 32))

const idLength = 4

/** By which a key is told from others, without telling anything about it. */
export const keyIdOf = (secret: string, use: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `${use} id`, idLength))
