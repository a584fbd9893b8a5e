import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LoadingState, sessionDefaults, useSession } from '../lib/session.ts'
import { renderInTheme } from '../ui/test-render.tsx'
import { TransactionOverlay } from './transaction-overlay.tsx'

const show = (changes: Partial<LoadingState>) => act(() => useSession.getState().updateLoadingState(changes))
const state = () => useSession.getState().loadingState
const dialog = () => screen.queryByRole('dialog')
const closeButton = () => screen.queryByRole('button', { name: 'Close' })
const pressEscape = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' })

beforeEach(() => {
  useSession.getState().resetLoadingState()
  renderInTheme(<TransactionOverlay />)
})
afterEach(() => act(() => useSession.getState().resetLoadingState()))

describe('idle', () => {
  it('shows nothing', () => {
    expect(dialog()).toBeNull()
  })
})

describe('loading', () => {
  it('shows a spinner and the default texts', () => {
    show({ isLoading: true })
    expect(screen.getByRole('dialog', { name: 'Processing your transaction' })).toBeTruthy()
    expect(screen.getByText('This may take a few seconds')).toBeTruthy()
    expect(document.querySelector('.mantine-Loader-root')).toBeTruthy()
  })

  it('shows the given texts instead', () => {
    show({ isLoading: true, loadingMessage: 'Selling 2 grams', descriptionMessage: 'The chain is busy' })
    expect(screen.getByRole('heading', { name: 'Selling 2 grams' })).toBeTruthy()
    expect(screen.getByText('The chain is busy')).toBeTruthy()
    expect(screen.queryByText('Processing your transaction')).toBeNull()
  })

  it('cannot be closed, not even when closable', () => {
    show({ isLoading: true, isClosable: true })
    expect(closeButton()).toBeNull()
    pressEscape()
    expect(dialog()).toBeTruthy()
  })

  it('keeps the keyboard inside', () => {
    show({ isLoading: true })
    const isAllowed = fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Tab' })
    expect(isAllowed).toBe(false)
    expect(dialog()?.contains(document.activeElement)).toBe(true)
  })

  it('wins over an earlier result', () => {
    show({ status: 'error' })
    show({ isLoading: true })
    expect(screen.queryByText('Transaction Failed')).toBeNull()
    expect(closeButton()).toBeNull()
  })

  it('takes focus into the dialog', () => {
    show({ isLoading: true })
    expect(dialog()?.contains(document.activeElement)).toBe(true)
  })
})

describe('success', () => {
  it('says Transaction Successful, without a description or a link when there is none', () => {
    show({ status: 'success' })
    expect(screen.getByRole('dialog', { name: 'Transaction Successful' })).toBeTruthy()
    expect(dialog()?.querySelectorAll('p')).toHaveLength(0)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('shows the given message and description', () => {
    show({ status: 'success', successMessage: 'Sold', descriptionMessage: '2 grams for 250 USDT' })
    expect(screen.getByRole('heading', { name: 'Sold' })).toBeTruthy()
    expect(screen.getByText('2 grams for 250 USDT')).toBeTruthy()
  })

  it('links to the blockchain explorer when a hash exists', () => {
    show({ status: 'success', actions: { hash: '0xabc' } })
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://explorer.example/tx/0xabc')
  })

  it('has a focused close button when closable, which resets the overlay', () => {
    show({ status: 'success' })
    expect(document.activeElement).toBe(closeButton())
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(state()).toEqual(sessionDefaults.loadingState)
    expect(dialog()).toBeNull()
  })

  it('has no close button when not closable, and Escape does nothing', () => {
    show({ status: 'success', isClosable: false })
    expect(closeButton()).toBeNull()
    pressEscape()
    expect(dialog()).toBeTruthy()
  })

  it('is closed by Escape when closable', () => {
    show({ status: 'success' })
    pressEscape()
    expect(dialog()).toBeNull()
  })

  it('keeps the keyboard going round between link and button', () => {
    show({ status: 'success', actions: { hash: '0xabc' } })
    fireEvent.keyDown(screen.getByRole('button', { name: 'Close' }), { key: 'Tab' })
    expect(document.activeElement).toBe(screen.getByRole('link'))
    fireEvent.keyDown(screen.getByRole('link'), { key: 'Tab', shiftKey: true })
    expect(document.activeElement).toBe(closeButton())
  })

  it('is announced', () => {
    show({ status: 'success' })
    expect(screen.getByRole('status').textContent).toContain('Transaction Successful')
  })
})

describe('error', () => {
  it('says Transaction Failed and is announced at once', () => {
    show({ status: 'error' })
    expect(screen.getByRole('dialog', { name: 'Transaction Failed' })).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('Transaction Failed')
  })

  it('shows the given message', () => {
    show({ status: 'error', errorMessage: 'The price is stale' })
    expect(screen.getByRole('heading', { name: 'The price is stale' })).toBeTruthy()
  })

  it.each([true, false])('always has the close button (closable: %s)', (isClosable) => {
    show({ status: 'error', isClosable })
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    expect(dialog()).toBeNull()
  })

  it('is closed by Escape, also when not closable', () => {
    show({ status: 'error', isClosable: false })
    pressEscape()
    expect(dialog()).toBeNull()
  })
})

describe('changes', () => {
  it('follow partial updates from loading to the result in the same dialog', () => {
    show({ isLoading: true, isClosable: false })
    const before = dialog()
    show({ isLoading: false, status: 'success' })
    expect(dialog()).toBe(before)
    expect(screen.getByRole('heading', { name: 'Transaction Successful' })).toBeTruthy()
    expect(closeButton()).toBeNull()
    show({ isClosable: true })
    expect(closeButton()).toBeTruthy()
  })

  it('are cleared when the page is left', () => {
    show({ isLoading: true, isClosable: false })
    act(() => void window.dispatchEvent(new Event('pagehide')))
    expect(state()).toEqual(sessionDefaults.loadingState)
    expect(dialog()).toBeNull()
  })
})
