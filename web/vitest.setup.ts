import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'
import { activityWords, movementPages, movementWords } from './src/app/features.ts'
import { tellPages } from './src/lib/known-pages.ts'
import { tellWords } from './src/lib/known-words.ts'
import { sampleSettings } from './src/lib/test-settings.ts'

// Pages are loaded when they are opened, which takes its time on a busy machine.
configure({ asyncUtilTimeout: 10_000 })

// As at the start of the portal: a page may show what another feature has words for.
tellWords({ movements: movementWords, movementPages, activities: activityWords })
tellPages(() => false)

// The server writes this element into the page; in tests we do.
const element = document.createElement('script')
element.type = 'application/json'
element.id = 'ingot-settings'
element.textContent = JSON.stringify(sampleSettings)
document.head.append(element)

// Pages change as in a browser that has view transitions, only without the picture.
document.startViewTransition = (update) => {
  const done = Promise.resolve(typeof update === 'function' ? update() : undefined).then(() => undefined)
  const transition = { ready: done, finished: done, updateCallbackDone: done, skipTransition: () => undefined }
  return transition as unknown as ViewTransition
}

afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
