import { readFileSync } from 'node:fs'
import { ProblemForPeople } from '@ingot/db/problem'
import { Keystore } from 'ox'
import { type Address, type Hex, isHex, type TransactionSerializable } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

/** Signs without showing the key. A key of its own in the environment or an encrypted file today, a KMS another day. */
export type Signer = { address: Address; signTransaction: (transaction: TransactionSerializable) => Promise<Hex> }

type Environment = Record<string, string | undefined>

/**
 * The key of a role, such as SETTLER: `CHAIN_SETTLER_KEY` itself, or `CHAIN_SETTLER_KEYSTORE`, an encrypted keystore file
 * (version 3), with its password in `CHAIN_SETTLER_PASSWORD` or in the file `CHAIN_SETTLER_PASSWORD_FILE`.
 */
export async function readSigner(environment: Environment, role: string): Promise<Signer> {
  const name = `CHAIN_${role}`
  const key = environment[`${name}_KEY`]
  const keystore = environment[`${name}_KEYSTORE`]
  if (key && keystore) throw new ProblemForPeople(`Set ${name}_KEY or ${name}_KEYSTORE, not both.`)
  if (key) return signerOf(key, `${name}_KEY`)
  if (keystore) return signerOf(await openKeystore(keystore, passwordOf(environment, name)), keystore)
  throw new ProblemForPeople(`${name}_KEY or ${name}_KEYSTORE must be set.`)
}

/** The same of a role that may go without: undefined where nothing names its key. */
export async function findSigner(environment: Environment, role: string): Promise<Signer | undefined> {
  const isNamed = environment[`CHAIN_${role}_KEY`] || environment[`CHAIN_${role}_KEYSTORE`]
  return isNamed ? readSigner(environment, role) : undefined
}

function signerOf(key: string, place: string): Signer {
  if (!isHex(key) || key.length !== 66) throw new ProblemForPeople(`${place} must hold a key: 0x and 64 hex digits.`)
  try {
    const { address, signTransaction } = privateKeyToAccount(key)
    return { address, signTransaction: (transaction) => signTransaction(transaction) }
  } catch {
    // What the library says might repeat the key.
    throw new ProblemForPeople(`${place} holds a number that is no key.`)
  }
}

function passwordOf(environment: Environment, name: string): string {
  const password = environment[`${name}_PASSWORD`]
  const file = environment[`${name}_PASSWORD_FILE`]
  if (password) return password
  if (file) return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  throw new ProblemForPeople(`The keystore needs ${name}_PASSWORD or ${name}_PASSWORD_FILE.`)
}

async function openKeystore(file: string, password: string): Promise<string> {
  try {
    const keystore: Keystore.Keystore = JSON.parse(readFileSync(file, 'utf8'))
    return Keystore.decrypt(keystore, await Keystore.toKeyAsync(keystore, { password }))
  } catch {
    throw new ProblemForPeople(`The keystore ${file} cannot be opened with its password.`)
  }
}
