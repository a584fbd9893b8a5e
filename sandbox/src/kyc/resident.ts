import { join } from 'node:path'
import { type FaultOffers, openFaultDesk } from '../frame/faults.ts'
import type { Resident } from '../frame/resident.ts'
import { usingSetting } from '../settings.ts'
import type { Applicant } from './applicant.ts'
import type { Delivery } from './deliveries.ts'
import { addDeskApi } from './desk-api.ts'
import { addDeskPages } from './desk-pages.ts'
import { openJsonFolder } from './json-folder.ts'
import { type DeskState, openProvider } from './provider.ts'
import { addProviderApi } from './provider-api.ts'
import { addSdkRoutes } from './sdk-api.ts'
import type { KycSettings } from './settings.ts'
import { openWebhooks, type Webhooks } from './webhooks.ts'

const OFFERS: FaultOffers = {
  slow: 'A request is answered only after the delay, a message is sent late by it.',
  refuse: 'No request is done. Temporary answers 503, so the portal may try again; permanent answers 403.',
  lose: 'A request is cut off without an answer, a message is never sent.',
  twice: 'A message is sent twice.',
  disorder: 'A message waits until the next one has overtaken it.',
}

const SUBJECTS = ['request', 'webhook']

export const openKyc = async (given: { data: string; kyc: KycSettings; now?(): number }): Promise<Resident> => {
  const { data, kyc: settings, now = Date.now } = given
  const folder = <T>(name: string) => usingSetting(`SANDBOX_DATA ${data}`, openJsonFolder<T>(join(data, 'kyc', name)))
  const applicants = await folder<Applicant>('applicants')
  const desks = await folder<DeskState>('desk')
  const deliveries = await folder<Delivery>('messages')
  const faults = openFaultDesk(OFFERS, SUBJECTS)
  const stopping = new AbortController()
  const { reviewSeconds } = settings
  const provider = openProvider({ applicants, desks, webhooks: () => webhooks, reviewSeconds, now })
  const urlNow = (): string => provider.desk().webhookUrl ?? settings.webhookUrl
  const webhooks: Webhooks = openWebhooks({ folder: deliveries, settings, urlNow, faults, now })
  return {
    name: 'kyc',
    title: 'Identity checks',
    purpose: 'Checks who customers are: takes pictures of documents and faces, and lets a person, or itself, decide.',
    facts: () => [
      { label: 'Protocol', value: 'Sumsub’s API at /resources' },
      { label: 'Applicants', value: String(provider.list().length) },
      { label: 'Decides', value: provider.desk().mode === 'automatic' ? 'GREEN by itself' : 'by hand' },
      { label: 'Messages on their way', value: String(webhooks.waiting().length) },
    ],
    pages: [{ path: '/kyc', title: 'Open the review desk' }],
    faults,
    addRoutes(server, pages) {
      addProviderApi(server, { provider, settings, faults, stopping: stopping.signal, now })
      addSdkRoutes(server, { provider, secretKey: settings.secretKey, now })
      addDeskApi(server, provider, webhooks)
      addDeskPages(server, provider, webhooks, pages)
    },
    async stop() {
      stopping.abort()
      await provider.stop()
      await webhooks.stop()
      await Promise.all([applicants.close(), desks.close(), deliveries.close()])
    },
  }
}
