import * as calls from '@ingot/endpoints/staking'
import { type Binding, bind } from '../../bind.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { beginStake } from './beginning.ts'
import { claim, claimToken } from './claiming.ts'
import { readStakeOf, readStakingOf, stakeTable } from './history.ts'
import { leaveStake, readLeavingOf, renewStake, stayStaked } from './leaving.ts'
import { readPool } from './pool.ts'
import { requestList, withdrawRequest } from './requests.ts'
import type { Staking } from './staking.ts'

export const stakingRoutes = (staking: Staking): Binding[] => [
  bind(calls.readStaking, async ({ person }) => ({ data: await readStakingOf(staking, person) })),
  bind(calls.beginStake, ({ person, body, operation, useGrants }) =>
    beginStake(staking, { person, operation, useGrants }, body),
  ),
  bind(calls.listStakes, ({ person, query }) => pageOf(stakeTable(staking, person.id), query)),
  bind(calls.stakeFile, async ({ person, query }) => fileOf(stakeTable(staking, person.id), query)),
  bind(calls.readStake, async ({ person, params }) => ({ data: await readStakeOf(staking, person.id, params.id) })),
  bind(calls.readLeaving, async ({ person, params }) => ({ data: await readLeavingOf(staking, person.id, params.id) })),
  bind(calls.leaveStake, ({ person, params, body, operation, useGrants }) =>
    leaveStake(staking, { person, operation, useGrants }, params.id, body),
  ),
  bind(calls.stayStaked, ({ person, params, operation }) => stayStaked(staking, { person, operation }, params.id)),
  bind(calls.renewStake, ({ person, params, body, operation }) =>
    renewStake(staking, { person, operation }, params.id, body),
  ),
  bind(calls.claimToken, ({ person, body, operation }) => claimToken(staking, { person, operation }, body.rewardid)),
  bind(calls.sellVested, ({ person, body, operation, useGrants }) =>
    claim(staking, { person, operation, useGrants }, { stake: body.rewardid, currency: 'USDT' }),
  ),
  bind(calls.listRewardRequests, ({ caller, person, query }) => pageOf(requestList(staking, caller, person), query)),
  bind(calls.withdrawRequest, ({ person, params, operation }) =>
    withdrawRequest(staking, { id: params.id, customer: person.id, operation }),
  ),
  bind(calls.readPool, async () => ({ data: await readPool(staking) })),
]
