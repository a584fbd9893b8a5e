import { expect, it } from 'vitest'
import { usualPaper } from './paper-wish.ts'

it.each([
  [['en-US'], 'Letter'],
  [['es-MX', 'en-US'], 'Letter'],
  [['fil-PH'], 'Letter'],
  [['en-GB', 'en-US'], 'A4'],
  [['de'], 'A4'],
  [['en', 'de-CH'], 'A4'],
  [['zh-Hans-CN'], 'A4'],
  [[], 'A4'],
])('who reads %j prints on %s', (languages, paper) => {
  expect(usualPaper(languages)).toBe(paper)
})
