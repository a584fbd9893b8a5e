import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingsOf } from './roles.ts'

const given = {
  LOG_LEVEL: 'info',
  DATABASE_URL: 'postgres://ingot',
  DATABASE_OWNER_URL: 'postgres://owner',
  DATABASE_DIRECT_URL: 'postgres://direct',
  CHAIN_RPC_URL: 'http://node',
  CHAIN_SETTLER_KEY: '0x1',
  CHAIN_SETTLER_KEYSTORE: '/a/file',
  CHAIN_SETTLER_PASSWORD: 'a',
  CHAIN_SETTLER_PASSWORD_FILE: '/b',
  CHAIN_ANCHORER_KEY: '0x2',
  CHAIN_ISSUER_KEY: '0x3',
  IDENTITY_SECRET: 'i',
  IDENTITY_SECRET_BEFORE: 'j',
  LEDGER_SEAL_SECRET: 'l',
  LEDGER_SEAL_SECRET_BEFORE: 'm',
  SMTP_URL: 'smtps://user:password@mail',
  SUMSUB_WEBHOOK_SECRET: 'w',
  DOCUMENT_KEY: 'd',
  FILES_URL: 's3://key:secret@store/bucket',
  METRICS_TOKEN: 't',
}

const toldTo = (role: 'api' | 'worker' | 'chain') => Object.keys(settingsOf(role, given)).toSorted()
const everybody = ['CHAIN_RPC_URL', 'DATABASE_URL', 'LOG_LEVEL']

test('the settler’s key is told to the chain’s worker alone, and each role its own secrets', () => {
  expect(toldTo('api')).toEqual(
    [
      ...everybody,
      'DOCUMENT_KEY',
      'FILES_URL',
      'IDENTITY_SECRET',
      'IDENTITY_SECRET_BEFORE',
      'METRICS_TOKEN',
      'SUMSUB_WEBHOOK_SECRET',
    ].toSorted(),
  )
  expect(toldTo('worker')).toEqual(
    [
      ...everybody,
      'DOCUMENT_KEY',
      'FILES_URL',
      'IDENTITY_SECRET',
      'IDENTITY_SECRET_BEFORE',
      'LEDGER_SEAL_SECRET',
      'LEDGER_SEAL_SECRET_BEFORE',
      'METRICS_TOKEN',
      'SMTP_URL',
    ].toSorted(),
  )
  expect(toldTo('chain')).toEqual(
    [
      ...everybody,
      'CHAIN_ANCHORER_KEY',
      'CHAIN_SETTLER_KEY',
      'CHAIN_SETTLER_KEYSTORE',
      'CHAIN_SETTLER_PASSWORD',
      'CHAIN_SETTLER_PASSWORD_FILE',
    ].toSorted(),
  )
})

test('an image has nothing that git does not keep, and neither git’s own nor settings with secrets', () => {
  const linesOf = (name: string) =>
    readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
      .trim()
      .split('\n')
  const left = linesOf('.containerignore').map((line) => line.replace(/^\*\*\//, ''))
  const kept = linesOf('.gitignore').map((line) => line.replace(/\/$/, ''))
  expect(left).toEqual(expect.arrayContaining([...kept, '.git', '*.env', 'secrets.json']))
  expect(linesOf('.dockerignore')).toEqual(linesOf('.containerignore'))
})
