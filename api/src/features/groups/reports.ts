import type { Tx } from '@ingot/db/connect'
import type { GroupDetails, ReportReason } from '@ingot/endpoints/group-fields'
import { Failure } from '../../failure.ts'
import { type Decider, isUuid } from '../../queue.ts'
import type { Groups } from './groups.ts'
import { type Calling, changing } from './making.ts'
import { decideReports, findReported, insertReport } from './report-store.ts'
import { givenName } from './rules.ts'
import { endGroup, lockGroup, saveName, type Whole } from './store.ts'

export const reportGroup = async (
  groups: Groups,
  { person, from }: Calling,
  id: string,
  why: ReportReason,
): Promise<GroupDetails> => {
  await groups.limits.take('group-name', person.id, from.address)
  return changing(groups, person.id, id, async (tx, { group, at }) => {
    if (!(await insertReport(tx, { group: id, customer: person.id, name: group.name, why, at })))
      throw new Failure('StateChanged')
  })
}

type Outcome = 'Renamed' | 'Closed' | 'Dismissed'
type Deciding = Decider & { why: string }

const actsOf: Readonly<Record<Outcome, (tx: Tx, whole: Whole, by: Deciding) => Promise<void>>> = {
  Renamed: (tx, { group }) => saveName(tx, group.id, givenName(group.number), true),
  Closed: async (tx, { group }, { operator, at }) => {
    if (group.state === 'Open') await endGroup(tx, group.id, 'Closed', { by: `operator:${operator}`, at })
  },
  Dismissed: async () => undefined,
}

/** Decides every open report of a group's name. It concerns the creator, if anybody is left. */
export const decideReport = async (
  tx: Tx,
  report: string,
  to: Outcome,
  by: Deciding,
): Promise<{ customer: string | null }> => {
  const id = isUuid(report) ? await findReported(tx, report) : undefined
  const whole = id && (await lockGroup(tx, id, null))
  if (!whole) throw new Failure('NotFound')
  const decided = await decideReports(tx, whole.group.id, to, {
    ...{ by: `operator:${by.operator}`, why: by.why, at: by.at },
  })
  if (decided === 0) throw new Failure('StateChanged')
  await actsOf[to](tx, whole, by)
  return { customer: whole.members.find(({ isCreator }) => isCreator)?.customer ?? null }
}
