import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKeys } from '@ingot/api/features/identity/keys'
import { createPersonalData } from '@ingot/api/features/kyc/personal-data'
import { connect } from '@ingot/db/connect'
import { asOwner, createTestDatabase } from '@ingot/db/test-server'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from './test-command.ts'

const data = mkdtempSync(join(tmpdir(), 'ingot-keys-'))
afterAll(() => rmSync(data, { recursive: true, force: true }))

const before = { IDENTITY_SECRET_BEFORE: 'the-first-of-identity', PERSONAL_DATA_SECRET_BEFORE: 'the-first-of-data' }
const newest = { IDENTITY_SECRET: 'the-second-of-identity', PERSONAL_DATA_SECRET: 'the-second-of-data' }

/** A customer with a PIN, 2FA and a draft from before the change. */
const addCustomer = async (databaseUrl: string): Promise<string> => {
  const db = connect(databaseUrl, { part: 'test', max: 1 })
  const keys = createKeys([before.IDENTITY_SECRET_BEFORE])
  const { rows } = await sql<{ id: string }>`
    insert into customers (email, username, password_hash, email_verified_at, ref_code, user_hash, created_at, pin_hash, pin_key)
    values ('ada@people.example', 'ada', '', now(), '00000001', repeat('0', 64), now(), 'x', ${keys.digestKey})
    returning id`.execute(db)
  const id = rows[0]?.id ?? ''
  const draft = createPersonalData([before.PERSONAL_DATA_SECRET_BEFORE]).seal(id, 'draft', { city: 'London' })
  await sql`update customers set totp_secret = ${keys.encrypt(id, Buffer.from('seed'))} where id = ${id}`.execute(db)
  await sql`insert into kyc_drafts (customer, sealed, saved_at) values (${id}, ${draft}, now())`.execute(db)
  await db.destroy()
  return id
}

test('an operator sees what hangs on an older secret, seals it anew, and is told which secret can go', async () => {
  const DATABASE_URL = await createTestDatabase()
  const id = await addCustomer(DATABASE_URL)
  const run = (secrets: Record<string, string>, ...parameters: string[]) => {
    const database = { DATABASE_URL, DATABASE_OWNER_URL: asOwner(DATABASE_URL) }
    return runCommand('keys', parameters, { NODE_ENV: '', INGOT_DATA: data, ...database, ...secrets })
  }

  const { code, out } = await run({ ...newest, ...before })
  expect(code).toBe(0)
  expect(out).toMatch(/^IDENTITY_SECRET +2FA secrets +0 newest +1 older$/m)
  expect(out).toContain('IDENTITY_SECRET_BEFORE must stay: 1 PINs, 1 2FA secrets.\n')
  expect(out).toContain('PERSONAL_DATA_SECRET_BEFORE must stay: 1 drafts.\n')

  expect(await run(newest, 'reseal')).toEqual({
    code: 1,
    out: '',
    error: `None of the keys that are set opens the 2FA secrets of customer ${id}.\n`,
  })
  const resealed = await run({ ...newest, ...before }, 'reseal')
  expect(resealed).toMatchObject({ code: 0, out: expect.stringMatching(/^2 sealed anew\.\n/) })
  // A PIN is made anew only by who types it.
  expect(resealed.out).toContain('IDENTITY_SECRET_BEFORE must stay: 1 PINs.\n')
  expect(resealed.out).toContain(
    'PERSONAL_DATA_SECRET_BEFORE can go, 24 hours after PERSONAL_DATA_SECRET was changed.\n',
  )
  expect((await run(newest, 'reseal')).out).toMatch(/^0 sealed anew\.\n/)
  expect(await run(newest, 'melt')).toMatchObject({ code: 1, error: expect.stringMatching(/^Usage: npm run keys/) })
})
