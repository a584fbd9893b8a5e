import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { contrast } from './accent.ts'
import { palette, portalTheme } from './theme.ts'

const html = readFileSync(join(import.meta.dirname, '../../index.html'), 'utf8')

it.each([palette.paper, palette.vault])('the splash has the page’s own colours ($page)', ({ page, text }) => {
  expect(html).toContain(`background: ${page};`)
  expect(html).toContain(`color: ${text};`)
})

it.each([palette.paper, palette.vault])('every text colour can be read on every background ($page)', (scheme) => {
  for (const text of [scheme.text, scheme.quiet, scheme.error, scheme.success]) {
    for (const background of [scheme.page, scheme.surface, scheme.sunken]) {
      expect(contrast(text, background), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5)
    }
  }
})

it('768 px counts as mobile', () => {
  expect(portalTheme('#c79a3b').breakpoints?.sm).toBe('48.0625em')
})
