import * as calls from '@ingot/endpoints/remittances'
import { type Binding, bind } from '../../bind.ts'
import { fileOf, pageOf } from '../../lists.ts'
import { addSlipTo, announce, askBack, cancel, readRules } from './announcing.ts'
import { remittanceIn, remittanceList } from './history.ts'
import type { Remittances } from './remittances.ts'

export const remittanceRoutes = (remittances: Remittances): Binding[] => [
  bind(calls.readRemitting, ({ person, query }) => readRules(remittances, person, query)),
  bind(calls.announceRemittance, ({ person, body, operation }) => announce(remittances, { person, operation }, body)),
  bind(calls.listRemittances, ({ person, query }) => pageOf(remittanceList(remittances, person.id), query)),
  bind(calls.remittanceFile, async ({ person, query }) => fileOf(remittanceList(remittances, person.id), query)),
  bind(calls.readRemittance, async ({ person, params }) => ({
    data: await remittanceIn(remittances.db, remittances, person.id, params.id),
  })),
  bind(calls.addSlip, ({ person, params, body, operation }) =>
    addSlipTo(remittances, { person, operation }, params.id, body.upload),
  ),
  bind(calls.cancelRemittance, ({ person, params, operation }) =>
    cancel(remittances, { person, operation }, params.id),
  ),
  bind(calls.returnRemittance, ({ person, params, operation }) =>
    askBack(remittances, { person, operation }, params.id),
  ),
]
