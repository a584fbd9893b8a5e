import { act, render, screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { showErrorToast } from '../lib/toast.ts'
import { App } from './app.tsx'
import { routes } from './routes.tsx'

it('an error toast shows its message, is announced and can be closed', async () => {
  render(<App router={createMemoryRouter(routes)} />)
  act(() => showErrorToast('Please check the amount.'))
  const toast = await screen.findByRole('alert')
  expect(toast.textContent).toContain('Please check the amount.')
  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
})
