import { openTurns } from '../bank/turns.ts'
import { notFound, RequestRefused } from '../frame/refusal.ts'
import type { JsonFolder } from '../kyc/json-folder.ts'
import { type Act, type Delivery, LABEL, newId, type Parcel, scanOf, statusOf } from './parcel.ts'

/** Whether messages are sent, and where to, if not where it was told at first. */
export type DeskState = { id: 'desk'; webhooks: 'at-once' | 'never'; webhookUrl?: string }

type Given = {
  parcels: JsonFolder<Parcel>
  desks: JsonFolder<DeskState>
  newDelivery(): Delivery | null
  /** Called when something may be due to be sent. */
  work(): void
  now(): number
}

/** Who carries what is named by a number alone. */
const CARRIER = 'SandboxCourier'

const DAY_MS = 24 * 60 * 60_000

/** All parcels that are followed, oldest first. What is seen of one is on disk; changes happen one after the other. */
export const openDepot = ({ parcels: folder, desks, newDelivery, work, now }: Given) => {
  const parcels = new Map(folder.found.sort((a, b) => a.createdMs - b.createdMs).map((parcel) => [parcel.id, parcel]))
  const turns = openTurns()
  let desk: DeskState = desks.found[0] ?? { id: 'desk', webhooks: 'at-once' }

  const keep = async (parcel: Parcel): Promise<Parcel> => {
    await folder.write(parcel.id, parcel)
    parcels.set(parcel.id, parcel)
    return parcel
  }
  const list = (): Parcel[] => [...parcels.values()]
  const withNumber = (tracking: string): Parcel | undefined => list().find((parcel) => parcel.tracking === tracking)
  const find = (name: string): Parcel => {
    const found = parcels.get(name) ?? withNumber(name)
    if (found === undefined) throw notFound('The courier knows no such parcel')
    return found
  }
  const change = (name: string, make: (parcel: Parcel) => Parcel): Promise<Parcel> =>
    turns.take(() => keep(make(find(name))))
  const told = (parcel: Parcel): Parcel => {
    const delivery = desk.webhooks === 'never' ? null : newDelivery()
    const event = { id: newId('evt'), createdMs: now(), scans: parcel.scans.length, delivery }
    return { ...parcel, events: [...parcel.events, event] }
  }

  return {
    list,
    /** By its id or its number. */
    find,
    withNumber,
    change,
    /** Has a number followed from now on, unless it is. */
    follow: (tracking: string, carrier: string | undefined): Promise<Parcel> =>
      turns.take(async () => {
        const known = withNumber(tracking)
        if (known) return known
        const createdMs = now()
        const scans = [{ ...LABEL, atMs: createdMs }]
        const plain = { id: newId('trk'), tracking, carrier: carrier ?? CARRIER, createdMs, signedBy: null }
        return keep({ ...plain, scans, events: [] })
      }),
    /** What the courier does with it; days ago for what is noted late. */
    async act(name: string, act: Act, { daysAgo = 0, signedBy }: { daysAgo?: number; signedBy?: string } = {}) {
      const changed = await change(name, (parcel) => {
        if (statusOf(parcel) === 'delivered' && daysAgo === 0)
          throw new RequestRefused(409, 'Delivered', 'The parcel was delivered')
        const scans = [...parcel.scans, scanOf(act, now() - daysAgo * DAY_MS)]
        return told({ ...parcel, scans, signedBy: signedBy ?? parcel.signedBy })
      })
      work()
      return changed
    },
    desk: (): DeskState => desk,
    async setDesk(order: Partial<Omit<DeskState, 'id'>>): Promise<DeskState> {
      desk = { ...desk, ...order }
      await desks.write(desk.id, desk)
      return desk
    },
    over: turns.over,
  }
}

export type Depot = ReturnType<typeof openDepot>
