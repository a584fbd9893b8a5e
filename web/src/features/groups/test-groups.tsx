import type {
  Certificate,
  Group,
  GroupDetails,
  GroupMember,
  GroupPurchase,
  GroupPurchased,
  GroupQuote,
} from '@ingot/endpoints/group-fields'
import type { ComponentType } from 'react'
import { type ClientInfo, useSession } from '../../lib/session.ts'
import { openPage } from '../../lib/test-page.tsx'
import { samplePrice } from '../../lib/test-price.ts'
import { type Answers, ok, page } from '../../lib/test-server.ts'

export const idOf = (end: string) => `0198a3c1-0000-7000-8000-${end.padStart(12, '0')}`

const at = '2026-11-13T12:00:10.000Z'

const memberOf = (name: string, given: Partial<GroupMember> = {}): GroupMember => ({
  id: idOf(String(name.length)),
  name,
  ...{ state: 'Member', isCreator: false, isMe: false, since: at, grams: null },
  ...given,
})

export const sampleGroup: Group = {
  id: idOf('a1'),
  ...{ name: 'Lovelace family', kind: 'family', state: 'Open', members: 3, grams: '2.5', value: '328.33', waiting: 0 },
  mine: { state: 'Member', isCreator: false, showsGrams: false, askedAt: at, joinedAt: at },
}

const may = { buy: true, leave: true, admit: false, rename: false, close: false, report: true }

/** As a member sees it. */
export const sampleDetails: GroupDetails = {
  ...sampleGroup,
  ...{ createdAt: at, isNameFixed: false, requests: [], total: null, code: null, may },
  people: [
    memberOf('Byron A.', { state: 'Admin', isCreator: true, grams: '5' }),
    memberOf('Ada L.', { isMe: true, grams: '2.5' }),
    memberOf('Augusta K.'),
  ],
}

/** As its creator sees it, with somebody at the door. */
export const asCreator: GroupDetails = {
  ...sampleDetails,
  waiting: 1,
  mine: { ...sampleDetails.mine, state: 'Admin', isCreator: true },
  people: [memberOf('Ada L.', { state: 'Admin', isCreator: true, isMe: true, grams: '2.5' }), memberOf('Augusta K.')],
  requests: [memberOf('Charles B.', { state: 'Requested' })],
  code: { code: 'ABCD-EFGH-JKMN', until: '2026-12-13T12:00:10.000Z', isOver: false },
  may: { ...may, admit: true, rename: true, close: true },
}

export const samplePurchase: GroupPurchase = {
  ...{ holding: idOf('e1'), number: '12', bookedAt: at, units: '3', open: '2.5' },
  certificate: { id: idOf('d2'), number: 'GDS-2026-000013' },
}

export const sampleCertificate: Certificate = {
  document: {
    ...{ id: idOf('d1'), kind: 'gds-certificate', number: 'GDS-2026-000012', title: 'GDS certificate', subtitle: '' },
    ...{ state: 'valid', supersededBy: null, hasTable: false, issuedAt: at },
  } as Certificate['document'],
  group: { id: sampleGroup.id, name: sampleGroup.name },
  ...{ holding: idOf('e1'), number: '12', version: 1, bookedAt: at, units: '3', left: '3', newest: null },
}

const figures = {
  product: 'GDS',
  pay: { asset: 'USDT', amount: '100' },
  receive: { asset: 'GDS', amount: '0.750056' },
  fee: { asset: 'USDT', amount: '0.5' },
  ...{ price: '132.65486', midPrice: '131.99489', spreadBasisPoints: 50, feeBasisPoints: 50 },
} as const

export const sampleQuote: GroupQuote = {
  ...{ id: idOf('c1'), market: 'open', priceAt: at, expiresAt: at, expiresInSeconds: 30, reserved: false },
  ...figures,
} as GroupQuote

export const bought: GroupPurchased = {
  ...{ id: idOf('b1'), type: 'gds', quoted: true, at, holding: idOf('e1'), note: idOf('f1'), certificate: idOf('d1') },
  group: sampleCertificate.group,
  ...figures,
}

const rules = { mostMembers: 50, mostGroups: 10, codeDays: 30, leastUsd: '50', feeBasisPoints: 50 }

/** What the list of groups answers. */
export const listed = (...groups: Group[]) => ok({ groups, rules })

const one = `/groups/${sampleGroup.id}`

const usualDay: Answers = {
  'GET /price': ok(samplePrice),
  'GET /products': ok([]),
  'GET /user-balances': ok([
    { asset: 'USDT', available: '250', total: '250', held: '0', bound: '0', valueInUsd: null },
    { asset: 'USDAU', available: '0', total: '0', held: '0', bound: '0', valueInUsd: null },
  ]),
  'GET /groups': listed(sampleGroup),
  [`GET ${one}`]: ok(sampleDetails),
  [`GET ${one}/purchases`]: page([samplePurchase]),
  [`POST ${one}/purchases/quotes`]: ok(sampleQuote),
  [`POST ${one}/purchases/quotes/${sampleQuote.id}/reserve`]: ok({ ...sampleQuote, reserved: true }),
  [`POST ${one}/purchases`]: ok(bought),
}

/** A page at an address, on a usual day but for these answers. */
export const openGroups = (Component: ComponentType, path: string, address: string, given: Answers = {}) =>
  openPage(Component, path, address, { ...usualDay, ...given })

export const signInAs = (kycVerified: ClientInfo['kycVerified'] = 'Verified') =>
  useSession.getState().signIn({
    jwt: 'the-jwt',
    user: { id: '17', username: 'ada', refCode: 'ADA17', userHash: 'f00d', kycVerified, customer_rank: null },
  })
