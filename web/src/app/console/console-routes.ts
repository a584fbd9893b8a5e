import '../told.ts'
import { tellPages } from '../../lib/known-pages.ts'
import { type PageFile, pageRoute } from '../page-route.ts'
import { hasPortalPage, isPageIn } from '../portal-table.ts'
import { consoleTable } from './console-table.ts'

tellPages((address) => hasPortalPage(address) || isPageIn(consoleTable, address))

/** A page for operators is told from the others by the name of its file. */
export const consoleFiles = import.meta.glob<PageFile>('../../features/*/operator-*-page.tsx')

export const consoleRoutes = consoleTable.map(pageRoute(consoleFiles))
