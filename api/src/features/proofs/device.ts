import type { Person } from '../../bind.ts'
import { readDevice } from '../identity/devices.ts'
import type { Identity } from '../identity/identity.ts'

/** By which a device is told from the customer's others: that it is trusted for the account, or else this one session. */
export const deviceOf = (identity: Identity, cookies: string, { id, session }: Person): string =>
  readDevice(identity, cookies).find(({ sub }) => sub === id)?.id ?? session
