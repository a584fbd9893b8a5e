import * as calls from '@ingot/endpoints/nominees'
import { type Binding, bind } from '../../bind.ts'
import { confirmSet } from './confirming.ts'
import { discardDraft, saveDraft } from './drafting.ts'
import type { Nominees } from './nominees.ts'
import { readSets } from './sets.ts'
import { withdrawByMail, withdrawSet } from './withdrawing.ts'

const done = { data: { done: true as const } }

export const nomineeRoutes = (nominees: Nominees): Binding[] => [
  bind(calls.readNominees, async ({ person }) => ({ data: await readSets(nominees, person.id) })),
  bind(calls.saveNomineeDraft, async ({ person, body, from }) => ({
    data: await saveDraft(nominees, person.id, body, from),
  })),
  bind(calls.discardNomineeDraft, async ({ person }) => {
    await discardDraft(nominees, person.id)
    return done
  }),
  bind(calls.confirmNominees, ({ person, body, from, operation, useGrants }) =>
    confirmSet(nominees, body, { customer: person.id, from, operation, useGrants }),
  ),
  bind(calls.withdrawNominees, ({ person, params, from, operation }) =>
    withdrawSet(nominees, { id: params.id, customer: person.id, from, operation }),
  ),
  bind(calls.withdrawNomineesByMail, async ({ body, from }) => {
    await withdrawByMail(nominees, body.token, from)
    return done
  }),
]
