import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Written by `scripts/stolen-passwords.ts`: a mark of each password that was stolen somewhere, sorted. */
export const stolenFile = new URL('stolen-passwords.bin', import.meta.url)

const markLength = 5

/** The first 40 bits of a hash, whatever the case: one in twenty million others is taken for one on the list. */
export const stolenMark = (password: string): Buffer =>
  hash('sha256', password.toLowerCase(), 'buffer').subarray(0, markLength)

const marks = readFileSync(stolenFile)

/** Whether a password is on the list of those that were stolen and published. */
export const isStolen = (password: string): boolean => {
  const mark = stolenMark(password)
  let [low, high] = [0, marks.length / markLength]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const order = mark.compare(marks, middle * markLength, (middle + 1) * markLength)
    if (order === 0) return true
    if (order < 0) high = middle
    else low = middle + 1
  }
  return false
}
