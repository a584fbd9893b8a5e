import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type * as calls from '@ingot/endpoints/desk'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { Fact } from '@ingot/endpoints/operator-fields'
import { hasOneOf } from '@ingot/endpoints/roles'
import { writeAudit } from '@ingot/ledger/audit'
import { balancesOf } from '@ingot/ledger/balance'
import { isZero } from '@ingot/money/amount'
import { formatAmount } from '@ingot/money/amount-text'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { type List, largestNumber } from '../../lists.ts'
import { correctionTold } from '../affiliates/correcting.ts'
import { mayBeCorrected } from '../affiliates/rules.ts'
import { listEvents } from '../identity/audit-store.ts'
import { outgoingHeldUntil, record } from '../identity/identity.ts'
import { endSessions } from '../identity/session-store.ts'
import { listSessions } from '../identity/sessions.ts'
import { type Customer, findCustomer, lockCustomer, readCustomer } from '../identity/store.ts'
import { readPersonalFacts } from '../kyc/personal-facts.ts'
import { kycMail, resetApplicant } from '../kyc/sent-jobs.ts'
import { wasLetIn } from '../kyc/states.ts'
import { findApplicant } from '../kyc/store.ts'
import { freezeCustomer } from '../wallet/freezing.ts'
import { estateHolding, readSender, type Sender } from '../wallet/store.ts'
import { ownerOf } from '../wallet/wallet.ts'
import type { Desk } from './desk.ts'
import { maySee, stateOf } from './rules.ts'
import { type CustomerRow, listNewest, searchCustomers } from './store.ts'

type Row = ReplyOf<typeof calls.searchCustomers>['data'][number]
type Sheet = ReplyOf<typeof calls.readCustomer>['data']

const activitiesShown = 50
/** None of them is the one that asks. */
const noSession = '00000000-0000-0000-0000-000000000000'
/** Where an operator sits is not for the customer's record. */
const fromTheHouse: Origin = { address: '', agent: '' }

export const customerList = (
  { identity: { db } }: Desk,
  person: Person,
): List<{ search?: string | undefined }, CustomerRow, Row> => {
  const byEmail = maySee(person, 'email')
  return {
    read: ({ search = '' }, stretch) =>
      search === '' ? listNewest(db, stretch) : searchCustomers(db, { search, byEmail }, stretch),
    number: ({ number }) => number,
    show: (rows) =>
      rows.map(({ id, username, email, kyc_status: kycStatus, frozen, created_at }) => ({
        ...{ id, username, email: byEmail ? email : null },
        state: stateOf({ frozen, kycStatus }),
        since: created_at.toISOString(),
      })),
  }
}

/** An operator is no customer. */
const find = async ({ identity: { db } }: Desk, id: string): Promise<Customer> => {
  const customer = await findCustomer(db, id)
  if (!customer) throw new Failure('NotFound')
  return customer
}

type Standing = Omit<Sender, 'kycStatus' | 'declined'>

const estateWords = {
  open: 'Compliance looks into it under Estates',
  renewal: 'The customer lives, and renews password, PIN and 2FA',
} as const

const factsOf = async ({ identity: { db, now } }: Desk, person: Person, customer: Customer, sender: Standing) => {
  const facts: Fact[] = []
  if (customer.closed_at)
    facts.push({
      name: customer.closed_why === 'deceased' ? 'Closed, since the customer has died' : 'Closed by the customer',
      value: customer.closed_at.toISOString(),
    })
  if (maySee(person, 'verification')) {
    const isFinal = (await findApplicant(db, customer.id))?.is_final
    facts.push({ name: 'Verification', value: isFinal ? 'Rejected for good' : customer.kyc_status })
    facts.push({ name: 'Since', value: customer.kyc_since.toISOString() })
    const { frozenAt, frozenByUs } = sender
    if (frozenAt)
      facts.push({ name: frozenByUs ? 'Frozen by us' : 'Frozen by the customer', value: frozenAt.toISOString() })
    const estate = await estateHolding(db, customer.id)
    if (estate) facts.push({ name: 'Said to have died', value: estateWords[estate] })
    const heldUntil = outgoingHeldUntil(sender.credentialsChangedAt, now())
    if (heldUntil) facts.push({ name: 'Nothing leaves until', value: heldUntil.toISOString() })
  }
  if (maySee(person, 'activity') && customer.introducer !== null)
    facts.push({ name: 'Brought by', value: (await readCustomer(db, customer.introducer)).username })
  if (maySee(person, 'credentials')) {
    facts.push({ name: 'PIN', value: customer.pin_hash === null ? 'Not set' : 'Set' })
    facts.push({ name: 'Two-factor authentication', value: customer.totp_secret === null ? 'Off' : 'On' })
  }
  return facts
}

const acts = ['Owner', 'Compliance', 'Support'] as const

type Known = { sender: Standing; sessions: number; isApplicantIn: boolean; isNew: boolean }

const correction = {
  action: 'correct-introducer',
  label: 'Correct who brought the customer',
  needsTwo: true,
  told: correctionTold,
  asks: {
    name: 'code',
    label: 'Referral code of who brought the customer',
    description: 'Leave it empty if nobody did.',
  },
}

