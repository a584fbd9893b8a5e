import { byName, type MovementWord } from '@ingot/endpoints/movement-words'
import type { Feature, Words } from './feature.ts'

let known: {
  movements: Readonly<Record<string, MovementWord>>
  movementPages: NonNullable<Feature['movementPages']>
  activities: Words
} = { movements: {}, movementPages: {}, activities: {} }

/** Said once by whoever has all features; a feature has words for its own only. */
export const tellWords = (words: typeof known): void => {
  known = words
}

/** How a type of movements is told; undefined for one that nobody has words for. */
export const knownMovement = (type: string): MovementWord | undefined =>
  Object.hasOwn(known.movements, type) ? known.movements[type] : undefined

/** The page that tells more of a movement, in the words of its feature; undefined where there is none. */
export const movementPage = ({ type, id }: { type: string; id: string }): { label: string; to: string } | undefined => {
  const page = Object.hasOwn(known.movementPages, type) ? known.movementPages[type] : undefined
  return page && { ...page, to: page.to.replace(':id', id) }
}

/** What a type of movements is called by itself, as in a choice. */
export const movementWord = (type: string): string => {
  const word = knownMovement(type)
  if (!word) return byName(type)
  return word.kind === undefined ? word.verb : `${word.verb} ${word.kind}`
}

export const activityWord = (kind: string): string =>
  (Object.hasOwn(known.activities, kind) && known.activities[kind]) || byName(kind)

/** The types of movements that have words of their own, in the order in which they are offered. */
export const knownTypes = (): string[] => Object.keys(known.movements)
