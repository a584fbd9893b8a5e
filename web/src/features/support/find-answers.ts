import type { SupportGroup } from '@ingot/endpoints/support'
import MiniSearch from 'minisearch'

/** Shorter words are only found as they are. */
const [shortestBegun, shortestMisspelt] = [3, 5]

/** Finds questions by any of their words, also begun or misspelt, the best first. All of it happens in the page. */
export const createFinder = (groups: readonly SupportGroup[]): ((wanted: string) => string[]) => {
  const index = new MiniSearch({
    fields: ['question', 'words', 'text', 'title'],
    searchOptions: {
      boost: { question: 4, words: 2 },
      prefix: (word) => word.length >= shortestBegun,
      fuzzy: (word) => (word.length >= shortestMisspelt ? 0.2 : false),
    },
  })
  index.addAll(
    groups.flatMap(({ title, questions }) =>
      questions.map(({ id, question, answer, words }) => ({ id, title, question, words, text: answer.join(' ') })),
    ),
  )
  return (wanted) => {
    const found = index.search(wanted, { combineWith: 'AND' })
    return (found.length > 0 ? found : index.search(wanted)).map(({ id }) => String(id))
  }
}
