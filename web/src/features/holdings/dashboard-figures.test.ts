import { expect, it } from 'vitest'
import { useSession } from '../../lib/session.ts'
import { useDashboardFigures } from './dashboard-figures.ts'

const names =
  'totalGAEProfit totalGAELoss totalGAEXProfit totalGAEXLoss totalGoldConvertProfit totalGoldConvertLoss totalProfit totalLoss grandTotal TotalNetCashout totalGAEBookingNote totalGoldConvertBookingNote totalBooking'.split(
    ' ',
  )
const zeros = Object.fromEntries(names.map((name) => [name, 0]))

it('there are thirteen dashboard figures, all 0 by default', () => {
  expect(useDashboardFigures.getState().figures).toEqual(zeros)
  expect(names).toHaveLength(13)
})

it('a change keeps the other figures', () => {
  useDashboardFigures.getState().change({ totalProfit: 12 })
  expect(useDashboardFigures.getState().figures).toEqual({ ...zeros, totalProfit: 12 })
})

it('log-out sets them back to 0', () => {
  useDashboardFigures.getState().change({ totalLoss: 3 })
  useSession.getState().logOut()
  expect(useDashboardFigures.getState().figures).toEqual(zeros)
})
