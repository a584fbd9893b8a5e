import type { Db } from '@ingot/db/connect'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { readContract, readDocs, readHealth, receiveCspReport } from '@ingot/endpoints/system'
import type { Logger } from 'pino'
import { Answer, type Binding, bind } from '../../bind.ts'
import { contractOf } from './contract.ts'
import { createReportDesk } from './csp-reports.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { type HealthPart, healthOf, liveOnly } from './service.ts'

type SystemDeps = {
  db: Db
  log: Logger
  build: string
  endpoints: () => readonly Endpoint[]
  /** What else is to be watched, besides the processes. */
  watched: () => Promise<HealthPart[]>
}

export const systemRoutes = ({ db, log, build, endpoints, watched }: SystemDeps): Binding[] => {
  const takeReport = createReportDesk(log)
  return [
    bind(readHealth, ({ query }) => (query.probe === 'live' ? liveOnly(build) : healthOf(db, build, watched))),
    bind(readContract, async () => contractOf(endpoints())),
    bind(readDocs, async () => new Answer(docsPage(endpoints()), { headers: docsPolicy })),
    bind(receiveCspReport, async ({ signed, from }) => {
      takeReport(signed, from.address)
      return new Answer(undefined, { status: 204 })
    }),
  ]
}
