import { expect, test } from 'vitest'
import { readChainConfig } from '../src/config.ts'

const live = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://ingot:x@db/ingot?sslmode=verify-full',
  CHAIN_RPC_URL: 'https://node.example',
  CHAIN_ADDRESSES: 'addresses.json',
}

test('in production the worker speaks to node and database only where nobody can listen', () => {
  expect(readChainConfig(live).rpcUrl).toBe('https://node.example')
  const near = { DATABASE_URL: 'postgres://ingot:x@localhost/ingot', CHAIN_RPC_URL: 'http://127.0.0.1:8545' }
  expect(readChainConfig({ ...live, ...near }).rpcUrl).toBe('http://127.0.0.1:8545')
  const far = { DATABASE_URL: 'postgres://ingot:x@db/ingot', CHAIN_RPC_URL: 'http://node.example' }
  expect(() => readChainConfig({ ...live, ...far })).toThrow(
    'The configuration is not right: DATABASE_URL must end with ?sslmode=verify-full in production, unless the server is on this machine; CHAIN_RPC_URL must begin with https:// in production, unless it is on this machine.',
  )
  expect(readChainConfig({ ...live, ...far, NODE_ENV: 'development' }).rpcUrl).toBe('http://node.example')
})
