import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNameOf } from './rules.ts'

/** What would leave the folder, hide, or be another name elsewhere. */
const traps = ['..', '/', '\\\\', '\0', '\u202e', 'C:', '~', '𠮷', '\ud842', 'e\u0301', ' ', '.', 'x']

test('whatever a file was called, in an archive it stays where it belongs, in whole letters and everywhere', () => {
  const name = fc.array(fc.oneof(fc.constantFrom(...traps), fc.string({ unit: 'binary' })), { maxLength: 150 })
  fc.assert(
    fc.property(name, (parts) => {
      const made = fileNameOf('4000000000', parts.join(''))
      expect(made).toMatch(/^sent\/4000000000-[\p{L}\p{N}._-]*$/u)
      expect(made).not.toContain('..')
      // A half of a letter would be another name in the archive than in its list.
      expect(Buffer.from(made).toString()).toBe(made)
      expect(Buffer.byteLength(made.slice('sent/'.length))).toBeLessThanOrEqual(255)
    }),
  )
})
