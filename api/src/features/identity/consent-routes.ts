import * as calls from '@ingot/endpoints/consents'
import { type Binding, bind } from '../../bind.ts'
import { acceptedFile, acceptTexts, readConsents } from './consents.ts'
import type { Identity } from './identity.ts'

export const consentRoutes = (identity: Identity): Binding[] => [
  bind(calls.readConsents, async ({ person }) => ({ data: await readConsents(identity, person) })),
  bind(calls.acceptTexts, async ({ person, body, from }) => ({
    data: await acceptTexts(identity, person, body, from),
  })),
  bind(calls.downloadConsent, ({ person, params }) => acceptedFile(identity, person, params)),
]
