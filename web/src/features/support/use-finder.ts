import type { SupportGroup } from '@ingot/endpoints/support'
import { useEffect, useState } from 'react'

type Find = (wanted: string) => string[]

/** By the letters alone, while the search is on its way or could not be loaded. */
const plainly =
  (groups: readonly SupportGroup[]): Find =>
  (wanted) =>
    groups
      .flatMap(({ questions }) => questions)
      .filter(({ question, words, answer }) =>
        [question, words, ...answer].join(' ').toLowerCase().includes(wanted.toLowerCase()),
      )
      .map(({ id }) => id)

/** The search is a file of its own, loaded once the questions are there: from then on it needs no connection. */
export const useFinder = (groups: readonly SupportGroup[]): Find => {
  const [find, setFind] = useState<Find>(() => plainly(groups))
  useEffect(() => {
    let isWanted = true
    setFind(() => plainly(groups))
    import('./find-answers.ts').then(
      ({ createFinder }) => isWanted && setFind(() => createFinder(groups)),
      () => undefined,
    )
    return () => {
      isWanted = false
    }
  }, [groups])
  return find
}
