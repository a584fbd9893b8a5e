import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { sampleSettings } from './src/lib/sample-settings.ts'

// The server writes this element into the page; in tests we do.
const element = document.createElement('script')
element.type = 'application/json'
element.id = 'ingot-settings'
element.textContent = JSON.stringify(sampleSettings)
document.head.append(element)

afterEach(() => {
  cleanup()
  localStorage.clear()
})
