import { randomUUID } from 'node:crypto'
import { newRow } from '@ingot/db/batch'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import type { GroupPurchased, GroupQuote } from '@ingot/endpoints/group-fields'
import type * as calls from '@ingot/endpoints/groups'
import type { Person } from '../../bind.ts'
import { type Doing, makeDeal, type Product, quoteDeal, reserveDeal } from '../../deals/deals.ts'
import { newDocument } from '../../documents/engine.ts'
import { Failure } from '../../failure.ts'
import { firstCertificate } from '../holdings/certificates.ts'
import { amountShown, noWish, pricedDetails, shownUnits, type Wish } from '../holdings/holdings.ts'
import { bookingNote } from '../holdings/notes.ts'
import { purchaseFigures, typeOfBooking } from '../holdings/purchase.ts'
import { groupBookingMoves } from '../holdings/rules.ts'
import { bookedPosition, newHolding } from '../holdings/store.ts'
import { holderOf } from '../kyc/holder.ts'
import type { Groups } from './groups.ts'
import { isIn } from './rules.ts'
import { holdStanding, readStanding, type Standing } from './store.ts'

type Asked = BodyOf<typeof calls.quoteGroupPurchase> & { group: string }
type Shown = Omit<GroupPurchased, 'id' | 'type' | 'quoted' | 'at' | 'holding' | 'note' | 'certificate' | 'group'>
type Known = { holder: string[]; standing: Standing | undefined }

/** Only whoever is in a group buys in it, while it is open. */
const inGroup = (standing: Standing | undefined): Standing => {
  if (!standing || !isIn(standing.member)) throw new Failure('NotFound')
  if (standing.state !== 'Open') throw new Failure('GroupClosed')
  return standing
}

/** Dollar tokens for grams that are issued with it: the member's own, with a certificate that names the group. */
const groupPurchaseDeal = (
  { kyc }: Pick<Groups, 'kyc'>,
  group: string,
  wish: Wish = noWish,
): Product<Asked, Shown, Known, { data: GroupPurchased }> => ({
  kind: 'group-purchase',
  opens: () => 'gds',
  figure: (asked, moment) => purchaseFigures({ ...asked, product: 'GDS' }, moment),
  know: async (tx, customer) => {
    const [holder, standing] = await Promise.all([holderOf(tx, kyc, customer), holdStanding(tx, group, customer)])
    return { holder, standing }
  },
  book: (deal, { holder, standing }) => {
    const { customer, movement, shown, quoted } = deal
    const { product, pay, fee, receive, price } = shown
    const { name, kind } = inGroup(standing)
    const [paid, kept, got] = [amountShown(pay), amountShown(fee), amountShown(receive)]
    const [holding, cost, bookingValue, at] = [randomUUID(), paid.units, paid.units - kept.units, deal.at.toISOString()]
    const note = newDocument(kyc, bookingNote, {
      ...{ customer, subject: holding, ...wish },
      data: {
        ...{ holder, ...shown, units: receive.amount, paid: pay, at },
        ...{ bookingValue: shownUnits(bookingValue), cost: shownUnits(cost) },
      },
    })
    const certificate = firstCertificate(kyc, {
      ...{ customer, holding, holder, group: { name, kind }, at, units: receive.amount, ...wish },
    })
    const type = typeOfBooking[product]
    return {
      reference: `holding:${deal.id}`,
      type,
      moves: groupBookingMoves(customer, { pay: paid, fee: kept, receive: got }),
      details: { product, pair: `${receive.asset}/${pay.asset}`, ...pricedDetails(shown) },
      rows: [
        newHolding({
          ...{
            id: holding,
            customer,
            product,
            asset: receive.asset,
            bookedAt: deal.at,
            movement,
            note: note.id,
            price,
          },
          ...{ units: got.units, bookingValue, cost, paid, fee: kept.units, policyVersion: deal.policyVersion },
        }),
        bookedPosition(customer, product, { units: got.units, cost }),
        newRow('gds_bookings', { holding, group_id: group, customer }),
        note.part,
        ...certificate.parts,
      ],
      reply: {
        data: {
          ...{ ...shown, id: movement, type, quoted, at, holding, note: note.id, certificate: certificate.id },
          group: { id: group, name },
        },
      },
    }
  },
})

/** To whoever is not in it a group is not there, whatever else he sent. */
const refuseOutside = async ({ db }: Groups, customer: string, group: string) => {
  inGroup(await readStanding(db, group, customer))
}

export const quoteGroupPurchase = async (
  groups: Groups,
  person: Person,
  group: string,
  asked: BodyOf<typeof calls.quoteGroupPurchase>,
): Promise<GroupQuote> => {
  await refuseOutside(groups, person.id, group)
  return quoteDeal(groups, groupPurchaseDeal(groups, group), person, { ...asked, group })
}

export const reserveGroupPurchase = async (
  groups: Groups,
  person: Person,
  { id, quote }: { id: string; quote: string },
): Promise<GroupQuote> => {
  await refuseOutside(groups, person.id, id)
  return reserveDeal(groups, groupPurchaseDeal(groups, id), person, quote)
}

export const purchaseInGroup = async (
  groups: Groups,
  doing: Doing,
  group: string,
  { quoteId, ...wish }: BodyOf<typeof calls.purchaseInGroup>,
): Promise<{ data: GroupPurchased }> => {
  const accepts = ({ asked }: { asked: Asked }) => {
    if (asked.group !== group) throw new Failure('QuoteMismatch')
  }
  try {
    return await makeDeal(groups, groupPurchaseDeal(groups, group, wish), doing, { quoteId, accepts })
  } catch (error) {
    // Not before: what was bought is told again also to somebody who has left since.
    await refuseOutside(groups, doing.customer.id, group)
    throw error
  }
}
