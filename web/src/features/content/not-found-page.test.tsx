import { act, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderInTheme } from '../../ui/test-render.tsx'
import { NotFoundPage } from './not-found-page.tsx'

const waitFor = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds))

beforeEach(() => {
  vi.useFakeTimers()
  renderInTheme(<RouterProvider router={createMemoryRouter([{ path: '*', Component: NotFoundPage }])} />)
})
afterEach(() => {
  vi.useRealTimers()
})

it("shows a 'Waiting..' spinner and nothing else for 1.5 seconds", () => {
  waitFor(1_499)
  expect(screen.getByText('Waiting..')).toBeTruthy()
  expect(document.querySelector('.mantine-Loader-root')).toBeTruthy()
  expect(screen.queryByText('404')).toBeNull()
  expect(screen.queryByRole('link')).toBeNull()
})

it("then shows '404', 'Page Not Found' and a 'Back to Homepage' link to /", () => {
  waitFor(1_500)
  expect(screen.queryByText('Waiting..')).toBeNull()
  expect(document.querySelector('.mantine-Loader-root')).toBeNull()
  expect(screen.getByText('404')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Page Not Found' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Homepage' }).getAttribute('href')).toBe('/')
})
