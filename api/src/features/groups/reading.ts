import type { Db, Tx } from '@ingot/db/connect'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { Certificate, Group, GroupDetails, GroupMember, GroupPurchase } from '@ingot/endpoints/group-fields'
import type * as calls from '@ingot/endpoints/groups'
import type { PersonalInfo } from '@ingot/endpoints/kyc-fields'
import type { Rate } from '@ingot/money/rate'
import { openData, shownAs } from '../../documents/engine.ts'
import { Failure } from '../../failure.ts'
import type { List } from '../../lists.ts'
import { policy } from '../../policy.ts'
import { type CertificateData, groupCertificate } from '../holdings/certificates.ts'
import { shownUnits } from '../holdings/holdings.ts'
import { firstNameAndInitial } from '../kyc/first-name.ts'
import { worthOf } from '../trade/rules.ts'
import { bidNow } from '../trade/valuation.ts'
import type { Groups } from './groups.ts'
import * as lists from './list-store.ts'
import { isIn, shownCode } from './rules.ts'
import { findGroup, type Member, readStanding, type Whole } from './store.ts'

/** More than anybody is in; those that one left long ago are not told any more. */
const mostListed = 100

const mineOf = ({ state, isCreator, showsGrams, askedAt, joinedAt }: Omit<Member, 'id'>): Group['mine'] => ({
  ...{ state, isCreator, showsGrams, askedAt: askedAt.toISOString() },
  joinedAt: joinedAt?.toISOString() ?? null,
})

const valued = (grams: bigint, bid: Rate | null) => {
  const value = bid && worthOf(grams, bid)
  return { grams: shownUnits(grams), value: value === null ? null : shownUnits(value) }
}

const shownRow = (row: lists.GroupRow, bid: Rate | null): Group => ({
  ...{ id: row.id, name: row.name, kind: row.kind, state: row.groupState, mine: mineOf(row) },
  members: isIn(row.state) ? row.members : null,
  ...valued(BigInt(row.grams), bid),
  waiting: row.state === 'Admin' ? row.waiting : 0,
})

export const listGroups = async (
  groups: Groups,
  customer: string,
): Promise<ReplyOf<typeof calls.listGroups>['data']> => {
  const [rows, bid, numbers] = await Promise.all([
    lists.readGroupsOf(groups.db, customer, mostListed),
    bidNow(groups, 'GAE'),
    groups.numbers.now(),
  ])
  const { mostMembers, mostGroups, codeDays } = policy.groups
  const { leastUsd, bookingFee } = numbers.holdings
  return {
    groups: rows.map((row) => shownRow(row, bid)),
    rules: { mostMembers, mostGroups, codeDays, leastUsd: leastUsd.GDS, feeBasisPoints: Number(bookingFee) },
  }
}

/** First names and initials. No more than that leaves, so it is not recorded as reading what somebody has told us. */
const namesOf = async (db: Db | Tx, { kyc }: Groups, members: readonly Member[]): Promise<(of: Member) => string> => {
  const sealed = await lists.readNames(
    db,
    members.map(({ customer }) => customer),
  )
  return ({ customer }) => {
    const known = sealed.get(customer)
    const name = known && firstNameAndInitial(kyc.personalData.open<PersonalInfo>(customer, 'personal', known))
    return name || 'A member'
  }
}

type Told = { me: Member; nameOf: (of: Member) => string; grams: ReadonlyMap<string, bigint> }

const gramsOf = (member: Member, { grams }: Pick<Told, 'grams'>): bigint => grams.get(member.customer) ?? 0n

const shownMember = (member: Member, told: Told): GroupMember => {
  const { id, state, isCreator, showsGrams, askedAt, joinedAt } = member
  const isMe = id === told.me.id
  const isTold = isIn(state) && (isMe || showsGrams)
  return {
    ...{ id, name: told.nameOf(member), state, isCreator, isMe },
    since: (isIn(state) ? (joinedAt ?? askedAt) : askedAt).toISOString(),
    grams: isTold ? shownUnits(gramsOf(member, told)) : null,
  }
}

/** Of too few it would tell one what the other has. */
const totalOf = (people: readonly Member[], told: Told): string | null => {
  const shown = people.filter(({ showsGrams }) => showsGrams)
  if (shown.length < policy.groups.totalFrom) return null
  return shownUnits(shown.reduce((sum, member) => sum + gramsOf(member, told), 0n))
}

