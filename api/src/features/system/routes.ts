import { readContract, readDocs, readHealth, receiveCspReport } from '@ingot/endpoints/system'
import type { Logger } from 'pino'
import { Answer, type Binding, bind } from '../../bind.ts'
import type { ApiDeps, Together } from '../../feature.ts'
import { contractOf } from './contract.ts'
import { createReportDesk } from './csp-reports.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { healthOf, leaving, liveOnly } from './service.ts'

type SystemDeps = Pick<Together, 'endpoints' | 'health'> & {
  log: Logger
  build: string
  standing: ApiDeps['standing'] | undefined
}

export const systemRoutes = ({ log, build, endpoints, health, standing }: SystemDeps): Binding[] => {
  const takeReport = createReportDesk(log)
  return [
    bind(readHealth, ({ query }) => {
      if (query.probe === 'live') return liveOnly(build)
      if (standing?.leaves) return leaving(build)
      return query.probe === 'open' ? liveOnly(build) : healthOf(build, health)
    }),
    bind(readContract, async () => contractOf(endpoints)),
    bind(readDocs, async () => new Answer(docsPage(endpoints), { headers: docsPolicy })),
    bind(receiveCspReport, async ({ signed, from }) => {
      takeReport(signed, from.address)
      return new Answer(undefined, { status: 204 })
    }),
  ]
}
