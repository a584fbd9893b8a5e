import type { Parameters } from '../bank/client.ts'
import type { ActOrder, DeskOrder, ParcelSummary } from './desk-api.ts'

type Call = <T>(method: string, path: string, parameters?: Parameters, body?: unknown) => Promise<T>

/** What tests and scripts ask of the courier. A parcel is named by its number, or by the id under which it is followed. */
export const courierClient = (call: Call) => ({
  /** Oldest first. */
  parcels: async (): Promise<ParcelSummary[]> =>
    (await call<{ data: ParcelSummary[] }>('GET', '/api/courier/parcels')).data,
  /** Scans it, takes it out, delivers, loses or returns it, or finds nobody at home. */
  act: async (parcel: string, order: ActOrder): Promise<ParcelSummary> =>
    (await call<{ data: ParcelSummary }>('POST', `/api/courier/parcels/${encodeURIComponent(parcel)}/act`, {}, order))
      .data,
  resend: async (event: string): Promise<void> => {
    await call('POST', `/api/courier/events/${event}/send`, {}, {})
  },
  /** Whether messages are sent, and where to. */
  setDesk: async (change: DeskOrder): Promise<DeskOrder> =>
    (await call<{ data: DeskOrder }>('PUT', '/api/courier/desk', {}, change)).data,
  /** Resolves when every message that is due has been tried; says how many wait for later. */
  settled: async (): Promise<number> =>
    (await call<{ data: { waiting: number } }>('GET', '/api/courier/webhooks/settled')).data.waiting,
})
