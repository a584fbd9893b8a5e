import { createHash } from 'node:crypto'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import { readAnswers } from '@ingot/endpoints/support'
import { Answer, type Binding, bind } from '../../bind.ts'
import type { ApiDeps } from '../../feature.ts'
import { policy } from '../../policy.ts'
import type { Numbers } from '../../policy-versions/numbers.ts'
import { createNumbers } from '../../policy-versions/snapshot.ts'
import { answersWith } from './answers.ts'
import { figuresOf } from './figures.ts'

/** Kept by browsers, and asked about each time. */
const kept = { 'cache-control': 'public, no-cache' }

const answerOf = (numbers: Numbers) => {
  const reply: ReplyOf<typeof readAnswers> = { data: answersWith(figuresOf({ ...policy, ...numbers })) }
  const etag = `"${createHash('sha256').update(JSON.stringify(reply)).digest('base64url').slice(0, 22)}"`
  return new Answer(reply, { headers: { ...kept, etag } })
}

export const supportRoutes = ({ db, now }: Pick<ApiDeps, 'db' | 'now'>): Binding[] => {
  const numbers = createNumbers(db, now)
  let last: { of: Numbers; answer: ReturnType<typeof answerOf> } | undefined
  return [
    bind(readAnswers, async () => {
      const inForce = await numbers.now()
      // The same object for as long as nothing changes.
      if (last?.of !== inForce) last = { of: inForce, answer: answerOf(inForce) }
      return last.answer
    }),
  ]
}
