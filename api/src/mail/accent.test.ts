import { expect, it } from 'vitest'
import { buttonColours, contrast } from './accent.ts'

it('black on white has the contrast that WCAG gives', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

it('the default accent is used as it is', () => {
  expect(buttonColours('#b8892b').fill).toBe('#b8892b')
})

it('the words on the button can be read, whatever the accent', () => {
  const parts = ['00', '33', '66', '7a', '80', '99', 'cc', 'ff']
  for (const red of parts)
    for (const green of parts)
      for (const blue of parts) {
        const { fill, text } = buttonColours(`#${red}${green}${blue}`)
        expect(contrast(fill, text), `#${red}${green}${blue}`).toBeGreaterThanOrEqual(4.5)
      }
})
