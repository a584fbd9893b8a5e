import type { BankPart } from '../../bank/part.ts'
import { suspendAccount } from './accounts.ts'
import type { BankAccounts } from './bank-accounts.ts'
import { reject } from './moving.ts'
import { findProofOfPayment, lockProof, saveSent } from './proof-store.ts'
import { codeUntilOf } from './rules.ts'
import { lockAccounts } from './store.ts'

/** What becomes of small deposits. */
export const bankAccountPart = (accounts: BankAccounts): BankPart => ({
  payments: {
    proof: {
      /** The code is taken for its days from now on: how long a deposit lay here is not the customer's fault. */
      sent: (tx, { id }, at) => saveSent(tx, id, { at, until: codeUntilOf(at) }),
      returned: async (tx, { id }, { at }) => {
        const proof = await findProofOfPayment(tx, id)
        if (!proof) return
        const row = (await lockAccounts(tx, proof.customer)).find((each) => each.id === proof.account)
        if ((await lockProof(tx, proof.account))?.id !== proof.id || !row) return
        const cause = { reason: 'payment-returned', by: 'bank', at } as const
        if (row.state === 'Pending') await reject(tx, accounts, row, cause)
        if (row.state === 'Verified') await suspendAccount(tx, accounts, row.id, 'payment-returned', at)
      },
    },
  },
})
