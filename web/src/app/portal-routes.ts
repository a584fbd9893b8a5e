import './told.ts'
import { firstPages } from './first-pages.ts'
import { type PageFile, pageRoute } from './page-route.ts'
import { portalTable } from './portal-table.ts'

/** Every page is a file of its own, loaded when it is first opened. Those for operators are listed in `console/`. */
export const portalFiles = import.meta.glob<PageFile>([
  '../features/*/*-page.tsx',
  './joined/*-page.tsx',
  '!../features/*/operator-*-page.tsx',
  '!../features/identity/sign-in-page.tsx',
  '!./joined/start-page.tsx',
])

export const portalRoutes = portalTable.filter((route) => !firstPages.includes(route)).map(pageRoute(portalFiles))
