import * as z from 'zod/mini'
import { accountNumber, bankAccount, holderName } from './bank-fields.ts'
import { data, endpoint } from './endpoint.ts'
import { linkToken } from './identity-fields.ts'

// A customer's own bank accounts, with the proof that they are his.

const one = { params: z.strictObject({ id: z.uuid() }) }
const changing = {
  method: 'POST',
  gate: 'verified',
  stepUp: 'pin-2fa',
  idempotent: true,
  reply: data(bankAccount),
  fallback: 'Failed',
  onFailure: 'toast',
} as const

/** A statement that was sent as an upload of the kind `bank-statement`, or a small deposit that we send. */
const proof = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('statement'), upload: z.uuid() }),
  z.strictObject({ kind: z.literal('deposit') }),
])

const proofErrors = ['UploadMissing', 'BankUnavailable', 'TooManyTries'] as const

export const listBankAccounts = endpoint({
  name: 'listBankAccounts',
  method: 'GET',
  path: '/bank-accounts',
  summary:
    'The customer’s bank accounts that were not removed, the preferred one first, and what is possible with them.',
  gate: 'customer',
  reply: data(
    z.object({
      accounts: z.array(bankAccount),
      /** How many one may have. */
      most: z.number(),
      /** The name that has to be on an account; null while nobody has verified one. */
      name: z.nullable(z.string()),
      /** How long money waits for a new account, and how long a code from a small deposit is taken. */
      newAccountHours: z.number(),
      depositDays: z.number(),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const addBankAccount = endpoint({
  ...changing,
  name: 'addBankAccount',
  leaves: true,
  path: '/bank-accounts',
  summary:
    'Adds a bank account in the customer’s own name, with its proof. Nothing goes to it before it is verified and 48 hours old.',
  body: z.strictObject({ holder: holderName, account: accountNumber, proof }),
  errors: ['BankNumberWrong', 'BankAccountKnown', 'TooManyBankAccounts', ...proofErrors],
})

export const proveBankAccount = endpoint({
  ...changing,
  ...one,
  name: 'proveBankAccount',
  leaves: true,
  path: '/bank-accounts/:id/proof',
  summary: 'Gives another proof for an account that was rejected or suspended, or whose small deposit did not work.',
  body: z.strictObject({ proof }),
  errors: ['NotFound', 'StateChanged', ...proofErrors],
})

export const enterBankCode = endpoint({
  name: 'enterBankCode',
  leaves: true,
  method: 'POST',
  gate: 'verified',
  path: '/bank-accounts/:id/code',
  summary: 'The code that stands on the small deposit. Three tries.',
  ...one,
  body: z.strictObject({
    code: z
      .string()
      .check(z.trim(), z.regex(/^[A-Za-z0-9-]{4,12}$/, 'Please enter the code as it stands on the deposit.')),
  }),
  reply: data(bankAccount),
  errors: ['NotFound', 'StateChanged', 'BankCodeWrong', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const preferBankAccount = endpoint({
  ...changing,
  ...one,
  name: 'preferBankAccount',
  leaves: true,
  path: '/bank-accounts/:id/prefer',
  summary: 'Makes a verified account the one that is offered first.',
  errors: ['NotFound', 'StateChanged'],
})

export const removeBankAccount = endpoint({
  ...changing,
  ...one,
  name: 'removeBankAccount',
  leaves: true,
  path: '/bank-accounts/:id/remove',
  summary: 'Removes an account. What was paid from or to it stays on record.',
  errors: ['NotFound', 'StateChanged'],
})

export const cancelBankAccountByMail = endpoint({
  name: 'cancelBankAccountByMail',
  method: 'POST',
  path: '/bank-accounts/cancel-by-mail',
  summary: 'Removes an account that was just added, with the link in the mail, without a session.',
  gate: 'public',
  body: z.strictObject({ token: linkToken }),
  reply: data(z.object({ done: z.literal(true) })),
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})
