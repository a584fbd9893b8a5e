import type { Words } from './feature.ts'

let known: { movements: Words; activities: Words } = { movements: {}, activities: {} }

/** Said once by whoever has all features; a feature has words for its own only. */
export const tellWords = (words: typeof known): void => {
  known = words
}

/** What nobody has words for is told by its name. */
const wordIn = (words: Words, name: string): string => {
  const told = (Object.hasOwn(words, name) && words[name]) || name.replaceAll('-', ' ')
  return told.charAt(0).toUpperCase() + told.slice(1)
}

export const movementWord = (type: string): string => wordIn(known.movements, type)

export const activityWord = (kind: string): string => wordIn(known.activities, kind)

/** The types of movements that have words of their own, in the order in which they are offered. */
export const knownTypes = (): string[] => Object.keys(known.movements)
