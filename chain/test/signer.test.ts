import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Keystore } from 'ox'
import { parseTransaction, recoverTransactionAddress, type TransactionSerializedLegacy } from 'viem'
import { expect, test } from 'vitest'
import { readSigner } from '../src/signer.ts'
import { accounts, deployerKey } from './support/chain.ts'

const folder = mkdtempSync(join(tmpdir(), 'signer-'))
const password = 'correct horse battery staple'

const writeFile = (name: string, content: string) => {
  const file = join(folder, name)
  writeFileSync(file, content)
  return file
}

/** The format of every wallet; few rounds, so that the test is quick. */
const writeKeystore = () => {
  const [key, options] = Keystore.scrypt({ password, n: 1024 })
  return writeFile('key.json', JSON.stringify(Keystore.encrypt(deployerKey, key, options)))
}

test('a key comes from the environment or from an encrypted file, and signs', async () => {
  const keystore = writeKeystore()
  const environments = [
    { CHAIN_SETTLER_KEY: deployerKey },
    { CHAIN_SETTLER_KEYSTORE: keystore, CHAIN_SETTLER_PASSWORD: password },
    { CHAIN_SETTLER_KEYSTORE: keystore, CHAIN_SETTLER_PASSWORD_FILE: writeFile('password', `${password}\n`) },
  ]
  for (const environment of environments) {
    const signer = await readSigner(environment, 'SETTLER')
    expect(signer.address).toBe(accounts.deployer.address)
    const raw = await signer.signTransaction({ type: 'legacy', chainId: 97, nonce: 3, gas: 21_000n, gasPrice: 1n })
    expect(parseTransaction(raw)).toMatchObject({ chainId: 97, nonce: 3 })
    expect(await recoverTransactionAddress({ serializedTransaction: raw as TransactionSerializedLegacy })).toBe(
      signer.address,
    )
  }
})

test('what is wrong is said without showing the key or the password', async () => {
  const keystore = writeKeystore()
  const wrong: [Record<string, string>, string][] = [
    [{}, 'CHAIN_SETTLER_KEY or CHAIN_SETTLER_KEYSTORE must be set.'],
    [{ CHAIN_SETTLER_KEY: '0x12' }, 'CHAIN_SETTLER_KEY must hold a key: 0x and 64 hex digits.'],
    [{ CHAIN_SETTLER_KEY: `0x${'ff'.repeat(32)}` }, 'CHAIN_SETTLER_KEY holds a number that is no key.'],
    [{ CHAIN_SETTLER_KEY: deployerKey, CHAIN_SETTLER_KEYSTORE: keystore }, 'not both'],
    [{ CHAIN_SETTLER_KEYSTORE: keystore }, 'CHAIN_SETTLER_PASSWORD or CHAIN_SETTLER_PASSWORD_FILE'],
    [{ CHAIN_SETTLER_KEYSTORE: keystore, CHAIN_SETTLER_PASSWORD: 'wrong' }, 'cannot be opened with its password'],
    [{ CHAIN_SETTLER_KEYSTORE: join(folder, 'none'), CHAIN_SETTLER_PASSWORD: password }, 'cannot be opened'],
  ]
  for (const [environment, message] of wrong) {
    const refused = await readSigner(environment, 'SETTLER').catch((error: Error) => error.message)
    expect(refused).toContain(message)
    expect(refused).not.toMatch(/f{64}|wrong|horse/)
  }
})
