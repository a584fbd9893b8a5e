import { endpoint } from '@ingot/endpoints/endpoint'
import { listOf } from '@ingot/endpoints/list'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { answeringServer, page, type Sent } from './test-server.ts'
import { useList, walkList } from './use-list.ts'

const listLetters = endpoint({
  ...listOf({ side: z.optional(z.enum(['left', 'right'])) }, z.string()),
  name: 'listLetters',
  path: '/letters',
  summary: 'Three pages of letters.',
  gate: 'customer',
})

const threePages = ({ params: { cursor } }: Sent) =>
  cursor === undefined ? page(['a', 'b'], '8') : cursor === '8' ? page(['c'], '7') : page(['d'])

const open = (answer = threePages) => {
  const server = answeringServer({ 'GET /letters': answer })
  return { asked: () => server.requests.map(({ params }) => params) }
}

const client = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

const show = (pollOf?: (letters: string[]) => number | false) => {
  const queries = client()
  return renderHook(
    () => useList(listLetters, { key: ['letters'], filter: { side: 'left' }, ...(pollOf && { pollOf }) }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={queries}>{children}</QueryClientProvider>
      ),
    },
  )
}

describe('a list', () => {
  it('goes on where its page ended, under the same filter, until the last one', async () => {
    const { asked } = open()
    const { result } = show()
    await waitFor(() => expect(result.current.data).toEqual(['a', 'b']))
    expectTypeOf(result.current.data).toEqualTypeOf<string[] | undefined>()
    await act(() => result.current.fetchNextPage())
    await act(() => result.current.fetchNextPage())
    await waitFor(() => expect(result.current.data).toEqual(['a', 'b', 'c', 'd']))
    expect(result.current.hasNextPage).toBe(false)
    expect(asked()).toEqual([{ side: 'left' }, { side: 'left', cursor: '8' }, { side: 'left', cursor: '7' }])
  })

  it('says of when it is where a page of it is some moments old', async () => {
    const asOf = '2026-11-02T09:00:07.000Z'
    open(() => ({ status: 200, data: { data: ['a'], meta: { cursor: null, asOf } } }))
    const { result } = show()
    await waitFor(() => expect(result.current.asOf).toBe(asOf))
    expect(result.current.data).toEqual(['a'])
  })

  it('is asked for again for as long as what is in it says so', async () => {
    let state = 'open'
    const { asked } = open(() => page([state]))
    const pollOf = vi.fn((letters: string[]) => letters.includes('open') && 10)
    const { result } = show(pollOf)
    await waitFor(() => expect(asked().length).toBeGreaterThan(2))
    state = 'closed'
    await waitFor(() => expect(result.current.data).toEqual(['closed']))
    expect(pollOf).toHaveLastReturnedWith(false)
  })
})

describe('a list that is gone through', () => {
  const walk = async (mostPages: number, until?: string) => {
    const { asked } = open()
    const met: string[] = []
    for await (const letter of walkList(listLetters, {}, { mostPages, signal: new AbortController().signal })) {
      met.push(letter)
      if (letter === until) break
    }
    return { met, asked: asked() }
  }

  it('is read to its end', async () => {
    expect(await walk(9)).toEqual({ met: ['a', 'b', 'c', 'd'], asked: [{}, { cursor: '8' }, { cursor: '7' }] })
  })

  it('is read no further than it may be', async () => {
    expect(await walk(2)).toEqual({ met: ['a', 'b', 'c'], asked: [{}, { cursor: '8' }] })
  })

  it('is read no further than it has to be', async () => {
    expect(await walk(9, 'a')).toEqual({ met: ['a'], asked: [{}] })
  })
})
