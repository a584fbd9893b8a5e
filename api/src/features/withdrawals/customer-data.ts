import type { Tx } from '@ingot/db/connect'
import type { Desk, Left } from '../../feature.ts'
import type { Customer } from '../identity/store.ts'
import { listEveryAddress } from './address-store.ts'
import { openOwn } from './addresses.ts'
import { forgetWhere, listForExport } from './details-store.ts'
import { openAddress } from './sealed.ts'

/** What its owner has told us, as he told it. */
export const exportAddresses = async (desk: Desk, { id }: Customer) => ({
  deliveryAddresses: (await listEveryAddress(desk.db, id)).map((row) => ({
    ...openOwn(desk, row),
    addedAt: row.added_at,
    usableFrom: row.usable_from,
    removedAt: row.removed_at,
  })),
})

export const exportWithdrawals = async (desk: Desk, { id }: Customer) => ({
  withdrawals: (await listForExport(desk.db, id)).map(({ address, ...row }) => ({
    ...row,
    address: openAddress(desk.personalData, { customer: id, address }),
  })),
})

/** That bars left stays on record with the books and the register; where they went and what was said of it does not. */
export const eraseWithdrawals = async (tx: Tx, { id }: Customer): Promise<Left> => {
  await forgetWhere(tx, id)
  return {}
}
