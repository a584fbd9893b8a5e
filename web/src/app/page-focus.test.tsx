import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fakeCalls, success } from '../lib/test-server.ts'
import { closePortal, openPortal, sampleTerms } from './test-portal.tsx'

beforeEach(() => {
  fakeCalls({ 'GET /texts/term-conditions': success({ data: sampleTerms }) })
})
afterEach(closePortal)

const follow = (name: string) => {
  const link = screen.getByRole('link', { name })
  link.focus()
  act(() => link.click())
}

it('a page that was left by a link goes on at that link when one comes back', async () => {
  const router = openPortal('/')
  await screen.findByRole('link', { name: 'terms and conditions' })
  follow('terms and conditions')
  const heading = await screen.findByRole('heading', { level: 1, name: 'Terms and conditions' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  await act(() => router.navigate(-1))
  await waitFor(() => expect(document.activeElement?.textContent).toBe('terms and conditions'))
})

it('a page that is opened anew begins at its heading', async () => {
  const router = openPortal('/')
  await screen.findByRole('link', { name: 'terms and conditions' })
  follow('terms and conditions')
  await screen.findByRole('heading', { level: 1, name: 'Terms and conditions' })
  await act(() => router.navigate('/'))
  const heading = await screen.findByRole('heading', { level: 1, name: 'Gold, by the gram.' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
})
