import { isWeakPin, passwordScore, passwordScoredLength } from '@ingot/endpoints/identity-fields'
import { hash, verify } from '@node-rs/argon2'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { Failure } from '../../failure.ts'
import { isStolen } from './stolen-passwords.ts'

// Argon2id, which is the library's default.
const strong = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = ReturnType<typeof createPasswords>

/** The hashing of passwords. One object, so that a test can count its work. */
export const createPasswords = (cost = strong) => {
  const nobody = hash('nobody has this password', cost)
  return {
    /** With a salt by chance, unless one is given to compare with what was hashed with it. */
    hash: (password: string, salt?: Uint8Array) => hash(password, salt ? { ...cost, salt } : cost),
    /** Does the same work when there is nothing to compare with. */
    verify: async (known: string | undefined, password: string) =>
      (await verify(known || (await nobody), password)) && Boolean(known),
  }
}

const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

const stolenWords =
  'This password is on lists of stolen passwords, which are the first to be tried. Please choose one that you use nowhere else.'

/** Refuses what was stolen before, is common, or easy to guess for who knows the customer or the service. */
export const refuseWeakPassword = (password: string, context: readonly string[]) => {
  if (isStolen(password)) throw new Failure('PasswordRefused', { reason: 'stolen' }, stolenWords)
  const partsOf = (word: string) => [word, word.split('@')[0] ?? '', ...word.split(/[^\p{L}\p{N}]+/u)]
  const words = context.flatMap(partsOf).filter((word) => word.length > 2)
  if (guesser.check(password.slice(0, passwordScoredLength), words).score < passwordScore)
    throw new Failure('PasswordRefused')
}

export const refuseWeakPin = (pin: string) => {
  if (isWeakPin(pin)) throw new Failure('PinRefused')
}
