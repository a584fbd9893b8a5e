import type { Db } from '@ingot/db/connect'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { readContract, readDocs, readHealth } from '@ingot/endpoints/system'
import { Answer, type Binding, bind } from '../../bind.ts'
import { contractOf } from './contract.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { type HealthPart, healthOf, liveOnly } from './service.ts'

type SystemDeps = {
  db: Db
  build: string
  endpoints: () => readonly Endpoint[]
  /** What else is to be watched, besides the processes. */
  watched: () => Promise<HealthPart[]>
}

export const systemRoutes = ({ db, build, endpoints, watched }: SystemDeps): Binding[] => [
  bind(readHealth, ({ query }) => (query.probe === 'live' ? liveOnly(build) : healthOf(db, build, watched))),
  bind(readContract, async () => contractOf(endpoints())),
  bind(readDocs, async () => new Answer(docsPage(endpoints()), { headers: docsPolicy })),
]
