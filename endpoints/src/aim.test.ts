import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { aimOf } from './aim.ts'
import { changePin } from './credentials.ts'
import { transferUsdt } from './wallet.ts'

const plain = { name: 'thing' } as const
const hashOf = async (carried: Parameters<typeof aimOf>[2]) => (await aimOf(plain, '', carried)).bodyHash
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

test('names the operation by its endpoint and, where it can be repeated, its key', async () => {
  expect((await aimOf(transferUsdt, 'some-key', { body: {} })).operation).toBe('transferUsdt:some-key')
  expect((await aimOf(changePin, 'some-key', { body: {} })).operation).toBe('changePin:')
})

test('is the hash of one text, which others can make as well', async () => {
  const body = { receiver: 'ben', amount: '30.5', more: [{ b: 1, a: null }, 'ü€'], left: undefined }
  expect(await hashOf({ params: { id: 7 }, body })).toBe(
    sha256('{"body":{"amount":"30.5","more":[{"a":null,"b":1},"ü€"],"receiver":"ben"},"params":{"id":"7"},"query":{}}'),
  )
  expect(await hashOf({})).toBe(sha256('{"body":{},"params":{},"query":{}}'))
})

describe('is another one', () => {
  test.each([
    ['for another value', { body: { amount: '2', receiver: 'ben' } }],
    ['for a number instead of its text', { body: { amount: 1, receiver: 'ben' } }],
    ['for a field more', { body: { amount: '1', receiver: 'ben', fee: '' } }],
    ['for a field less', { body: { amount: '1' } }],
    ['for the same in the path', { params: { amount: '1', receiver: 'ben' } }],
    ['for the same in the query', { query: { amount: '1', receiver: 'ben' } }],
    ['for a quote in a text', { body: { amount: '1","receiver":"ben' } }],
  ])('%s', async (_what, carried) => {
    const one = await hashOf({ body: { receiver: 'ben', amount: '1' } })
    expect(await hashOf({ body: { amount: '1', receiver: 'ben' } })).toBe(one)
    expect(await hashOf(carried)).not.toBe(one)
  })
})

test('takes a form by its fields, as text, and a file by what is in it', async () => {
  const form = { name: 'form', bodyType: 'form' } as const
  const hash = async (body: object) => (await aimOf(form, '', { body })).bodyHash
  const picture = (content: string, name: string) => new File([content], name)
  const one = await hash({ note: 7, picture: picture('abc', 'one.png'), left: undefined })
  expect(one).toBe(sha256(`{"body":{"note":"7","picture":{"sha256":"${sha256('abc')}"}},"params":{},"query":{}}`))
  expect(await hash({ note: '7', picture: picture('abc', 'two.png') })).toBe(one)
  expect(await hash({ note: '7', picture: picture('abd', 'one.png') })).not.toBe(one)
})

test('is the same by whichever way it is hashed', async () => {
  const carried = { body: { receiver: 'ben', amount: '1' } }
  const ours = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex')
  expect(await aimOf(transferUsdt, 'key', carried, ours)).toEqual(await aimOf(transferUsdt, 'key', carried))
})
