import type { BodyOf } from '@ingot/endpoints/endpoint'
import { addAddress, transferQmgt, transferUsdau, transferUsdt } from '@ingot/endpoints/wallet'
import type { Transfer } from '@ingot/endpoints/wallet-fields'
import { amountWords } from '../../lib/amount-words.ts'
import { formatMoment } from '../../lib/local-format.ts'
import type { PendingTransaction } from '../../lib/pending-transaction.ts'
import { performTransaction, resumeTransaction, type Transaction } from '../../lib/transaction.ts'
import type { TransferQuote } from './sending/queries.ts'
import { briefAddress, partyWords } from './sending/transfer-words.ts'

type TransferEndpoint = typeof transferUsdt | typeof transferQmgt | typeof transferUsdau

const transferEndpoints = { USDT: transferUsdt, QMGT: transferQmgt, USDAU: transferUsdau } as const

/** The whole sum with its parts; nothing where there is no fee, and the amount is all of it. */
const sumWords = ({ asset, amount, fee, total }: Pick<Transfer, 'asset' | 'amount' | 'fee' | 'total'>): string => {
  const say = (figure: string) => amountWords({ asset, amount: figure })
  return /[1-9]/.test(fee) ? `${say(total)} in total: ${say(amount)} and a fee of ${say(fee)}.` : 'There is no fee.'
}

/** The transfer in one line, for whoever confirms it. */
const dealWords = (quote: TransferQuote): string => {
  const { asset, total, fee, receiver } = quote
  const sent = `Send ${amountWords(quote)} to ${partyWords(receiver)}`
  return /[1-9]/.test(fee) ? `${sent}, ${amountWords({ asset, amount: total })} with the fee` : sent
}

const transferTransaction = (endpoint: TransferEndpoint): Transaction<TransferEndpoint> => ({
  endpoint,
  movementOf: ({ data }) => data.movement?.id ?? null,
  title: ({ data }) => (data.state === 'waiting' ? 'Transfer scheduled' : ''),
  describe: ({ data }) => {
    const [what, to] = [amountWords(data), partyWords(data.receiver)]
    return data.leavesAt === null
      ? `You sent ${what} to ${to}.\n${sumWords(data)}`
      : `${what} will be sent to ${to} on ${formatMoment(new Date(data.leavesAt))}. You can cancel it until then.\n${sumWords(data)}`
  },
  // The form shows the new fee and asks again: what was shown is what is done.
  answeredByPage: ['FeeChanged'],
})

const addressTransaction: Transaction<typeof addAddress> = {
  endpoint: addAddress,
  movementOf: () => null,
  title: () => 'Address saved',
  describe: ({ data }) =>
    data.state === 'ready'
      ? `${briefAddress(data.address)} is in your address book.`
      : `${briefAddress(data.address)} can be used from ${formatMoment(new Date(data.usableFrom))}. Anything you send there sooner will wait until then.`,
  answeredByPage: ['ReceiverRefused', 'AddressBookFull'],
}

/** Sends exactly what the quote showed; the receiver as he was written. */
export const performTransfer = (quote: TransferQuote, receiver: string) =>
  performTransaction(
    transferTransaction(transferEndpoints[quote.asset]),
    { body: { receiver, amount: quote.amount, fee: quote.fee } },
    dealWords(quote),
  )

export const performAddAddress = (body: BodyOf<typeof addAddress>) =>
  performTransaction(addressTransaction, { body }, `Save ${briefAddress(body.address)} in your address book`)

/** Whether it is one that the wallet began. */
export const isOfWallet = ({ endpoint }: PendingTransaction): boolean =>
  endpoint === addAddress.name || Object.values(transferEndpoints).some(({ name }) => name === endpoint)

export const resume = async (pending: PendingTransaction): Promise<void> => {
  const transfer = Object.values(transferEndpoints).find(({ name }) => name === pending.endpoint)
  if (transfer) await resumeTransaction(transferTransaction(transfer), pending)
  if (pending.endpoint === addAddress.name) await resumeTransaction(addressTransaction, pending)
}
