import * as calls from '@ingot/endpoints/groups'
import { type Binding, bind } from '../../bind.ts'
import { pageOf } from '../../lists.ts'
import type { Groups } from './groups.ts'
import { closeGroup, joinGroup, makeGroup, renameGroup, renewCode } from './making.ts'
import { changeMember, leaveGroup, showGrams } from './members.ts'
import { purchaseInGroup, quoteGroupPurchase, reserveGroupPurchase } from './purchase.ts'
import { listGroups, purchaseList, readCertificate, readGroup } from './reading.ts'
import { reportGroup } from './reports.ts'

const changes = (groups: Groups): Binding[] => [
  bind(calls.makeGroup, ({ person, from, operation, body }) => makeGroup(groups, { person, from }, operation, body)),
  bind(calls.joinGroup, async ({ person, from, body }) => ({
    data: await joinGroup(groups, { person, from }, body.code),
  })),
  bind(calls.renewGroupCode, async ({ person, params }) => ({ data: await renewCode(groups, person.id, params.id) })),
  bind(calls.changeMember, async ({ person, params, body }) => ({
    data: await changeMember(groups, person.id, params, body.to),
  })),
  bind(calls.leaveGroup, async ({ person, params }) => ({ data: await leaveGroup(groups, person.id, params.id) })),
  bind(calls.showGrams, async ({ person, params, body }) => ({
    data: await showGrams(groups, person.id, params.id, body.showsGrams),
  })),
  bind(calls.renameGroup, async ({ person, from, params, body }) => ({
    data: await renameGroup(groups, { person, from }, params.id, body.name),
  })),
  bind(calls.closeGroup, async ({ person, params }) => ({ data: await closeGroup(groups, person.id, params.id) })),
  bind(calls.reportGroup, async ({ person, from, params, body }) => ({
    data: await reportGroup(groups, { person, from }, params.id, body.why),
  })),
]

export const groupRoutes = (groups: Groups): Binding[] => [
  ...changes(groups),
  bind(calls.listGroups, async ({ person }) => ({ data: await listGroups(groups, person.id) })),
  bind(calls.readGroup, async ({ person, params }) => ({ data: await readGroup(groups, person.id, params.id) })),
  bind(calls.quoteGroupPurchase, async ({ person, params, body }) => ({
    data: await quoteGroupPurchase(groups, person, params.id, body),
  })),
  bind(calls.reserveGroupPurchase, async ({ person, params }) => ({
    data: await reserveGroupPurchase(groups, person, params),
  })),
  bind(calls.purchaseInGroup, ({ person, params, body, operation, useGrants }) =>
    purchaseInGroup(groups, { customer: person, operation, useGrants }, params.id, body),
  ),
  bind(calls.listGroupPurchases, ({ person, params, query }) =>
    pageOf(purchaseList(groups, person.id, params.id), query),
  ),
  bind(calls.readCertificate, async ({ person, params }) => ({
    data: await readCertificate(groups, person.id, params),
  })),
]
