import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from '@ingot/paper/certificate'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { pageSettingsOf } from './pages.ts'
import { generatedMark } from './production.ts'

const signing = makeCertificate('Gold AG', new Date())

const enough = {
  DATABASE_URL: 'postgres://ingot:x@localhost/ingot',
  IDENTITY_SECRET: 'long enough for a look',
  PERSONAL_DATA_SECRET: 'long enough for a look, too',
  DOCUMENT_KEY: signing.key,
  DOCUMENT_CERTIFICATE: signing.certificate,
  SUMSUB_APP_TOKEN: 'sbx:some-token',
  SUMSUB_SECRET_KEY: 'some key',
  SUMSUB_WEBHOOK_SECRET: 'some other key',
  SMTP_URL: 'smtp://localhost:25',
  FILES_URL: 'file:///tmp/files',
}
const live = {
  NODE_ENV: 'production',
  PUBLIC_ORIGIN: 'https://gold.example',
  DATABASE_URL: 'postgres://ingot:Zr0cV8oQd2Xk4mTy@db/ingot?sslmode=verify-full',
  LEDGER_SEAL_SECRET: 'q0zT5m3eHkJv9uWb1RyXc7Lp2Ds8Fg4AhNi6Oj0KlMw=',
  IDENTITY_SECRET: 'mB8xQe2vTz6Yc1Ra9Uw4Kp7Jd3Hf5Lg0SnOi8EbVyXt=',
  PERSONAL_DATA_SECRET: '9f3ac41be07d52866d1ef0a97b35c8e24a60d91753bf8ce2107a4db9683e5fc1',
  DOCUMENT_KEY: signing.key,
  DOCUMENT_CERTIFICATE: signing.certificate,
  SUMSUB_APP_TOKEN: 'prd:some-token',
  SUMSUB_SECRET_KEY: 'hT4bQ9wLz2Xv7RkM',
  SUMSUB_WEBHOOK_SECRET: 'Jd83kFq0Zm5Yx1Wc',
  SMTP_URL: 'smtps://ingot:secret@mail.example',
  GOLDAPI_TOKEN: 'goldapi-of-the-house',
  MAIL_FROM: 'Gold <no-reply@gold.example>',
  BRAND_SUPPORT_EMAIL: 'help@gold.example',
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

test('a page is told who runs the service, where the gold is and who audits it, and nothing that was not set', () => {
  const told = (given: object) => {
    const { brand, gold } = pageSettingsOf(readConfig({ ...enough, ...given }), '1.0.0')
    return { company: brand.company, ...gold }
  }
  expect(told({})).toEqual({ company: '', vault: '', auditor: '' })
  expect(told({ BRAND_COMPANY: 'Gold AG, Zug', GOLD_VAULT: 'Vaults, Zürich', GOLD_AUDITOR: 'Assay, yearly' })).toEqual({
    company: 'Gold AG, Zug',
    vault: 'Vaults, Zürich',
    auditor: 'Assay, yearly',
  })
  expect(() => readConfig({ ...enough, GOLD_VAULT: 'x'.repeat(201) })).toThrow('GOLD_VAULT')
})

test('a page is told where snapshots are published, as the deployment wrote it down', () => {
  const file = join(tmpdir(), `ingot-addresses-${process.pid}.json`)
  onTestFinished(() => rmSync(file, { force: true }))
  const told = (deployment: unknown) => {
    writeFileSync(file, JSON.stringify(deployment))
    return pageSettingsOf(readConfig({ ...enough, CHAIN_ADDRESSES: file }), '1.0.0').anchor
  }
  const anchor = `0x${'C0'.repeat(20)}`
  expect(told({ chainId: 56, addresses: { anchor } })).toEqual({ chainId: 56, address: anchor })
  expect(told({ chainId: 56, addresses: {} })).toBeNull()
  expect(pageSettingsOf(readConfig(enough), '1.0.0').anchor).toBeNull()
})

test('a page tells what of the fees was paid for bringing customers only where that was set', () => {
  const told = (given: object) => pageSettingsOf(readConfig({ ...enough, ...given }), '1.0.0').rewards.isShareShown
  expect([told({}), told({ SHOW_FEE_SHARE: 'no' }), told({ SHOW_FEE_SHARE: 'yes' })]).toEqual([false, false, true])
  expect(() => readConfig({ ...enough, SHOW_FEE_SHARE: 'maybe' })).toThrow('SHOW_FEE_SHARE must be yes or no')
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
  ['is too easy to guess', 'aaaaaaaaaaaaaaaaaaaaaaaa'],
  ['is too easy to guess', '1234567890123456'],
  ['is too easy to guess', 'abcdefghijklmnopqrstuvwxyz'],
  ['is too easy to guess', 'changeme-changeme-changeme-1'],
  ['is too easy to guess', 'long-and-unguessable'],
])('production refuses a secret that %s: %s', (problem, password) => {
  const DATABASE_URL = `postgres://ingot:${password}@localhost/ingot`
  expect(() => readConfig({ ...live, DATABASE_URL })).toThrow(`the password in DATABASE_URL ${problem}`)
  expect(() => readConfig({ ...live, DATABASE_OWNER_URL: DATABASE_URL })).toThrow(
    `the password in DATABASE_OWNER_URL ${problem}`,
  )
})

const keys = ['LEDGER_SEAL_SECRET', 'IDENTITY_SECRET', 'PERSONAL_DATA_SECRET']

test.each(keys)('production wants 32 characters of %s that were drawn and not thought up', (name) => {
  const refusal = (secret: string) => () => readConfig({ ...live, [name]: secret })
  expect(refusal('hT4bQ9wLz2Xv7RkM')).toThrow(`${name} must have at least 32 characters in production`)
  for (const easy of [
    'the quick brown fox jumps over the lazy dog',
    'Ingot-Secret-Password-2026-Ingot-Secret-Password-2026',
    'x9Kq2x9Kq2x9Kq2x9Kq2x9Kq2x9Kq2x9Kq2x9Kq2',
    '0000000000000000000000000000000000000001',
  ])
    expect(refusal(easy)).toThrow(`${name} is too easy to guess: make one with openssl rand -base64 32`)
})

test('what is drawn by chance is always good enough', () => {
  for (let time = 0; time < 200; time++) {
    const drawn = [randomBytes(32).toString('base64'), randomBytes(32).toString('hex'), randomBytes(24).toString('hex')]
    for (const IDENTITY_SECRET of drawn)
      expect(readConfig({ ...live, IDENTITY_SECRET })).toMatchObject({ IDENTITY_SECRET })
  }
})

test('production refuses one secret in two places', () => {
  expect(() => readConfig({ ...live, PERSONAL_DATA_SECRET: live.IDENTITY_SECRET })).toThrow(
    'PERSONAL_DATA_SECRET must not be the same as IDENTITY_SECRET',
  )
  expect(() => readConfig({ ...live, SUMSUB_WEBHOOK_SECRET: live.SUMSUB_SECRET_KEY })).toThrow(
    'SUMSUB_WEBHOOK_SECRET must not be the same as SUMSUB_SECRET_KEY',
  )
  const DATABASE_URL = `postgres://ingot:${encodeURIComponent(live.LEDGER_SEAL_SECRET)}@localhost/ingot`
  expect(() => readConfig({ ...live, DATABASE_URL })).toThrow(
    'LEDGER_SEAL_SECRET must not be the same as the password in DATABASE_URL',
  )
})

test('production wants a key for documents and its certificate, and refuses what was made up for a first look', () => {
  const refusal = (given: Record<string, string>) => () => readConfig({ ...live, ...given })
  expect(refusal({ DOCUMENT_KEY: '', DOCUMENT_CERTIFICATE: '' })).toThrow(
    /DOCUMENT_KEY must be set: the key .+; DOCUMENT_CERTIFICATE must be set: the certificate/,
  )
  const other = makeCertificate('Gold AG', new Date())
  expect(refusal({ DOCUMENT_KEY: other.key })).toThrow('the certificate is not one of this key')
  expect(refusal({ DOCUMENT_KEY: '/nowhere' })).toThrow('DOCUMENT_KEY is neither PEM nor the path of a file')
  expect(refusal({ DOCUMENT_CERTIFICATE: '/nowhere' })).toThrow('DOCUMENT_CERTIFICATE is neither PEM nor the path')
  const { key, certificate } = makeCertificate(`${generatedMark}sandbox`, new Date())
  expect(refusal({ DOCUMENT_KEY: key, DOCUMENT_CERTIFICATE: certificate })).toThrow(
    'DOCUMENT_CERTIFICATE was generated for a first look and cannot be used in production',
  )
})

test('the key of documents may stand in a file, or in one line', () => {
  const path = join(tmpdir(), `ingot-key-${process.pid}.pem`)
  writeFileSync(path, signing.key, { mode: 0o600 })
  onTestFinished(() => rmSync(path))
  const oneLine = signing.certificate.replaceAll('\n', '\\n')
  expect(readConfig({ ...live, DOCUMENT_KEY: path, DOCUMENT_CERTIFICATE: oneLine }).NODE_ENV).toBe('production')
})

const withPassword = (rest: string) => `postgres://ingot:Zr0cV8oQd2Xk4mTy@${rest}`

test.each([
  'db/ingot',
  'db/ingot?sslmode=disable',
  'db/ingot?sslmode=no-verify',
  'db/ingot?uselibpqcompat=true&sslmode=require',
  'localhost/ingot?host=db',
  '127.0.0.1.example/ingot',
])('production refuses a way to the database on which others can listen or answer: %s', (rest) => {
  expect(() => readConfig({ ...live, DATABASE_URL: withPassword(rest) })).toThrow(
    'DATABASE_URL must end with ?sslmode=verify-full in production, unless the server is on this machine',
  )
})

test.each(['db/ingot?sslmode=require', 'localhost/ingot', '127.0.3.1/ingot', '[::1]/ingot', 'x/ingot?host=/run/pg'])(
  'production takes a way to the database that is private: %s',
  (rest) => expect(readConfig({ ...live, DATABASE_URL: withPassword(rest) }).NODE_ENV).toBe('production'),
)

test('production takes replicas with the leader’s password, by a private way alone', () => {
  expect(readConfig({ ...live, DATABASE_READ_URL: live.DATABASE_URL })).toMatchObject({
    DATABASE_READ_URL: live.DATABASE_URL,
  })
  expect(() => readConfig({ ...live, DATABASE_READ_URL: withPassword('db/ingot') })).toThrow(
    'DATABASE_READ_URL must end with ?sslmode=verify-full in production',
  )
  expect(() =>
    readConfig({ ...live, DATABASE_READ_URL: 'postgres://ingot:secret@db/ingot?sslmode=verify-full' }),
  ).toThrow('the password in DATABASE_READ_URL is a well-known default')
  expect(() => readConfig({ ...live, DATABASE_READ_URL: 'http://db' })).toThrow(
    'DATABASE_READ_URL must be a postgres://',
  )
})

test('a certificate of the database that is not there is told', () => {
  const DATABASE_URL = withPassword('db/ingot?sslmode=verify-full&sslrootcert=/nowhere.pem')
  expect(() => readConfig({ ...live, DATABASE_URL })).toThrow('DATABASE_URL cannot be used: ENOENT')
})

test.each(['CHAIN_RPC_URL', 'SUMSUB_URL', 'SUMSUB_SDK_URL', 'STRIPE_URL', 'CARRIER_URL', 'IMAGE_HOST'])(
  'production refuses to speak to %s where others can listen, except on this machine',
  (name) => {
    const problem = `${name} must begin with https:// in production, unless it is on this machine`
    expect(() => readConfig({ ...live, [name]: 'http://other.example' })).toThrow(problem)
    for (const fine of ['https://other.example', 'http://localhost:8545', 'http://127.0.0.1:8545', 'http://[::1]:8545'])
      expect(readConfig({ ...live, [name]: fine })).toMatchObject({ [name]: fine })
  },
)

test('production refuses a bucket that is reached without TLS, except on this machine', () => {
  const bucket = (host: string) => ({ ...live, FILES_URL: `s3://key:secret@${host}/bucket?tls=off` })
  expect(() => readConfig(bucket('store.example'))).toThrow('FILES_URL must not have tls=off in production')
  expect(readConfig(bucket('127.0.0.1:9000')).NODE_ENV).toBe('production')
})

test('metrics are told on this machine alone, or to whoever has a token, once a port is set', () => {
  expect(readConfig(enough)).toMatchObject({ METRICS_HOST: '127.0.0.1' })
  expect(readConfig(enough).METRICS_PORT).toBeUndefined()
  expect(() => readConfig({ ...enough, METRICS_PORT: '65535' })).toThrow('METRICS_PORT must be at most 65534')
  const open = { ...live, METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }
  const problem = 'METRICS_TOKEN must be set in production, unless METRICS_HOST is on this machine'
  for (const METRICS_HOST of ['0.0.0.0', '::', '192.0.2.1', 'gold.example'])
    expect(() => readConfig({ ...open, METRICS_HOST })).toThrow(problem)
  for (const METRICS_HOST of ['', '127.0.0.1', 'localhost', '::1'])
    expect(readConfig({ ...open, METRICS_HOST }).METRICS_PORT).toBe(9464)
  expect(readConfig({ ...open, METRICS_PORT: '' }).METRICS_PORT).toBeUndefined()
  expect(() => readConfig({ ...open, METRICS_TOKEN: 'prometheus' })).toThrow(
    'METRICS_TOKEN must have at least 16 characters in production',
  )
  expect(() => readConfig({ ...open, METRICS_TOKEN: live.IDENTITY_SECRET })).toThrow('must not be the same as')
  expect(readConfig({ ...open, METRICS_TOKEN: 'kT7rXw2QpL9vBn4Z' }).METRICS_HOST).toBe('0.0.0.0')
})

test('production refuses to mail in the name of an example', () => {
  expect(() => readConfig({ ...live, MAIL_FROM: 'Ingot <no-reply@ingot.example>' })).toThrow(
    'MAIL_FROM is at ingot.example, which only stands in examples',
  )
  expect(() => readConfig({ ...live, BRAND_SUPPORT_EMAIL: 'support@ingot.example' })).toThrow(
    'BRAND_SUPPORT_EMAIL is at ingot.example, which only stands in examples',
  )
  expect(() => readConfig({ ...live, BRAND_SUPPORT_EMAIL: 'nobody' })).toThrow('BRAND_SUPPORT_EMAIL')
})

test('production refuses to be reached without https', () => {
  expect(() => readConfig({ ...live, PUBLIC_ORIGIN: 'http://gold.example' })).toThrow(
    'PUBLIC_ORIGIN must be set to an https:// origin in production',
  )
})

test('production needs a second source of the price, reached by https', () => {
  expect(() => readConfig({ ...live, GOLDAPI_TOKEN: '' })).toThrow('GOLDAPI_TOKEN must be set in production')
  expect(() => readConfig({ ...live, GOLDAPI_URL: 'http://gold.example' })).toThrow(
    'GOLDAPI_URL must begin with https:// in production, unless it is on this machine',
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

test('a bank is set as a whole, or not at all', () => {
  const bank = {
    ...{ BANK_HOLDER: 'Gold Ltd', BANK_NAME: 'A Bank', BANK_BIC: 'SANDGB2L', BANK_ADDRESS: 'London' },
    BANK_IBAN: 'GB93SAND00000012345678',
  }
  expect(readConfig({ ...enough, ...bank }).BANK_IBAN).toBe(bank.BANK_IBAN)
  const { BANK_BIC: _, ...part } = bank
  expect(() => readConfig({ ...enough, ...part })).toThrow('BANK_BIC must be set too, since a bank is')
  const twice = { ...bank, BANK_NUMBER: '0011' }
  expect(() => readConfig({ ...enough, ...twice })).toThrow('one of BANK_IBAN and BANK_NUMBER must be set')
  const wrong = { ...bank, BANK_IBAN: 'GB33SAND00000012345678' }
  expect(() => readConfig({ ...enough, ...wrong })).toThrow('BANK_IBAN must be an IBAN')
  expect(() => readConfig({ ...enough, BANK_INBOX: tmpdir() })).toThrow('BANK_INBOX is set, and no bank is')
})

test('cards are taken with a key and a secret for messages, or not at all', () => {
  const cards = { STRIPE_SECRET_KEY: 'sk_test_some-key', STRIPE_WEBHOOK_SECRET: 'whsec_some-secret' }
  expect(readConfig(enough).STRIPE_SECRET_KEY).toBe(undefined)
  expect(readConfig({ ...enough, ...cards }).STRIPE_URL).toBe('https://api.stripe.com')
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'])
    expect(() => readConfig({ ...enough, ...cards, [name]: '' })).toThrow('must both be set, or neither')
  expect(() => readConfig({ ...enough, ...cards, STRIPE_SECRET_KEY: 'pk_test_1' })).toThrow(
    'STRIPE_SECRET_KEY must be a secret or restricted key of Stripe',
  )
})

test('no test money buys gold in production', () => {
  const cards = { STRIPE_SECRET_KEY: 'sk_live_hT4bQ9wLz2Xv7RkM', STRIPE_WEBHOOK_SECRET: 'whsec_Jd83kFq0Zm5Yx1We' }
  expect(readConfig({ ...live, ...cards }).STRIPE_SECRET_KEY).toBe(cards.STRIPE_SECRET_KEY)
  expect(() => readConfig({ ...live, ...cards, STRIPE_SECRET_KEY: 'rk_test_hT4bQ9wLz2Xv7RkM' })).toThrow(
    'STRIPE_SECRET_KEY is one for test money',
  )
  expect(() => readConfig({ ...live, ...cards, STRIPE_WEBHOOK_SECRET: 'whsec' })).toThrow(
    'STRIPE_WEBHOOK_SECRET must have at least 16 characters',
  )
})

test('parcels are followed with a key and a secret for messages, or by hand', () => {
  const carrier = { CARRIER_KEY: 'EZTK_some-key', CARRIER_WEBHOOK_SECRET: 'some-secret' }
  expect(readConfig(enough).CARRIER_KEY).toBe(undefined)
  expect(readConfig({ ...enough, ...carrier }).CARRIER_URL).toBe('https://api.easypost.com')
  for (const name of ['CARRIER_KEY', 'CARRIER_WEBHOOK_SECRET'])
    expect(() => readConfig({ ...enough, ...carrier, [name]: '' })).toThrow('must both be set, or neither')
  expect(() => readConfig({ ...enough, ...carrier, CARRIER_NAME: 'a b' })).toThrow('as EasyPost names it')
})

test('no test parcel counts as delivered in production', () => {
  const carrier = { CARRIER_KEY: 'EZAKhT4bQ9wLz2Xv7RkM', CARRIER_WEBHOOK_SECRET: 'Jd83kFq0Zm5Yx1We' }
  expect(readConfig({ ...live, ...carrier }).CARRIER_KEY).toBe(carrier.CARRIER_KEY)
  expect(() => readConfig({ ...live, ...carrier, CARRIER_KEY: 'EZTKhT4bQ9wLz2Xv7RkM' })).toThrow(
    'CARRIER_KEY is one for test parcels',
  )
  expect(() => readConfig({ ...live, ...carrier, CARRIER_WEBHOOK_SECRET: 'short' })).toThrow(
    'CARRIER_WEBHOOK_SECRET must have at least 16 characters',
  )
})

test('replies by mail need an address and a port, and an address that a secret fits behind', () => {
  const mailbox = { SUPPORT_ADDRESS: 'support@gold.example', INBOUND_MAIL_PORT: '2525' }
  expect(readConfig(enough).INBOUND_MAIL_PORT).toBe(undefined)
  expect(readConfig({ ...live, ...mailbox })).toMatchObject({ INBOUND_MAIL_PORT: 2525, INBOUND_MAIL_MEGABYTES: 25 })
  for (const name of ['SUPPORT_ADDRESS', 'INBOUND_MAIL_PORT'])
    expect(() => readConfig({ ...enough, ...mailbox, [name]: '' })).toThrow('must both be set, or neither')
  for (const address of ['support+gold@gold.example', 'a-very-long-name-of-a-desk@gold.example'])
    expect(() => readConfig({ ...enough, ...mailbox, SUPPORT_ADDRESS: address })).toThrow('at most 16 characters')
  expect(() => readConfig({ ...enough, ...mailbox, INBOUND_MAIL_FROM: 'everywhere' })).toThrow('must be networks')
  expect(() => readConfig({ ...live, ...mailbox, SUPPORT_ADDRESS: 'support@ingot.example' })).toThrow(
    'only stands in examples',
  )
})
