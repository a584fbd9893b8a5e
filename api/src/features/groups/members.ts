import type { Tx } from '@ingot/db/connect'
import { inTransaction } from '@ingot/db/transaction'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { GroupDetails } from '@ingot/endpoints/group-fields'
import type * as calls from '@ingot/endpoints/groups'
import { Failure } from '../../failure.ts'
import type { Left } from '../../feature.ts'
import type { Groups } from './groups.ts'
import { byCustomer, changing, refuseClosed, refuseUnless } from './making.ts'
import { readGroup } from './reading.ts'
import { heirOf, isIn } from './rules.ts'
import * as store from './store.ts'

type To = BodyOf<typeof calls.changeMember>['to']

/** Whether this one may do that: an admin lets in, refuses and removes, though never the creator; the creator alone gives and takes the role. */
const mayChange = (me: store.Member, { state, isCreator }: store.Member, to: To): boolean => {
  if (isCreator || me.state !== 'Admin') return false
  return to === 'Admin' || state === 'Admin' ? to === 'Removed' || me.isCreator : true
}

export const changeMember = (
  groups: Groups,
  customer: string,
  { id, member }: { id: string; member: string },
  to: To,
): Promise<GroupDetails> =>
  changing(groups, customer, id, async (tx, inside) => {
    const { me, at, members } = inside
    const other = members.find((each) => each.id === member)
    // Who waits is known to admins alone.
    if (!other || (other.state === 'Requested' && me.state !== 'Admin')) throw new Failure('NotFound')
    refuseUnless(other.id !== me.id && mayChange(me, other, to))
    if (to === 'Member' && other.state === 'Requested') refuseClosed(inside)
    await store.moveMember(tx, other, to, byCustomer(customer, at))
  })

/** Passes a creator's role on, or archives a group that nobody is in any more. */
const leave = async (tx: Tx, { group, members }: store.Whole, me: store.Member, at: Date) => {
  const by = byCustomer(me.customer, at)
  await store.moveMember(tx, me, 'Left', by)
  const others = members.filter(({ id, state }) => id !== me.id && isIn(state))
  if (me.state === 'Requested') return
  if (others.length === 0) return store.endGroup(tx, group.id, 'Archived', by)
  const heir = me.isCreator ? heirOf(others) : undefined
  if (!heir) return
  if (heir.state === 'Member') await store.moveMember(tx, heir, 'Admin', by)
  await store.makeCreator(tx, heir.id)
}

const isThere = (me: store.Member | undefined): me is store.Member =>
  me !== undefined && (isIn(me.state) || me.state === 'Requested')

export const leaveGroup = async (groups: Groups, customer: string, id: string): Promise<GroupDetails> => {
  await inTransaction(groups.db, async (tx) => {
    const whole = await store.lockGroup(tx, id, customer)
    if (!whole || !isThere(whole.me)) throw new Failure('NotFound')
    await leave(tx, whole, whole.me, groups.now())
  })
  return readGroup(groups, customer, id)
}

/** Whoever is erased is in no group any more. */
export const leaveAll = async (tx: Tx, customer: string, at: Date): Promise<Left> => {
  for (const id of await store.groupsToLeave(tx, customer)) {
    const whole = await store.lockGroup(tx, id, customer)
    if (whole && isThere(whole.me)) await leave(tx, whole, whole.me, at)
  }
  return {}
}

export const showGrams = (groups: Groups, customer: string, id: string, showsGrams: boolean): Promise<GroupDetails> =>
  changing(groups, customer, id, (tx, { me }) => store.saveShown(tx, me.id, showsGrams))
