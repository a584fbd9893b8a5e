import type { Outbox } from '@ingot/db/jobs'
import { type Deps, once } from '../../feature.ts'
import type { Limits } from '../identity/limits.ts'
import { type Kyc, kycOf } from '../kyc/kyc.ts'
import type { Trading } from '../trade/service.ts'
import { tradingOf } from '../trade/trading.ts'

/** What the services of rewards work with. */
export type Rewards = Trading & { outbox: Outbox; kyc: Kyc }

/** And what customers ask of them. */
export type Asked = Rewards & {
  limits: Limits /** Whether anyone may know what of the fees was paid. */
  isShareShown: boolean
}

export const rewardsOf = once((deps: Deps): Rewards => ({ ...tradingOf(deps), outbox: deps.outbox, kyc: kycOf(deps) }))
