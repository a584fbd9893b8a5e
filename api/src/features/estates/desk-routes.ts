import * as calls from '@ingot/endpoints/estate-desk'
import { type Binding, bind } from '../../bind.ts'
import type { Documents } from '../../documents/documents.ts'
import { pageOf } from '../../lists.ts'
import { findCandidates } from './desk-candidates.ts'
import { readForDesk } from './desk-details.ts'
import { acceptFile, addDeskFile, openFile, openStatement } from './desk-files.ts'
import { estateList } from './desk-list.ts'
import { askForPapers, setBeneficiaries } from './desk-papers.ts'
import { checkEstate, refuseEstate, reportAsOperator, waitForOwner } from './desk-steps.ts'
import type { Estates } from './estates.ts'

export const estateDeskRoutes = (estates: Estates, documents: Documents): Binding[] => [
  bind(calls.listEstates, ({ query }) => pageOf(estateList(estates), query)),
  bind(calls.readEstate, async ({ person, params }) => ({ data: await readForDesk(estates, person, params.id) })),
  bind(calls.findDeceased, async ({ person, params, from }) => ({
    data: await findCandidates(estates, person, params.id, from),
  })),
  bind(calls.reportDeathAsOperator, ({ person, body, operation }) =>
    reportAsOperator(estates, { person, operation }, body),
  ),
  bind(calls.checkEstate, ({ person, params: { id }, body, from, operation }) =>
    checkEstate(estates, { person, id, from, operation }, body),
  ),
  bind(calls.waitForOwner, ({ person, params: { id }, body, from, operation }) =>
    waitForOwner(estates, { person, id, from, operation }, body),
  ),
  bind(calls.refuseEstate, ({ person, params: { id }, body, from, operation }) =>
    refuseEstate(estates, { person, id, from, operation }, body),
  ),
  bind(calls.askForPapers, ({ person, params: { id }, body, from, operation }) =>
    askForPapers(estates, { person, id, from, operation }, body),
  ),
  bind(calls.setBeneficiaries, ({ person, params: { id }, body, from, operation }) =>
    setBeneficiaries(estates, { person, id, from, operation }, body),
  ),
  bind(calls.addEstateFile, async ({ person, params: { id }, body, from }) => ({
    data: await addDeskFile(estates, { person, id, from }, body),
  })),
  bind(calls.acceptEstateFile, ({ person, params: { id, file }, body, operation }) =>
    acceptFile(estates, { person, id, operation }, { ...body, file }),
  ),
  bind(calls.openEstateFile, ({ person, params, from }) => openFile(estates, person, params, from)),
  bind(calls.openEstateStatement, ({ person, params, from }) =>
    openStatement(estates, documents, { person, id: params.id, from }),
  ),
]
