import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

// All the other tests hash with less work.
test('a password is kept with argon2id at its full cost, and is found again', async () => {
  const { hash, verify } = createPasswords()
  const kept = await hash('blue kettle walks home')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(kept, 'blue kettle walks home')).toBe(true)
  expect(await verify(kept, 'blue kettle walks away')).toBe(false)
  expect(await verify(undefined, 'nobody has this password')).toBe(false)
})
