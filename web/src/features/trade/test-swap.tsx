import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'
import { useVerifications } from '../../lib/verifications.ts'
import { SwapPanel } from './swap-panel.tsx'
import { openTrade, tradeServer, type } from './test-trade.tsx'

/** The panel alone, on a usual day but for these answers. */
export const open = (answers: Parameters<typeof tradeServer>[0] = {}) => {
  const server = tradeServer(answers)
  openTrade(SwapPanel)
  return server
}

export const action = (name = 'Buy QMGT') => screen.getByRole('button', { name })
export const isReady = () => action().getAttribute('aria-disabled') === 'false'
export const waiting = () => useVerifications.getState().waiting

export const enterAmount = async (label = 'You pay', amount = '100') => {
  await screen.findByLabelText('You pay')
  type(label, amount)
  await waitFor(() => expect(isReady()).toBe(true))
}

export const confirm = async () => {
  fireEvent.click(action())
  await waitFor(() => expect(waiting()).toHaveLength(1))
}
