import * as z from 'zod/mini'
import { data, endpoint } from './endpoint.ts'
import { linkToken, password, twoFactorCode } from './identity-fields.ts'
import { fileOf, listOf } from './list.ts'
import {
  amountText,
  arrival,
  balance,
  movement,
  movementCode,
  movementDetails,
  movementFilter,
  quote,
  receipt,
  receiver,
  savedAddress,
  searchedCode,
  sendableAssets,
  sendingRules,
  transfer,
  transferBody,
  walletBalance,
} from './wallet-fields.ts'

// What a customer has, sends and gets. Reading stays open to every customer; what moves value takes a verified one.

const done = data(z.object({ done: z.literal(true) }))

const balanceOf = { method: 'GET', gate: 'customer', reply: data(balance), errors: [], fallback: 'Failed' } as const

export const readUsdtBalance = endpoint({
  ...balanceOf,
  name: 'readUsdtBalance',
  path: '/blockchain/usdt-balance',
  summary: 'The available USDT, as the ledger has it.',
  onFailure: 'null',
})

export const readQmgtBalance = endpoint({
  ...balanceOf,
  name: 'readQmgtBalance',
  path: '/get-qmgt-balance',
  summary: 'The available QMGT, as the ledger has it.',
  onFailure: 'null',
})

export const readUsdauBalance = endpoint({
  ...balanceOf,
  name: 'readUsdauBalance',
  path: '/get-usdau-balance',
  summary: 'The available USDAU, as the ledger has it.',
  onFailure: 'null',
})

