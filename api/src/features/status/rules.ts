import { thing } from '@ingot/db/states'
import { type StatusPart, statusPartNames } from '@ingot/endpoints/status'
import type { HealthPart } from '../../feature.ts'

export const incidentStates = thing({
  name: 'incident',
  table: 'incidents',
  moves: {
    investigating: ['identified', 'watching', 'resolved'],
    identified: ['investigating', 'watching', 'resolved'],
    watching: ['investigating', 'identified', 'resolved'],
    resolved: [],
  },
})

export type PartHealth = { name: StatusPart; isWell: boolean }

/** How the parts are that customers know, by what the features say of themselves. Most of what operators see stops nobody. */
export const partsIn = (health: readonly HealthPart[]): PartHealth[] => {
  const stopped = new Set(health.flatMap(({ ok, stops }) => (ok || !stops ? [] : [stops])))
  return statusPartNames.map((name) => ({ name, isWell: !stopped.has(name) }))
}

type Told = { title: string; words: string; after: string }

/** What everybody reads while a part is ill, and once it is well again, until an operator says more. */
export const toldOf: Readonly<Record<StatusPart, Told>> = {
  portal: {
    title: 'The portal could not be reached',
    words: 'For a while nobody could open the portal. What you hold stands in the books as before.',
    after: 'The portal can be reached again.',
  },
  price: {
    title: 'There is no current gold price',
    words: 'Buying, selling and swapping wait until there is one. What you hold stays as it is.',
    after: 'There is a current price again, and trading continues.',
  },
  sales: {
    title: 'Nothing can be bought at the moment',
    words:
      'Buying is stopped until our reserves are shown to cover everything we owe. You can still sell, end what you have, send and withdraw. The page Reserves says more.',
    after: 'Our reserves cover everything we owe, and buying continues.',
  },
  chain: {
    title: 'Deposits and transfers take longer than usual',
    words:
      'The blockchain is reached late. What arrives is credited afterwards, and what you send to an outside address leaves automatically as soon as it can. Transfers to other customers go through.',
    after: 'Deposits and transfers go through as usual again.',
  },
  bank: {
    title: 'Bank transfers are booked late',
    words: 'We hear from the bank later than usual. What you sent is booked as soon as we know of it.',
    after: 'Bank transfers are booked as usual again.',
  },
  cards: {
    title: 'Card payments may not go through',
    words: 'The card processor does not answer. A payment that you have made is booked as soon as we hear of it.',
    after: 'Card payments go through again.',
  },
  verification: {
    title: 'Identity verification takes longer than usual',
    words:
      'The verification provider does not answer. What you handed in is kept, and the check continues automatically.',
    after: 'Identity verification continues as usual.',
  },
  mail: {
    title: 'E-mails and savings plans are late',
    words: 'E-mails are sent, and due dates of plans are made up for, as soon as this works again.',
    after: 'E-mails and savings plans are on time again.',
  },
}
