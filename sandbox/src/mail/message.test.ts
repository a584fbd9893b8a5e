import { expect, test } from 'vitest'
import { findLinks } from './message.ts'

test.each([
  ['double quotes', '<a href="https://a.test/?x=1&amp;y=2">', 'https://a.test/?x=1&y=2'],
  ['single quotes', "<a class=b HREF = 'https://a.test/&#39;'>", "https://a.test/'"],
  ['no quotes', '<a href=https://a.test/b>', 'https://a.test/b'],
  ['a line break', '<a\nhref="https://a.test/\n">', 'https://a.test/'],
  ['numeric entities', '<a href="https://a.test/&#x26;&#38;">', 'https://a.test/&&'],
  ['an entity that is no character', '<a href="https://a.test/&#9999999;">', 'https://a.test/&#9999999;'],
])('a link in HTML with %s is found', (_case, html, link) => {
  expect(findLinks(html, null)).toEqual([link])
})

test('links in text end before the punctuation, and each link counts once', () => {
  const text =
    'See https://a.test/one, (https://a.test/two) and <https://a.test/three>. Not ftp://a.test. https://a.test/one'
  expect(findLinks('<a href="https://a.test/two">', text)).toEqual([
    'https://a.test/two',
    'https://a.test/one',
    'https://a.test/three',
  ])
})
