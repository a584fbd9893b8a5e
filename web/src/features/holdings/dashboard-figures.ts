import { create } from 'zustand'
import { resetOnLogOut } from '../../lib/session.ts'

/** A copy for display; sums are made by the server from exact amounts. */
const zeroFigures = {
  totalGAEProfit: 0,
  totalGAELoss: 0,
  totalGAEXProfit: 0,
  totalGAEXLoss: 0,
  totalGoldConvertProfit: 0,
  totalGoldConvertLoss: 0,
  totalProfit: 0,
  totalLoss: 0,
  grandTotal: 0,
  TotalNetCashout: 0,
  totalGAEBookingNote: 0,
  totalGoldConvertBookingNote: 0,
  totalBooking: 0,
}

type DashboardFigures = typeof zeroFigures

export const useDashboardFigures = create<{
  figures: DashboardFigures
  change: (changes: Partial<DashboardFigures>) => void
  reset: () => void
}>()((set) => ({
  figures: zeroFigures,
  change: (changes) => set(({ figures }) => ({ figures: { ...figures, ...changes } })),
  reset: () => set({ figures: zeroFigures }),
}))

resetOnLogOut(() => useDashboardFigures.getState().reset())