export const readBalances = endpoint({
  name: 'readBalances',
  method: 'GET',
  path: '/user-balances',
  summary: 'Every asset of the wallet: available, held, bound, and what it is worth.',
  gate: 'customer',
  reply: data(z.array(walletBalance)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

const sending = {
  method: 'POST',
  gate: 'verified',
  stepUp: 'pin-2fa',
  idempotent: true,
  body: transferBody,
  reply: data(transfer),
  errors: [
    'ReceiverUnknown',
    'ReceiverRefused',
    'TransferTooSmall',
    'TransferTooLarge',
    'BalanceTooLow',
    'TransferLimitReached',
    'FeeChanged',
    'OutgoingFrozen',
    'OutgoingHeld',
    'DebtOpen',
    'AddressBookFull',
  ],
  fallback: 'Failed',
  onFailure: 'toast',
  tellsCause: true,
} as const

export const transferUsdt = endpoint({
  ...sending,
  name: 'transferUsdt',
  leaves: true,
  path: '/transfer',
  summary: 'Sends USDT to another customer, or to an address outside; a new address waits first.',
})

export const transferUsdau = endpoint({
  ...sending,
  name: 'transferUsdau',
  leaves: true,
  path: '/transfer-usdau',
  summary: 'Sends USDAU to another customer, or to an address outside; a new address waits first.',
})

export const transferQmgt = endpoint({
  ...sending,
  name: 'transferQmgt',
  leaves: true,
  path: '/transfer-qgmt',
  summary: 'Sends QMGT to another customer, or to an address outside; a new address waits first.',
})

export const quoteTransfer = endpoint({
  name: 'quoteTransfer',
  method: 'GET',
  path: '/transfer-quote',
  summary: 'What a transfer would cost, to whom it would go and when it would leave. Nothing is sent.',
  gate: 'verified',
  query: z.strictObject({ asset: z.enum(sendableAssets), receiver, amount: amountText }),
  reply: data(quote),
  errors: ['ReceiverUnknown', 'ReceiverRefused', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const listTransfers = endpoint({
  ...listOf({ state: z.optional(z.enum(['waiting', 'ended'])) }, transfer),
  name: 'listTransfers',
  path: '/get-all-transfer',
  summary:
    'What the customer has sent or asked to send, newest first: all, what waits, or what ended without being sent.',
  gate: 'customer',
})

export const listUsdauTransfers = endpoint({
  ...listOf({}, transfer),
  name: 'listUsdauTransfers',
  path: '/get-transfer-usdau',
  summary: 'The same, of USDAU alone.',
  gate: 'customer',
})

export const cancelTransfer = endpoint({
  name: 'cancelTransfer',
  method: 'POST',
  path: '/transfers/:id/cancel',
  summary: 'Calls off a transfer that waits; what was set aside is available again. Harmless when repeated.',
  gate: 'customer',
  params: z.strictObject({ id: z.uuid() }),
  reply: data(transfer),
  errors: ['NotFound', 'TransferLeft'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const cancelTransferByMail = endpoint({
  name: 'cancelTransferByMail',
  method: 'POST',
  path: '/cancel-transfer',
  summary: 'The same with the link in the mail, without a session.',
  gate: 'public',
  body: z.strictObject({ token: linkToken }),
  reply: done,
  errors: ['LinkInvalid', 'TransferLeft', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const readSending = endpoint({
  name: 'readSending',
  method: 'GET',
  path: '/sending',
  summary: 'Whether the account can send now, with its limits and fees.',
  gate: 'customer',
  reply: data(
    z.object({
      /** Since when nothing leaves the account because it was frozen; null when it is not. */
      frozenSince: z.nullable(z.iso.datetime()),
      /** Until then nothing leaves it, because a credential was changed. */
      heldUntil: z.nullable(z.iso.datetime()),
      /** Since when the chain is out of reach: what is sent is taken all the same, and goes on when it is back. */
      chainSilentSince: z.nullable(z.iso.datetime()),
      /** How long a new address waits. */
      newAddressHours: z.number(),
      assets: z.array(sendingRules),
    }),
  ),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const listAddresses = endpoint({
  name: 'listAddresses',
  method: 'GET',
  path: '/addresses',
  summary: 'The address book: outside addresses that the customer sends to.',
  gate: 'customer',
  reply: data(z.array(savedAddress)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const addAddress = endpoint({
  name: 'addAddress',
  leaves: true,
  method: 'POST',
  path: '/addresses',
  summary: 'Adds an outside address, which then waits before it can be used. One that is there gets the new label.',
  gate: 'verified',
  stepUp: 'pin-2fa',
  idempotent: true,
  body: z.strictObject({
    address: receiver,
    label: z.string().check(z.trim(), z.maxLength(60, 'Please use at most 60 characters.')),
  }),
  reply: data(savedAddress),
  errors: ['ReceiverRefused', 'AddressBookFull', 'OutgoingFrozen', 'OutgoingHeld'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const removeAddress = endpoint({
  name: 'removeAddress',
  method: 'DELETE',
  path: '/addresses/:id',
  summary: 'Takes an address off the book. Transfers to it that wait are called off.',
  gate: 'customer',
  params: z.strictObject({ id: z.uuid() }),
  reply: done,
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const cancelAddressByMail = endpoint({
  name: 'cancelAddressByMail',
  method: 'POST',
  path: '/cancel-address',
  summary: 'The same for an address that waits, with the link in the mail, without a session.',
  gate: 'public',
  body: z.strictObject({ token: linkToken }),
  reply: done,
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const freezeOutgoing = endpoint({
  name: 'freezeOutgoing',
  method: 'POST',
  path: '/freeze-outgoing',
  summary: 'Nothing leaves the account any more, and what waits is called off.',
  gate: 'customer',
  reply: done,
  errors: [],
  fallback: 'Failed',
  onFailure: 'toast',
})

export const freezeOutgoingByMail = endpoint({
  name: 'freezeOutgoingByMail',
  method: 'POST',
  path: '/freeze-outgoing/by-mail',
  summary: 'The same with the link that stands in every mail about something that leaves, without a session.',
  gate: 'public',
  body: z.strictObject({ token: linkToken }),
  reply: done,
  errors: ['LinkInvalid', 'TooManyTries'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const unfreezeOutgoing = endpoint({
  name: 'unfreezeOutgoing',
  method: 'POST',
  path: '/unfreeze-outgoing',
  summary: 'Lets the account send again, with password and 2FA code.',
  gate: 'customer',
  body: z.strictObject({ password, inputCode: twoFactorCode }),
  reply: done,
  errors: ['PasswordIncorrect', 'TwoFactorCodeIncorrect', 'TwoFactorOff', 'TooManyTries', 'OutgoingFrozen'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const listArrivals = endpoint({
  name: 'listArrivals',
  method: 'GET',
  path: '/deposits-on-their-way',
  summary: 'What is on its way to the customer’s wallet and not final yet, as of the last look at the chain.',
  gate: 'customer',
  reply: z.object({
    data: z.array(arrival),
    /** When the chain was last looked at; null when it never was. */
    meta: z.object({ lookedAt: z.nullable(z.iso.datetime()) }),
  }),
  errors: [],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const listMovements = endpoint({
  ...listOf({ ...movementFilter, code: z.optional(searchedCode) }, movement),
  name: 'listMovements',
  path: '/movements',
  summary: 'Everything that came to the customer or left him, whatever caused it, newest first.',
  gate: 'customer',
  reads: 'replica',
})

export const recentActivities = endpoint({
  name: 'recentActivities',
  method: 'GET',
  path: '/recent-activities-user',
  summary: 'The last few movements.',
  gate: 'customer',
  reply: data(z.array(movement)),
  errors: [],
  fallback: 'Failed',
  onFailure: 'null',
})

export const downloadMovements = endpoint({
  ...fileOf(movementFilter),
  name: 'downloadMovements',
  path: '/movements.csv',
  summary: 'The same as a table to download, newest first.',
  gate: 'customer',
  reads: 'replica',
})

export const readMovement = endpoint({
  name: 'readMovement',
  method: 'GET',
  path: '/movements/:code',
  summary: 'One of the customer’s movements, by number or id, with the entries behind it.',
  gate: 'customer',
  params: z.strictObject({ code: movementCode }),
  reply: data(movementDetails),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})

export const readReceipt = endpoint({
  name: 'readReceipt',
  method: 'GET',
  path: '/transaction-details/:id/:transactionType',
  summary: 'A receipt that may be shared: reached by an id that cannot be guessed, and names nobody.',
  gate: 'public',
  params: z.strictObject({ id: z.uuid(), transactionType: z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/)) }),
  reply: data(receipt),
  errors: ['NotFound'],
  fallback: 'Failed',
  onFailure: 'raise',
})
