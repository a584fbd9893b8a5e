import { openTestWorker } from '@ingot/db/test-jobs'
import type { Waiting } from '@ingot/endpoints/desk'
import type { Role } from '@ingot/endpoints/roles'
import { requestThing } from '@ingot/endpoints/staking'
import type { RewardRequest } from '@ingot/endpoints/staking-fields'
import { sql } from 'kysely'
import type { Operator } from '../../approvals/test-approvals.ts'
import { stakingMailJobs } from './mailing.ts'
import { createStakeHouse, type Staker } from './test-staking.ts'

/**
 * For tests: customers who each staked 100 QMGT for a year, of which a fifth is over, so that 0.6 QMGT have vested, worth 59.70
 * dollars at the bid, some of them twice; and operators who decide about what they ask for.
 */
export const createRewardDesk = async <Name extends string>(names: readonly Name[], twice: readonly Name[] = []) => {
  const house = await createStakeHouse()
  const { db } = house
  const worker = await openTestWorker(house.databaseUrl, stakingMailJobs({ ...house.deps, mailer: house.mailer }))
  const [finance, owner] = [await house.newOperator('finn', ['Finance']), await house.newOperator('olga', ['Owner'])]
  const stakers = new Map<Name, Staker>()
  for (const name of names) {
    const stakes = twice.includes(name) ? 2 : 1
    const staker = await house.newStaker(name, String(stakes * 100))
    for (let left = stakes; left > 0; left--) await staker.begun('100', { term: 365 })
    stakers.set(name, staker)
  }
  const [first] = stakers.values()
  const [stake] = first ? await first.stakes() : []
  if (stake) await house.goToDay(stake, 73)
  for (const operator of [finance, owner]) await house.logInAgain(operator)

  const of = (name: Name): Staker => {
    const staker = stakers.get(name)
    if (!staker) throw new Error(`${name} is not here`)
    return staker
  }
  const stakeOf = async (name: Name): Promise<string> => (await of(name).stakes())[0]?.id ?? ''
  /** Asks for all that has vested of the first stake. */
  const claimed = async (name: Name): Promise<RewardRequest> => {
    const { status, body } = await of(name).claim(await stakeOf(name))
    if (status !== 200) throw new Error(`a claim was refused: ${JSON.stringify(body)}`)
    return body.data
  }
  const requestOf = async (name: Name, id: string) => (await of(name).requests()).find((each) => each.id === id)
  const act = (operator: Operator, action: string, id: string, reason = 'checked by hand') =>
    operator.client.post(`/operator/queues/reward-requests/${requestThing(id)}/decide`, { action, reason })
  const pay = (operator: Operator, id: string) => act(operator, 'pay-reward-alone', id)
  const reject = (operator: Operator, id: string, reason?: string) => act(operator, 'reject-reward', id, reason)
  const withdraw = (name: Name, id: string) => of(name).posted(`/reward-requests/${id}/withdraw`)
  const asking = (id: string) => ({ action: 'pay-reward', thing: requestThing(id) })
  const queue = async (operator: Operator = finance): Promise<Waiting[]> =>
    (await operator.client.get('/operator/queues/reward-requests')).body.data
  const queued = async (id: string, operator?: Operator) =>
    (await queue(operator)).find((each) => each.id === requestThing(id))
  let count = 0
  const another = (...roles: Role[]) => house.newOperator(`operator${++count}`, roles)
  const auditOf = async (id: string) => {
    const { rows } = await sql<{ action: string; operator: string; reason: string | null }>`
      select action, operator, reason from audit_lines where thing = ${requestThing(id)} order by number`.execute(db)
    return rows
  }
  const close = async () => {
    await worker.close()
    await house.close()
  }
  const calls = { of, stakeOf, claimed, requestOf, act, pay, reject, withdraw, asking, queue, queued, another, auditOf }
  return { ...house, ...calls, finance, owner, runStakingMails: worker.run, close }
}