const codeOf = ({ group: { code, codeUntil } }: Whole, now: Date): GroupDetails['code'] =>
  code === null || codeUntil === null
    ? null
    : { code: shownCode(code), until: codeUntil.toISOString(), isOver: codeUntil <= now }

const mayOf = ({ group, me }: Whole): GroupDetails['may'] => {
  const [isOpen, isMember] = [group.state === 'Open', me !== undefined && isIn(me.state)]
  return {
    buy: isOpen && isMember,
    leave: isMember || me?.state === 'Requested',
    admit: isOpen && me?.state === 'Admin',
    rename: isOpen && me?.isCreator === true && !group.isNameFixed,
    close: isOpen && me?.isCreator === true,
    report: isMember,
  }
}

/** Whoever is not in it learns its name and kind, and what he himself has in it. */
const detailsOf = async (db: Db | Tx, groups: Groups, whole: Whole, me: Member): Promise<GroupDetails> => {
  const { group, members } = whole
  const isMember = isIn(me.state)
  const isAdmin = me.state === 'Admin'
  const people = isMember ? members.filter(({ state }) => isIn(state)) : []
  const waiting = isAdmin ? members.filter(({ state }) => state === 'Requested') : []
  const [nameOf, grams, bid] = await Promise.all([
    namesOf(db, groups, [...people, ...waiting]),
    lists.readGrams(
      db,
      group.id,
      [me, ...people].map(({ customer }) => customer),
    ),
    bidNow(groups, 'GAE'),
  ])
  const told = { me, nameOf, grams }
  const oldest = (one: Member, other: Member) => one.askedAt.getTime() - other.askedAt.getTime()
  return {
    ...{ id: group.id, name: group.name, kind: group.kind, state: group.state, mine: mineOf(me) },
    members: isMember ? people.length : null,
    ...valued(gramsOf(me, told), bid),
    waiting: waiting.length,
    createdAt: group.createdAt.toISOString(),
    isNameFixed: group.isNameFixed,
    people: people.map((member) => shownMember(member, told)),
    requests: waiting.sort(oldest).map((member) => shownMember(member, told)),
    total: totalOf(people, told),
    code: isAdmin ? codeOf(whole, groups.now()) : null,
    may: mayOf(whole),
  }
}

/** To whoever never asked for it, a group is not there. */
export const readGroup = async (
  groups: Groups,
  customer: string,
  id: string,
  db: Db | Tx = groups.db,
): Promise<GroupDetails> => {
  const whole = await findGroup(db, id, customer)
  if (!whole?.me) throw new Failure('NotFound')
  return detailsOf(db, groups, whole, whole.me)
}

/** The same as one of a list. */
export const readListed = async (groups: Groups, customer: string, id: string): Promise<Group> => {
  const { id: known, name, kind, state, mine, members, grams, value, waiting } = await readGroup(groups, customer, id)
  return { id: known, name, kind, state, mine, members, grams, value, waiting }
}

/** What somebody bought stays his, whether he is still in it or not. */
export const purchaseList = (
  { db }: Groups,
  customer: string,
  group: string,
): List<object, lists.PurchaseRow, GroupPurchase> => ({
  read: async (_filter, stretch) => {
    const standing = await readStanding(db, group, customer)
    if (!standing?.wasIn) throw new Failure('NotFound')
    return lists.readPurchases(db, { group, customer }, stretch)
  },
  number: ({ number }) => number,
  show: (rows) =>
    rows.map(({ holding, number, bookedAt, units, open, certificate, code }) => ({
      ...{ holding, number, bookedAt: bookedAt.toISOString() },
      ...{ units: shownUnits(BigInt(units)), open: shownUnits(BigInt(open)) },
      certificate: { id: certificate, number: code },
    })),
})

export const readCertificate = async (
  { db, kyc }: Groups,
  customer: string,
  { id, document }: { id: string; document: string },
): Promise<Certificate> => {
  const row = await lists.findCertificateIn(db, { group: id, customer, document })
  const data = row && openData(kyc.personalData, row)
  if (!row || !data) throw new Failure('NotFound')
  const { version, units, left } = data as CertificateData
  return {
    document: shownAs(row, groupCertificate),
    group: { id: row.group, name: row.groupName },
    ...{ holding: row.holding, number: row.holdingNumber, version, bookedAt: row.bookedAt.toISOString(), units, left },
    newest: row.newest,
  }
}
