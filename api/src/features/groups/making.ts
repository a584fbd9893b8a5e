import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { inTransaction } from '@ingot/db/transaction'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { Group, GroupDetails } from '@ingot/endpoints/group-fields'
import type * as calls from '@ingot/endpoints/groups'
import type { Origin, Person } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import type { Groups } from './groups.ts'
import { readGroup, readListed } from './reading.ts'
import { daysAfter, isIn, looksLikeOurs, newCode, typedCode } from './rules.ts'
import * as store from './store.ts'

/** Who calls, from where. */
export type Calling = { person: Person; from: Origin }

export const byCustomer = (customer: string, at: Date) => ({ by: `customer:${customer}`, at })

const refuseOurs = ({ brand }: Groups, name: string) => {
  if (looksLikeOurs(name, brand))
    throw new Failure('InvalidInput', {}, 'name: Please choose a name that cannot be taken for one of ours.')
}

const refuseMoreGroups = async (tx: Tx, customer: string) => {
  if ((await store.countGroupsOf(tx, customer)) >= policy.groups.mostGroups) throw new Failure('TooManyGroups')
}

export const makeGroup = async (
  groups: Groups,
  { person, from }: Calling,
  operation: Operation,
  { name, kind }: BodyOf<typeof calls.makeGroup>,
): Promise<{ data: GroupDetails }> => {
  const { db, now, limits } = groups
  refuseOurs(groups, name)
  await limits.take('group-name', person.id, from.address)
  return runOperation(db, operation, async (tx) => {
    await refuseMoreGroups(tx, person.id)
    const [id, at] = [randomUUID(), now()]
    await store.insertGroup(tx, {
      ...{ id, name, kind, at, code: newCode(), codeUntil: daysAfter(at, policy.groups.codeDays) },
    })
    await store.insertCreator(tx, id, person.id, at)
    return { data: await readGroup(groups, person.id, id, tx) }
  })
}

/**
 * Asks to join. A try counts also when it was right: whoever has one code could otherwise begin anew with it and go on guessing.
 * To whoever was removed no code is right.
 */
export const joinGroup = async (groups: Groups, { person, from }: Calling, text: string): Promise<Group> => {
  const { db, now, limits } = groups
  await limits.take('group-code', person.id, from.address)
  const id = await inTransaction(db, async (tx) => {
    const at = now()
    const whole = await store.lockGroupOfCode(tx, typedCode(text), person.id, at)
    if (!whole || whole.me?.state === 'Removed') throw new Failure('GroupCodeWrong')
    const { group, members, me } = whole
    if (me && (isIn(me.state) || me.state === 'Requested')) throw new Failure('StateChanged')
    if (members.length >= policy.groups.mostMembers) throw new Failure('GroupFull')
    await refuseMoreGroups(tx, person.id)
    if (me) await store.moveMember(tx, me, 'Requested', byCustomer(person.id, at))
    else await store.insertRequest(tx, group.id, person.id, at)
    return group.id
  })
  return readListed(groups, person.id, id)
}

type Inside = store.Whole & { me: store.Member; at: Date }

/** Does something to a group that is locked by then, for somebody who is in it: to anybody else it is not there. */
export const changing = async (
  groups: Groups,
  customer: string,
  id: string,
  change: (tx: Tx, inside: Inside) => Promise<void>,
): Promise<GroupDetails> => {
  await inTransaction(groups.db, async (tx) => {
    const whole = await store.lockGroup(tx, id, customer)
    if (!whole?.me || !isIn(whole.me.state)) throw new Failure('NotFound')
    await change(tx, { ...whole, me: whole.me, at: groups.now() })
  })
  return readGroup(groups, customer, id)
}

export const refuseClosed = ({ group }: store.Whole) => {
  if (group.state !== 'Open') throw new Failure('GroupClosed')
}

export const refuseUnless = (may: boolean) => {
  if (!may) throw new Failure('Forbidden')
}

export const renewCode = (groups: Groups, customer: string, id: string): Promise<GroupDetails> =>
  changing(groups, customer, id, async (tx, inside) => {
    refuseUnless(inside.me.state === 'Admin')
    refuseClosed(inside)
    await store.saveCode(tx, id, newCode(), daysAfter(inside.at, policy.groups.codeDays))
  })

export const renameGroup = async (
  groups: Groups,
  { person, from }: Calling,
  id: string,
  name: string,
): Promise<GroupDetails> => {
  await groups.limits.take('group-name', person.id, from.address)
  return changing(groups, person.id, id, async (tx, inside) => {
    refuseUnless(inside.me.isCreator)
    refuseOurs(groups, name)
    refuseClosed(inside)
    if (inside.group.isNameFixed) throw new Failure('GroupNameFixed')
    await store.saveName(tx, id, name, false)
  })
}

/** For good. Holdings live on, and whoever waits to be let in waits no longer. */
export const closeGroup = (groups: Groups, customer: string, id: string): Promise<GroupDetails> =>
  changing(groups, customer, id, async (tx, inside) => {
    refuseUnless(inside.me.isCreator)
    refuseClosed(inside)
    await store.endGroup(tx, id, 'Closed', byCustomer(customer, inside.at))
  })
