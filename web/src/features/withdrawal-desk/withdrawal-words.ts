import { type DeskWithdrawalDetails, withdrawalThing } from '@ingot/endpoints/withdrawal-desk'
import type { WithdrawalState, WithdrawalWay } from '@ingot/endpoints/withdrawal-fields'

export const withdrawalAddress = (id: string) => `/operator/withdrawals/${id}`

/** Where it is approved, refused and a dispute decided. */
export const queueAddress = (id: string) =>
  `/operator/queues/withdrawals?${new URLSearchParams({ item: withdrawalThing(id) })}`

export const wayWords: Readonly<Record<WithdrawalWay, string>> = {
  deliver: 'By parcel',
  collect: 'At the counter',
}

export const barWords = (count: number) => (count === 1 ? '1 bar' : `${count} bars`)

/** What comes next, in a sentence. */
export const nextWords = ({ state, way }: { state: WithdrawalState; way: WithdrawalWay }): string => {
  const words: Record<WithdrawalState, string> = {
    Requested: 'It waits to be approved or refused, in the queue. Its bars are kept for it.',
    Approved: 'Take its bars out, scan each serial, and pack them. Whoever approved it cannot pack it.',
    Packed:
      way === 'deliver'
        ? 'The bars have left the register. Stick the label on, and give it to the carrier.'
        : 'The bars have left the register. Bring it to the counter.',
    Sent: 'It is on its way. It is handed over against the release code, which only the customer sees.',
    Late: 'The carrier has not scanned it for days. Ask the carrier. It counts as lost after ten working days.',
    Ready: 'It lies at the counter. It is handed over against the release code, which only the customer sees.',
    Delivered: 'It was handed over. The customer may still say that it did not arrive, within seven days.',
    Disputed: 'The customer says that it did not arrive, or not whole. It is decided in the queue.',
    Returned: 'It came back. Its bars are in the register again only after an assay, which two operators book.',
    Lost: 'It is made good in grams within 30 days, which takes two operators.',
    Replaced: 'Another withdrawal stands in its place.',
    Credited: 'The customer has the grams again.',
    Refused: 'Grams and fees are the customer’s again, and its bars are free.',
    Cancelled: 'The customer called it off. Grams and fees are the customer’s again, and its bars are free.',
  }
  return words[state]
}

export type Bar = DeskWithdrawalDetails['bars'][number]

export const barName = ({ refiner, serial }: Pick<Bar, 'refiner' | 'serial'>) => `${refiner} ${serial}`

/** From when on there is a parcel that can be looked at. */
export const isPacked = (state: WithdrawalState): boolean =>
  !['Requested', 'Approved', 'Refused', 'Cancelled'].includes(state)
