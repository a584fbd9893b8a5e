import type { Db } from '@ingot/db/connect'
import { type Network, type NetworkMember, type NetworkMemberDetails, shownLevels } from '@ingot/endpoints/affiliates'
import type { Page } from '@ingot/endpoints/list'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { type List, pageOf } from '../../lists.ts'
import { policy } from '../../policy.ts'
import type { Identity } from '../identity/identity.ts'
import { readCustomer } from '../identity/store.ts'
import * as store from './network-store.ts'
import { missingFor, rankNumbers, wordsOf } from './rules.ts'

/** What somebody sees of the network below: never above or beside, and nothing of what anybody has. */
type Looking = Pick<Identity, 'db' | 'now' | 'limits'>

const day = 24 * 3600 * 1000
const mostFound = 50

const readSizes = (db: Db, now: Date, customer: string) => {
  const from = new Date(now.getTime() - policy.affiliates.newDays * day)
  return store.readLevels(db, customer, from.toISOString().slice(0, 10))
}

export const readNetwork = async ({ db, now, limits }: Looking, { id }: Person, from: Origin): Promise<Network> => {
  await limits.take('network', id, from.address)
  const [known, { customer_rank: rank }] = await Promise.all([readSizes(db, now(), id), readCustomer(db, id)])
  const levels = Array.from({ length: shownLevels }, (_, index) => {
    const level = index + 1
    return known.find((each) => each.level === level) ?? { level, members: 0, verified: 0, recent: 0 }
  })
  const counting = levels.filter(({ level }) => level <= policy.affiliates.levels)
  const counted = { direct: levels[0]?.verified ?? 0, all: counting.reduce((sum, { verified }) => sum + verified, 0) }
  return { levels, recentDays: policy.affiliates.newDays, rank, counted, ranks: rankNumbers, next: missingFor(counted) }
}

/** Whom somebody at the last level brought is not told, and so neither how many. */
const shownMember = ({ id, name, isVerified, rank, since, level, direct }: store.MemberRow): NetworkMember => ({
  ...{ id, name, isVerified, rank, since: since.toISOString(), level },
  direct: level < shownLevels ? direct : null,
})

const findBelow = async (db: Db, me: string, id: string) => {
  const member = await store.findMember(db, me, id)
  if (!member) throw new Failure('NotFound')
  return member
}

type Asked = {
  under?: string | undefined
  level?: string | undefined
  search?: string | undefined
  cursor?: string | undefined
}

const memberList = (db: Db, me: string): List<Asked, store.MemberRow, NetworkMember> => ({
  read: async ({ under, level }, stretch) => {
    if (under === undefined) return store.readLevel(db, { of: me, level: Number(level ?? 1), above: 0 }, stretch)
    const { customer, level: above } = await findBelow(db, me, under)
    if (above >= shownLevels) throw new Failure('NotFound')
    return store.readLevel(db, { of: customer, level: 1, above }, stretch)
  },
  number: ({ number }) => number,
  show: (rows) => rows.map(shownMember),
})

const search = async ({ db, now }: Looking, me: string, typed: string, level: string | undefined) => {
  const below = (await readSizes(db, now(), me)).reduce((sum, { members }) => sum + members, 0)
  const find = below > policy.affiliates.searchedOneByOne ? store.searchMany : store.searchFew
  const wanted = { words: wordsOf(typed), level: level === undefined ? undefined : Number(level), limit: mostFound }
  return (await find(db, me, wanted)).map(shownMember)
}

/** One thing at a time: whom a member brought, a level, or a name. */
export const listMembers = async (
  looking: Looking,
  { id }: Person,
  asked: Asked,
  from: Origin,
): Promise<Page<NetworkMember>> => {
  if (asked.under !== undefined && (asked.level !== undefined || asked.search !== undefined))
    throw new Failure('InvalidInput')
  await looking.limits.take(asked.search === undefined ? 'network' : 'network-search', id, from.address)
  if (asked.search === undefined) return pageOf(memberList(looking.db, id), asked)
  return { data: await search(looking, id, asked.search, asked.level), meta: { cursor: null } }
}

export const readMember = async (
  { db, limits }: Looking,
  person: Person,
  id: string,
  from: Origin,
): Promise<NetworkMemberDetails> => {
  await limits.take('network', person.id, from.address)
  const member = await findBelow(db, person.id, id)
  return { ...shownMember(member), path: await store.readPath(db, member.customer, member.level) }
}
