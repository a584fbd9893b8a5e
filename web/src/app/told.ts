import { tellPages } from '../lib/known-pages.ts'
import { tellWords } from '../lib/known-words.ts'
import { activityWords, movementPages, movementWords } from './features.ts'
import { hasPortalPage } from './portal-table.ts'

// Grows with every feature, so it comes with the first thing that may ask, and not with what every visitor loads.
tellPages(hasPortalPage)
tellWords({ movements: movementWords, movementPages, activities: activityWords })
