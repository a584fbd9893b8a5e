import type { Tx } from '@ingot/db/connect'
import { findReply, type Operation, runOperationIn } from '@ingot/db/operations'
import { checkEstate } from '@ingot/endpoints/estate-desk'
import { hasOneOf } from '@ingot/endpoints/roles'
import { lockRoles } from '../../approvals/store.ts'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { acceptBoth, type Proof } from '../identity/two-factor.ts'
import type { Estates } from './estates.ts'

/** Once, by password and a fresh code: with a session alone nobody freezes an account, opens it again, or says who receives. */
export const proven = async <T>(
  { db, wallet }: Estates,
  { person, from, operation }: { person: Person; from: Origin; operation: Operation },
  proof: Proof,
  work: (tx: Tx) => Promise<T>,
): Promise<T> => {
  const once = (tx: Tx) =>
    runOperationIn(tx, operation, async () => {
      // Whoever lost the role a moment ago does nothing.
      if (!hasOneOf(await lockRoles(tx, person.id), checkEstate.roles)) throw new Failure('Forbidden')
      return work(tx)
    })
  try {
    return await acceptBoth(wallet.identity, person, proof, from, once)
  } catch (error) {
    // Another process may have done the same operation, and used its code.
    const done = await findReply(db, operation)
    if (done) return done.reply as T
    throw error
  }
}
