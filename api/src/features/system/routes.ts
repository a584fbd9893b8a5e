import type { Db } from '@ingot/db/connect'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { readContract, readDocs, readHealth } from '@ingot/endpoints/system'
import { Answer, type Binding, bind } from '../../bind.ts'
import { contractOf } from './contract.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { healthOf, liveOnly } from './service.ts'

export const systemRoutes = ({ db, endpoints }: { db: Db; endpoints: () => readonly Endpoint[] }): Binding[] => [
  bind(readHealth, ({ query }) => (query.probe === 'live' ? liveOnly() : healthOf(db))),
  bind(readContract, async () => contractOf(endpoints())),
  bind(readDocs, async () => new Answer(docsPage(endpoints()), { headers: docsPolicy })),
]
