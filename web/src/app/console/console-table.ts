// Plain data, as the features are. Loaded when an address of the console is first opened.
import { announcementDesk } from '../../features/announcement-desk/feature.ts'
import { approvals } from '../../features/approvals/feature.ts'
import { audit } from '../../features/audit/feature.ts'
import { bank } from '../../features/bank/feature.ts'
import { desk } from '../../features/desk/feature.ts'
import { estateDesk } from '../../features/estate-desk/feature.ts'
import { filmDesk } from '../../features/film-desk/feature.ts'
import { incidents } from '../../features/incidents/feature.ts'
import { materials } from '../../features/materials/feature.ts'
import { people } from '../../features/people/feature.ts'
import { policy } from '../../features/policy/feature.ts'
import { reserves } from '../../features/reserves/feature.ts'
import { switches } from '../../features/switches/feature.ts'
import { textDesk } from '../../features/text-desk/feature.ts'
import { ticketDesk } from '../../features/ticket-desk/feature.ts'
import { treasury } from '../../features/treasury/feature.ts'
import { vault } from '../../features/vault/feature.ts'
import { withdrawalDesk } from '../../features/withdrawal-desk/feature.ts'
import type { Feature, Route } from '../../lib/feature.ts'

/** What only operators have. */
const consoleFeatures: readonly Feature[] = [
  desk,
  approvals,
  vault,
  reserves,
  withdrawalDesk,
  estateDesk,
  ticketDesk,
  treasury,
  bank,
  materials,
  incidents,
  announcementDesk,
  filmDesk,
  textDesk,
  people,
  policy,
  switches,
  audit,
]

export const consoleTable: readonly Route[] = consoleFeatures.flatMap(({ routes }) => routes)
