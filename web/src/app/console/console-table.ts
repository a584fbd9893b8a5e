// Plain data, as the features are. Loaded when an address of the console is first opened.
import { approvals } from '../../features/approvals/feature.ts'
import { audit } from '../../features/audit/feature.ts'
import { bank } from '../../features/bank/feature.ts'
import { desk } from '../../features/desk/feature.ts'
import { materials } from '../../features/materials/feature.ts'
import { people } from '../../features/people/feature.ts'
import { policy } from '../../features/policy/feature.ts'
import { switches } from '../../features/switches/feature.ts'
import { treasury } from '../../features/treasury/feature.ts'
import { vault } from '../../features/vault/feature.ts'
import { withdrawalDesk } from '../../features/withdrawal-desk/feature.ts'
import type { Feature, Route } from '../../lib/feature.ts'

/** What only operators have. */
const consoleFeatures: readonly Feature[] = [
  desk,
  approvals,
  vault,
  withdrawalDesk,
  treasury,
  bank,
  materials,
  people,
  policy,
  switches,
  audit,
]

export const consoleTable: readonly Route[] = consoleFeatures.flatMap(({ routes }) => routes)
