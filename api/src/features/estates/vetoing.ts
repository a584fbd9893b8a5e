import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { Attention } from '@ingot/endpoints/dashboard'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { readOwnEstate } from '@ingot/endpoints/estates'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { renewedSince } from '../identity/audit-store.ts'
import { record } from '../identity/identity.ts'
import { tokenHash } from '../identity/keys.ts'
import { provePin } from '../identity/pin-service.ts'
import { endSessions } from '../identity/session-store.ts'
import { findLink } from '../wallet/link-store.ts'
import { takeLink } from '../wallet/links.ts'
import { lockSender } from '../wallet/store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import type { Estates } from './estates.ts'
import { findOpen, type OpenEstate, renewalSince } from './own-store.ts'
import { estateMoves } from './rules.ts'
import { estateMail } from './sent-jobs.ts'
import { lockEstate } from './store.ts'

// The owner says that he lives.

const canVeto = ({ state }: Pick<OpenEstate, 'state'>): boolean => state === 'Checking' || state === 'Waiting'

/** Once papers are looked at the word is with operators, and he has to know that he is to reach them. */
const isTold = (open: OpenEstate): open is OpenEstate & { state: 'Checking' | 'Waiting' | 'Documents' } =>
  canVeto(open) || open.state === 'Documents'

const tooLate = () =>
  new Failure(
    'StateChanged',
    {},
    'The time in which you could stop it yourself is over. Please contact us today: nothing of yours was given to anybody yet.',
  )

export const ownEstate = async (
  { db }: Pick<Estates, 'db'>,
  customer: string,
): Promise<ReplyOf<typeof readOwnEstate>['data']> => {
  const open = await findOpen(db, customer)
  const since = await renewalSince(db, customer)
  return {
    open:
      open && isTold(open)
        ? {
            state: open.state,
            since: open.checked_at.toISOString(),
            waitingUntil: open.waiting_until?.toISOString() ?? null,
          }
        : null,
    renewal: since ? { since: since.toISOString(), ...(await renewedSince(db, customer, since)) } : null,
  }
}

/** He sees it where he looks first. */
export const estateNeeds = async ({ db }: Pick<Estates, 'db'>, customer: string): Promise<Attention[]> => {
  const { open, renewal } = await ownEstate({ db }, customer)
  return [
    ...(open ? [{ kind: 'estate-open' as const, id: null, at: open.since }] : []),
    ...(renewal ? [{ kind: 'renewal-due' as const, id: null, at: renewal.since }] : []),
  ]
}

type Veto = { estate: string; customer: string; by: 'session' | 'mail'; session: string | null; from: Origin }

/**
 * What was begun ends. The account stays frozen until the owner has renewed what somebody may know of him: whoever reported may be
 * about to take it over.
 */
const vetoIn = async (tx: Tx, { now, outbox }: Estates, { estate: id, customer, by, session, from }: Veto) => {
  await lockSender(tx, customer)
  const estate = await lockEstate(tx, id)
  if (estate?.customer === customer && estate.state === 'Documents') throw tooLate()
  if (estate?.customer !== customer || !canVeto(estate)) throw new Failure('StateChanged')
  const at = now()
  const why = 'Its owner says that he lives.'
  const set = { vetoed_at: at, vetoed_by: by, ended_at: at, reason: why }
  await advance(tx, estateMoves, id, { to: 'Vetoed', by: ownerOf(customer), why, at, set })
  await endSessions(tx, customer, at, session)
  await record(tx, { now: () => at }, { customer, kind: 'estate-vetoed', from })
  await outbox.send(tx, estateMail, { kind: 'vetoed', estate: id, at: at.toISOString() })
}

type Asked = { person: Person; from: Origin; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

export const vetoEstate = (estates: Estates, { person, from, operation, useGrants }: Asked) =>
  runOperation(estates.db, operation, async (tx) => {
    const { id: customer, session } = person
    const open = await findOpen(tx, customer)
    if (!open) throw new Failure('NotFound')
    await useGrants(tx)
    await vetoIn(tx, estates, { estate: open.id, customer, by: 'session', session, from })
    return { data: { done: true as const } }
  })

/** The link is used up only if the PIN is right and it stops something. */
export const vetoByMail = async (estates: Estates, { token, pin }: { token: string; pin: string }, from: Origin) => {
  const { identity } = estates.wallet
  const hash = tokenHash(token)
  await identity.limits.take('link', hash.toString('hex'), from.address)
  const link = await findLink(estates.db, hash, 'veto-estate', estates.now())
  if (!link) throw new Failure('LinkInvalid')
  await provePin(identity, link.customer, pin, from)
  await inTransaction(estates.db, async (tx) => {
    const { customer, subject } = await takeLink(tx, identity, 'veto-estate', token)
    await vetoIn(tx, estates, { estate: subject, customer, by: 'mail', session: null, from })
  })
}
