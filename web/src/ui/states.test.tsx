import { Button } from '@mantine/core'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { EmptyState, FailedState, LoadingState } from './states.tsx'
import { renderInTheme } from './test-render.tsx'

it('the empty state says what this is and offers the one thing to do next', () => {
  renderInTheme(
    <EmptyState title="No movements yet" action={<Button>Buy the first gram</Button>}>
      What you buy and sell is listed here.
    </EmptyState>,
  )
  expect(screen.getByText('No movements yet')).toBeTruthy()
  expect(screen.getByText('What you buy and sell is listed here.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Buy the first gram' })).toBeTruthy()
})

it('the failed state is announced, says what happened and offers Retry', () => {
  const retry = vi.fn()
  renderInTheme(
    <FailedState title="The text could not be loaded" onRetry={retry}>
      The server did not answer.
    </FailedState>,
  )
  expect(screen.getByRole('alert').textContent).toContain('The server did not answer.')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(retry).toHaveBeenCalledOnce()
})

it('the loading state says in words that something is coming', () => {
  renderInTheme(<LoadingState label="Loading the text">…</LoadingState>)
  expect(screen.getByRole('status', { name: 'Loading the text' }).getAttribute('aria-busy')).toBe('true')
})
