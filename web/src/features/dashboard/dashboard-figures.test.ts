import { figureNames } from '@ingot/endpoints/dashboard'
import { act } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { noteFigures, useDashboardFigures } from './dashboard-figures.ts'
import { sampleFigures } from './test-dashboard.tsx'

const kept = () => useDashboardFigures.getState()

it('the store keeps the thirteen figures as numbers, 0 before they are known', () => {
  expect(Object.keys(kept())).toEqual([...figureNames])
  expect(new Set(Object.values(kept()))).toEqual(new Set([0]))
})

it('the store follows the answer, and log-out empties it', () => {
  noteFigures({ ...sampleFigures, totalLoss: null, grandTotal: '-12.5' })
  expect(kept()).toMatchObject({ totalGAELoss: 6.335, TotalNetCashout: 65.34, totalLoss: 0, grandTotal: -12.5 })
  act(() => useSession.getState().logOut())
  expect(new Set(Object.values(kept()))).toEqual(new Set([0]))
})
