import type { Replica } from '@ingot/db/replica'
import type { Binding } from './bind.ts'
import { tellAge } from './lists.ts'

/** Reads from a replica what may come from there, and remembers who has written: he reads from one that has it. */
export const besideReplica = (replica: Replica | undefined, binding: Binding): Binding => {
  const { endpoint, handle } = binding
  if (!replica) return binding
  if (endpoint.reads)
    return {
      ...binding,
      handle: async (call) => {
        const { result, asOf } = await replica.read(call.person?.id, () => handle(call))
        if (asOf) tellAge(result, asOf)
        return result
      },
    }
  if (endpoint.method === 'GET') return binding
  return {
    ...binding,
    handle: async (call) => {
      try {
        return await handle(call)
      } finally {
        // What is refused may have been written down as well.
        if (call.person) await replica.wrote(call.person.id)
      }
    },
  }
}
