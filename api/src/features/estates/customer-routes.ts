import * as calls from '@ingot/endpoints/estates'
import { type Binding, bind } from '../../bind.ts'
import type { Estates } from './estates.ts'
import { readReport, sendReportFile } from './files.ts'
import { acceptInheritance, inheritancesOf, readInheritance } from './inheriting.ts'
import { reportDeath } from './reporting.ts'
import { ownEstate, vetoByMail, vetoEstate } from './vetoing.ts'

const done = { data: { done: true as const } }

export const estateRoutes = (estates: Estates): Binding[] => [
  bind(calls.reportDeath, async ({ body, from }) => {
    await reportDeath(estates, body, from)
    return done
  }),
  bind(calls.readReport, async ({ body, from }) => ({ data: await readReport(estates, body.token, from) })),
  bind(calls.sendReportFile, async ({ body, from }) => ({ data: await sendReportFile(estates, body, from) })),
  bind(calls.readOwnEstate, async ({ person }) => ({ data: await ownEstate(estates, person.id) })),
  bind(calls.vetoEstate, ({ person, from, operation, useGrants }) =>
    vetoEstate(estates, { person, from, operation, useGrants }),
  ),
  bind(calls.vetoEstateByMail, async ({ body, from }) => {
    await vetoByMail(estates, body, from)
    return done
  }),
  bind(calls.readInheritance, async ({ person, body, from }) => ({
    data: await readInheritance(estates, person, body.token, from),
  })),
  bind(calls.acceptInheritance, ({ person, body, from, operation, useGrants }) =>
    acceptInheritance(estates, body.token, { person, from, operation, useGrants }),
  ),
  bind(calls.listInheritances, async ({ person }) => ({ data: await inheritancesOf(estates, person) })),
]
