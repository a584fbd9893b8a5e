import { join } from 'node:path'
import { type FaultOffers, openFaultDesk } from '../frame/faults.ts'
import type { Resident } from '../frame/resident.ts'
import { openJsonFolder } from '../kyc/json-folder.ts'
import { usingSetting } from '../settings.ts'
import { type Depot, type DeskState, openDepot } from './depot.ts'
import { addDeskApi } from './desk-api.ts'
import { addDeskPages } from './desk-pages.ts'
import { type Parcel, statusOf } from './parcel.ts'
import { addProtocol } from './protocol.ts'
import type { CourierSettings } from './settings.ts'
import { openWebhooks } from './webhooks.ts'

const OFFERS: FaultOffers = {
  slow: 'A request is answered only after the delay, a message is sent late by it.',
  refuse: 'No request is done. Temporary answers 503, so the portal may try again; permanent answers 403.',
  drop: 'A request is cut off before anything is done.',
  lose: 'A request is done and cut off without an answer, a message is never sent.',
  twice: 'A message is sent twice.',
  disorder: 'A message waits until the next one has overtaken it.',
}

const SUBJECTS = ['request', 'webhook']

type Given = { data: string; courier: CourierSettings; now?(): number }

export const openCourier = async ({ data, courier: settings, now = Date.now }: Given): Promise<Resident> => {
  const folder = <T>(name: string) =>
    usingSetting(`SANDBOX_DATA ${data}`, openJsonFolder<T>(join(data, 'courier', name)))
  const parcels = await folder<Parcel>('parcels')
  const desks = await folder<DeskState>('desk')
  const faults = openFaultDesk(OFFERS, SUBJECTS)
  const stopping = new AbortController()
  const webhooks = openWebhooks({ depot: () => depot, settings, faults, now })
  const { newDelivery, work } = webhooks
  const depot: Depot = openDepot({ parcels, desks, newDelivery, work, now })
  webhooks.arm()
  const count = (isDone: boolean) =>
    String(depot.list().filter((parcel) => (statusOf(parcel) === 'delivered') === isDone).length)
  return {
    name: 'courier',
    title: 'Courier',
    purpose: 'Carries parcels and tells where they are; it is late, loses them, and brings them back.',
    facts: () => [
      { label: 'Protocol', value: 'EasyPost’s trackers at /v2' },
      { label: 'Parcels on their way', value: count(false) },
      { label: 'Parcels delivered', value: count(true) },
      { label: 'Messages on their way', value: String(webhooks.waiting().length) },
    ],
    pages: [{ path: '/courier', title: 'Open the courier’s desk' }],
    faults,
    addRoutes(server, pages) {
      addProtocol(server, { depot, settings, faults, stopping: stopping.signal })
      addDeskApi(server, depot, webhooks)
      addDeskPages(server, depot, webhooks, pages)
    },
    async stop() {
      stopping.abort()
      await webhooks.stop()
      await depot.over()
      await Promise.all([parcels.close(), desks.close()])
    },
  }
}
