import { readContract, readDocs, readHealth, receiveCspReport } from '@ingot/endpoints/system'
import type { Logger } from 'pino'
import { Answer, type Binding, bind } from '../../bind.ts'
import type { Together } from '../../feature.ts'
import { contractOf } from './contract.ts'
import { createReportDesk } from './csp-reports.ts'
import { docsPage, docsPolicy } from './docs-page.ts'
import { healthOf, liveOnly } from './service.ts'

type SystemDeps = Pick<Together, 'endpoints' | 'health'> & { log: Logger; build: string }

export const systemRoutes = ({ log, build, endpoints, health }: SystemDeps): Binding[] => {
  const takeReport = createReportDesk(log)
  return [
    bind(readHealth, ({ query }) => (query.probe === 'live' ? liveOnly(build) : healthOf(build, health))),
    bind(readContract, async () => contractOf(endpoints)),
    bind(readDocs, async () => new Answer(docsPage(endpoints), { headers: docsPolicy })),
    bind(receiveCspReport, async ({ signed, from }) => {
      takeReport(signed, from.address)
      return new Answer(undefined, { status: 204 })
    }),
  ]
}
