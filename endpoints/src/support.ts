import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'

// Questions and answers of the Support Center. Every number in an answer is the one that is in force.

const question = z.object({
  /** Stands in the address of the question, and stays what it is. */
  id: z.string(),
  question: z.string(),
  answer: z.array(z.string()),
  /** Other words for it, for who looks for them. */
  words: z.string(),
  /** Where it is done. */
  page: z.nullable(z.object({ to: z.string(), label: z.string() })),
})

export type SupportQuestion = z.output<typeof question>

const group = z.object({ id: z.string(), title: z.string(), questions: z.array(question) })

export type SupportGroup = z.output<typeof group>

export const readAnswers = endpoint({
  name: 'readAnswers',
  method: 'GET',
  path: '/support/answers',
  summary: 'Questions and answers, with the numbers that are in force.',
  gate: 'public',
  reply: data(z.array(group)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})