const choicesOf = (person: Person, { sender, sessions, isApplicantIn, isNew }: Known): Sheet['choices'] => {
  if (!hasOneOf(person.roles, acts)) return []
  const [byMail, underActivity] = ['By e-mail and under Activity', 'Under Activity']
  return [
    ...(sender.frozenByUs
      ? []
      : [{ action: 'freeze', label: 'Freeze', needsTwo: false, told: `${byMail}: “We froze your account”.` }]),
    ...(sender.frozenAt
      ? [{ action: 'lift-freeze', label: 'Unfreeze', needsTwo: true, told: `${byMail}: “We unfroze your account”.` }]
      : []),
    ...(sessions > 0
      ? [
          {
            action: 'end-sessions',
            label: 'Log out everywhere',
            needsTwo: false,
            told: `${underActivity}: “We logged you out on every device”.`,
          },
        ]
      : []),
    ...(isApplicantIn
      ? [
          {
            action: 'ask-verification-again',
            label: 'Ask for verification again',
            needsTwo: false,
            told: `${byMail}: “We asked you to verify your identity again”.`,
          },
        ]
      : []),
    ...(isNew ? [correction] : []),
  ]
}

/** One customer, as far as the role needs to know. */
export const readSheet = async (desk: Desk, person: Person, id: string): Promise<Sheet> => {
  const { identity } = desk
  const { db } = identity
  const customer = await find(desk, id)
  const sender = await readSender(db, id)
  const sessions = await listSessions(identity, { id, session: noSession, role: 'customer' })
  const events = maySee(person, 'activity')
    ? await listEvents(db, id, { before: largestNumber, limit: activitiesShown })
    : []
  const balances = maySee(person, 'balances') ? await balancesOf(db, ownerOf(id)) : []
  return {
    id,
    username: customer.username,
    email: maySee(person, 'email') ? customer.email : null,
    state: stateOf({ frozen: sender.frozenAt !== null, kycStatus: customer.kyc_status }),
    since: customer.created_at.toISOString(),
    facts: await factsOf(desk, person, customer, sender),
    balances: balances
      .filter(({ amount }) => !isZero(amount))
      .map(({ purpose, amount }) => ({ asset: amount.asset, purpose, amount: formatAmount(amount) })),
    sessions: maySee(person, 'sessions')
      ? sessions.map(({ id: session, device, lastActiveAt }) => ({ id: session, device, lastSeenAt: lastActiveAt }))
      : [],
    activity: events.map(({ at, kind }) => ({ at: at.toISOString(), kind })),
    choices: choicesOf(person, {
      sender,
      sessions: sessions.length,
      isApplicantIn: wasLetIn(customer.kyc_status) && (await findApplicant(db, id)) !== undefined,
      isNew: mayBeCorrected(customer.created_at, identity.now()),
    }),
  }
}

type Alongside = (audit: string) => (tx: Tx) => Promise<void>
type Act = (desk: Desk, customer: string, alongside: Alongside) => Promise<void>

/** What he handed in counts no longer: the provider is told, and the status follows from its answer. */
const askVerificationAgain: Act = ({ identity: { db, now, outbox }, identity }, customer, alongside) =>
  inTransaction(db, async (tx) => {
    const { kyc_status: status } = await lockCustomer(tx, customer)
    if (!wasLetIn(status) || !(await findApplicant(tx, customer))) throw new Failure('StateChanged')
    await outbox.send(tx, resetApplicant, { customer, askedAt: now().toISOString() })
    await outbox.send(tx, kycMail, { customer, outcome: 'anew' })
    await record(tx, identity, { customer, kind: 'verification-asked-again', from: fromTheHouse })
    await alongside('ask-verification-again')(tx)
  })

/** What one operator may do alone to an account; the audit line is written with it. */
const actions: Record<string, Act> = {
  freeze: ({ wallet }, customer, alongside) => freezeCustomer(wallet, customer, alongside('freeze-customer')),
  'end-sessions': ({ identity }, customer, alongside) =>
    inTransaction(identity.db, async (tx) => {
      if ((await endSessions(tx, customer, identity.now())) === 0) throw new Failure('StateChanged')
      await record(tx, identity, { customer, kind: 'sessions-ended-by-us', from: fromTheHouse })
      await alongside('end-sessions')(tx)
    }),
  'ask-verification-again': askVerificationAgain,
}

export const actOn = async (
  desk: Desk,
  person: Person,
  id: string,
  { action, reason }: { action: string; reason: string },
): Promise<void> => {
  const { now } = desk.identity
  await find(desk, id)
  const act = Object.hasOwn(actions, action) ? actions[action] : undefined
  if (!act) throw new Failure('NotFound')
  await act(desk, id, (audit) => async (tx) => {
    await writeAudit(tx, { operator: person.id, action: audit, customer: id, reason, at: now() })
  })
}

/** Who looks, and why, is written down before anything is shown; the customer sees that somebody did. */
export const readPersonal = async (
  desk: Desk,
  person: Person,
  id: string,
  { reason, from }: { reason: string; from: Origin },
): Promise<Fact[]> => {
  const { identity, kyc } = desk
  await identity.limits.take('personal-data', person.id, from.address)
  const { email } = await find(desk, id)
  const facts = await inTransaction(identity.db, async (tx) => {
    const personal = await readPersonalFacts(tx, kyc, id, { reader: `operator:${person.id}`, why: reason })
    await record(tx, identity, { customer: id, kind: 'personal-data-read', from: fromTheHouse })
    const line = { operator: person.id, action: 'read-personal-data', customer: id, reason, at: identity.now() }
    await writeAudit(tx, line)
    return personal
  })
  return [{ name: 'E-mail', value: email }, ...facts]
}
