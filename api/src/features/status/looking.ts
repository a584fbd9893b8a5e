import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { StatusPart } from '@ingot/endpoints/status'
import type { HealthPart } from '../../feature.ts'
import { policy } from '../../policy.ts'
import { incidentStates, type PartHealth, partsIn, toldOf } from './rules.ts'
import type { StatusDesk } from './status.ts'
import * as store from './store.ts'

const seconds = 1000
const by = 'health'

const open = async (tx: Tx, cause: StatusPart, beganAt: Date, at: Date): Promise<string> => {
  const { title, words } = toldOf[cause]
  const id = await store.insertIncident(tx, { title, parts: [cause], cause, beganAt })
  await store.insertUpdate(tx, id, { state: 'investigating', words, at, operator: null })
  return id
}

const close = async (tx: Tx, id: string, cause: StatusPart, { since, at }: { since: Date; at: Date }) => {
  await advance(tx, incidentStates, id, { to: 'resolved', by, at, set: { ended_at: since } })
  await store.insertUpdate(tx, id, { state: 'resolved', words: toldOf[cause].after, at, operator: null })
}

/**
 * Takes the next look, unless it is too early or another process has it. A gap since the last one was a time in which nobody
 * was there to serve anybody, which is written down here: who was not there cannot have told of it.
 */
const claim = ({ db, now }: StatusDesk): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    const at = now()
    const { claimedAt, gapSeconds } = await store.lockLook(tx)
    const { lookSeconds, gapSeconds: gapMost } = policy.status
    // Somewhat less than the pause between two looks, which are never quite on time.
    if (at.getTime() - claimedAt.getTime() < (lookSeconds - 1) * seconds) return false
    await store.claimLook(tx, at)
    if (gapSeconds !== null && gapSeconds > gapMost) {
      const id = await open(tx, 'portal', new Date(at.getTime() - gapSeconds * seconds), at)
      await close(tx, id, 'portal', { since: at, at })
    }
    return true
  })

/** Writes down how the parts are, and opens and closes what has been so for long enough. */
const record = ({ db, now }: StatusDesk, parts: readonly PartHealth[]): Promise<boolean> =>
  inTransaction(db, async (tx) => {
    await store.lockLook(tx)
    const at = now()
    await store.saveParts(tx, parts, at)
    await store.noteLook(tx, at)
    const before = new Date(at.getTime() - policy.status.steadySeconds * seconds)
    const [ill, over] = [await store.readIll(tx, before), await store.readOver(tx, before)]
    for (const { name, since } of ill) await open(tx, name, since, at)
    for (const { id, cause, since } of over) await close(tx, id, cause, { since, at })
    return ill.length + over.length > 0
  })

/** Looks at the parts, if it is time and nobody else does. Killed anywhere, the next look goes on from what was written down. */
export const look = async (desk: StatusDesk, health: () => Promise<readonly HealthPart[]>): Promise<void> => {
  if (!(await claim(desk))) return
  if (await record(desk, partsIn(await health()))) desk.board.forget()
}

/** Looks again and again for as long as the api runs: not in the worker, which is one of those that are looked at. */
export const keepLooking = (desk: StatusDesk, health: () => Promise<readonly HealthPart[]>) => {
  let under = Promise.resolve()
  let isUnder = false
  const again = () => {
    if (isUnder) return
    isUnder = true
    under = look(desk, health)
      .catch((error) => desk.log.warn({ err: error }, 'nobody looked at the parts of the portal'))
      .finally(() => {
        isUnder = false
      })
  }
  again()
  const timer = setInterval(again, policy.status.lookSeconds * seconds)
  return {
    stop: async () => {
      clearInterval(timer)
      await under
    },
  }
}
