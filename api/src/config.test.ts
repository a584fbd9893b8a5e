import { expect, test } from 'vitest'
import { generatedMark, readConfig } from './config.ts'

const enough = {
  DATABASE_URL: 'postgres://ingot:x@localhost/ingot',
  IDENTITY_SECRET: 'long enough for a look',
  PERSONAL_DATA_SECRET: 'long enough for a look, too',
  SUMSUB_APP_TOKEN: 'sbx:some-token',
  SUMSUB_SECRET_KEY: 'some key',
  SUMSUB_WEBHOOK_SECRET: 'some other key',
  SMTP_URL: 'smtp://localhost:25',
  FILES_URL: 'file:///tmp/files',
}
const live = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://gold.example',
  DATABASE_URL: 'postgres://ingot:long-and-unguessable@db/ingot',
  LEDGER_SEAL_SECRET: 'also long and unguessable',
  IDENTITY_SECRET: 'long and unguessable as well',
  PERSONAL_DATA_SECRET: 'and this one no less so',
  SUMSUB_APP_TOKEN: 'prd:some-token',
  SUMSUB_SECRET_KEY: 'made by the provider',
  SUMSUB_WEBHOOK_SECRET: 'chosen in its dashboard',
  SMTP_URL: 'smtps://ingot:secret@mail.example',
  GOLDAPI_TOKEN: 'goldapi-of-the-house',
  MAIL_FROM: 'Gold <no-reply@gold.example>',
  FILES_URL: 'file:///var/lib/ingot/files',
}

test('a database, secrets, a mail server and a place for files are all that has to be set', () => {
  expect(readConfig(enough)).toMatchObject({
    NODE_ENV: 'development',
    PORT: 8080,
    HOST: '127.0.0.1',
    BRAND_NAME: 'Ingot',
  })
})

test('every problem is told at once', () => {
  const wrong = { PORT: 'http', LOG_LEVEL: 'loud', BRAND_ACCENT: 'gold', PUBLIC_ORIGIN: 'gold.example/portal' }
  expect(() => readConfig(wrong)).toThrow(
    'The configuration is not right: DATABASE_URL must be set, for example postgres://user:password@host:5432/ingot; IDENTITY_SECRET must be set',
  )
  expect(() => readConfig(wrong)).toThrow('; PORT must be a port number;')
  expect(() => readConfig(wrong)).toThrow(/LOG_LEVEL .+; BRAND_ACCENT must be a colour such as #b8860b\.$/)
  expect(() => readConfig(wrong)).toThrow('PUBLIC_ORIGIN must be an origin such as https://gold.example')
})

test('how often the worker and the provider are asked has a default and limits', () => {
  expect(readConfig(enough)).toMatchObject({ JOB_POLL_SECONDS: 2, VERIFICATION_ASK_SECONDS: 15 })
  const often = { JOB_POLL_SECONDS: '0.5', VERIFICATION_ASK_SECONDS: '3' }
  expect(readConfig({ ...enough, ...often })).toMatchObject({ JOB_POLL_SECONDS: 0.5, VERIFICATION_ASK_SECONDS: 3 })
  expect(() => readConfig({ ...enough, JOB_POLL_SECONDS: '0.1' })).toThrow('JOB_POLL_SECONDS must be at least 0.5')
  expect(() => readConfig({ ...enough, JOB_POLL_SECONDS: '61' })).toThrow('JOB_POLL_SECONDS must be at most 60')
  expect(() => readConfig({ ...enough, VERIFICATION_ASK_SECONDS: '0' })).toThrow('VERIFICATION_ASK_SECONDS')
  expect(() => readConfig({ ...enough, VERIFICATION_ASK_SECONDS: '2.5' })).toThrow('must be a whole number')
})

test('an empty setting is an unset one', () => expect(readConfig({ ...enough, PORT: '' }).PORT).toBe(8080))

test('production starts with what it needs', () => expect(readConfig(live).NODE_ENV).toBe('production'))

test.each([
  ['was generated for a first look and cannot be used in production', `${generatedMark}0123456789abcdef`],
  ['must have at least 16 characters in production', 'short'],
  ['is a well-known default', 'postgres'],
])('production refuses a secret that %s', (problem, password) => {
  const DATABASE_URL = `postgres://ingot:${password}@db/ingot`
  expect(() => readConfig({ ...live, DATABASE_URL })).toThrow(`the password in DATABASE_URL ${problem}`)
  expect(() => readConfig({ ...live, DATABASE_OWNER_URL: DATABASE_URL })).toThrow(
    `the password in DATABASE_OWNER_URL ${problem}`,
  )
})

test('production refuses to be reached without https', () => {
  expect(() => readConfig({ ...live, PUBLIC_ORIGIN: 'http://gold.example' })).toThrow(
    'PUBLIC_ORIGIN must be set to an https:// origin in production',
  )
})

test('production tells all its problems at once, too', () => {
  expect(() => readConfig({ NODE_ENV: 'production' })).toThrow(
    /DATABASE_URL must be set.*; PUBLIC_ORIGIN must be set.*; LEDGER_SEAL_SECRET must be set in production; .*MAIL_FROM must be set in production\.$/,
  )
})

test('production refuses to verify people in the provider’s own sandbox', () => {
  expect(() => readConfig({ ...live, SUMSUB_APP_TOKEN: 'sbx:some-token' })).toThrow(
    'SUMSUB_APP_TOKEN is one for the provider’s own sandbox',
  )
})
