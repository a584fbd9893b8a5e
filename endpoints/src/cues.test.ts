import { expect, test } from 'vitest'
import { chaptersOf, cuesOf, fileOfCues } from './cues.ts'

test('chapters are read as they are typed, and refused where a line is none or goes back', () => {
  expect(chaptersOf(' 0:00 Sign up\n\n1:05  Log in\n1:02:03 The end', 4000)).toEqual([
    { from: 0, to: 65, text: 'Sign up' },
    { from: 65, to: 3723, text: 'Log in' },
    { from: 3723, to: 4000, text: 'The end' },
  ])
  expect(chaptersOf('', 10)).toEqual([])
  for (const wrong of ['Sign up', '0:60 a', '0:00', '0:05 a\n0:05 b', '0:05 a\n0:01 b', '0:11 a'])
    expect([wrong, chaptersOf(wrong, 10)]).toEqual([wrong, undefined])
})

test('what is written as a file is read as it was', () => {
  const cues = [
    { from: 0, to: 59.999, text: 'Enter your address.' },
    { from: 3661.5, to: 3662, text: 'Done.' },
  ]
  expect(cuesOf(fileOfCues(cues))).toEqual(cues)
  expect(fileOfCues([{ from: 0, to: 1, text: '<b>R&D</b>' }])).toContain('\n&lt;b&gt;R&amp;D&lt;/b&gt;\n')
})
