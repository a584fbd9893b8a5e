import { describe, expect, it } from 'vitest'
import { contrast, readableFill, readableOn, textOn } from './accent.ts'
import { palette } from './theme.ts'

const accents = ['#c79a3b', '#ffd700', '#777777', '#0a5c36', '#7b1e3a', '#1f3a93', '#ffffff', '#000000']

describe.each(accents)('the accent %s', (accent) => {
  it('can be read as text on every background of both schemes', () => {
    for (const [scheme, towards] of [
      [palette.paper, '#0b0f0e'],
      [palette.vault, '#ffffff'],
    ] as const) {
      const backgrounds = [scheme.page, scheme.surface, scheme.sunken]
      const text = readableOn(accent, backgrounds, towards)
      for (const background of backgrounds) expect(contrast(text, background)).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('as a fill can be written on', () => {
    const fill = readableFill(accent, '#0b0f0e', '#ffffff')
    expect(contrast(fill, textOn(fill, '#0b0f0e', '#ffffff'))).toBeGreaterThanOrEqual(4.5)
  })
})

it('an accent that is readable already stays as the operator chose it', () => {
  expect(readableFill('#c79a3b', '#0b0f0e', '#ffffff')).toBe('#c79a3b')
})

it('an accent that is not a colour is refused', () => {
  expect(() => readableFill('gold', '#0b0f0e', '#ffffff')).toThrow("The accent 'gold' is not a colour")
})
