import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { Failure } from '../../failure.ts'
import { type Decider, isUuid } from '../../queue.ts'
import type { Consultants } from './consultants.ts'
import { versionMoves } from './rules.ts'
import { consultantMail } from './sent-jobs.ts'
import { endApproved, findVersion, lockProfile, settleProfile } from './store.ts'

type Deciding = Decider & { why: string }

const byOperator = ({ operator, at, why }: Deciding) => ({ by: `operator:${operator}`, at, why })

const lockVersion = async (tx: Tx, id: string) => {
  const version = isUuid(id) ? await findVersion(tx, id) : undefined
  if (!version) throw new Failure('NotFound')
  return { version, profile: await lockProfile(tx, version.profile) }
}

/** What was shown before gives way in the same moment. Of two who decide, one was quicker. */
export const approveVersion = async (tx: Tx, { outbox }: Consultants, id: string, by: Deciding) => {
  const { version, profile } = await lockVersion(tx, id)
  const { customer } = version
  await endApproved(tx, profile.id, { to: 'Replaced', ...byOperator(by) })
  await advance(tx, versionMoves, id, { from: 'In review', to: 'Approved', ...byOperator(by) })
  await settleProfile(tx, profile, byOperator(by))
  await outbox.send(tx, consultantMail, { customer, kind: 'approved', version: id })
  return { customer }
}

/** Its owner reads why, and may change it and hand it in again. What was shown before stays. */
export const sendBack = async (tx: Tx, { outbox }: Consultants, id: string, by: Deciding) => {
  const { version } = await lockVersion(tx, id)
  const { customer } = version
  await advance(tx, versionMoves, id, {
    ...{ from: 'In review', to: 'Draft', ...byOperator(by) },
    set: { sent_back_for: by.why },
  })
  await outbox.send(tx, consultantMail, { customer, kind: 'sent-back', version: id })
  return { customer }
}
