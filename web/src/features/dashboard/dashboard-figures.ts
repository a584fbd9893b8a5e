import { type FigureName, figureNames } from '@ingot/endpoints/dashboard'
import { create } from 'zustand'
import { resetOnLogOut } from '../../lib/session.ts'

type Figures = Record<FigureName, number>

const noFigures = Object.fromEntries(figureNames.map((name) => [name, 0])) as Figures

/** A copy in numbers for whoever reads the store. Pages show the exact text of the answer, and what is unknown as such. */
export const useDashboardFigures = create<Figures>(() => noFigures)

export const noteFigures = (figures: Readonly<Record<FigureName, string | null>>): void =>
  useDashboardFigures.setState(
    Object.fromEntries(figureNames.map((name) => [name, Number(figures[name] ?? 0)])) as Figures,
  )

resetOnLogOut(() => useDashboardFigures.setState(noFigures))
