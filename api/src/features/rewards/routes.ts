import * as calls from '@ingot/endpoints/rewards'
import { type Binding, bind } from '../../bind.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { readFeeShareOf, readSumsOf, readYearsOf, rewardTable } from './reading.ts'
import { makeRewardReport } from './report.ts'
import type { Asked } from './rewards.ts'

export const rewardRoutes = (rewards: Asked): Binding[] => [
  bind(calls.readRewardSums, async ({ person }) => ({ data: await readSumsOf(rewards, person.id) })),
  bind(calls.listRewards, ({ person, query }) => pageOf(rewardTable(rewards, person.id), query)),
  bind(calls.rewardFile, async ({ person, query }) => fileOf(rewardTable(rewards, person.id), query)),
  bind(calls.listRewardYears, async ({ person }) => ({ data: await readYearsOf(rewards, person.id) })),
  bind(calls.makeRewardReport, async ({ person, body, from }) => ({
    data: await makeRewardReport(rewards, person, body, from),
  })),
  bind(calls.readFeeShare, async () => ({ data: rewards.isShareShown ? await readFeeShareOf(rewards) : null })),
]
