import type { Tx } from '@ingot/db/connect'
import type { Desk, Left } from '../../feature.ts'
import { pictureFile } from './account.ts'
import { type Customer, eraseCustomer } from './store.ts'

/** What of a customer's row is his to have: nothing by which anybody could sign in. */
const ownPart = ({
  wallet_salt,
  password_hash,
  pin_hash,
  pin_key,
  totp_secret,
  totp_pending_secret,
  totp_last_step,
  roles,
  introducer,
  ...own
}: Customer) => ({
  ...own,
  // Who it was is somebody else's to tell.
  wasIntroduced: introducer !== null,
  pinSet: pin_hash !== null,
  twoFactorOn: totp_secret !== null,
})

export const exportAccount = async ({ files }: Desk, customer: Customer) => {
  const picture = customer.picture ? await files.get(pictureFile(customer.picture)) : undefined
  return {
    customer: ownPart(customer),
    picture: picture ? `data:${picture.type};base64,${Buffer.from(picture.bytes).toString('base64')}` : null,
  }
}

export const eraseAccount = async (tx: Tx, customer: Customer): Promise<Left> => {
  await eraseCustomer(tx, customer)
  const { picture } = customer
  return picture ? { files: [pictureFile(picture)] } : {}
}
