import type { BodyOf } from '@ingot/endpoints/endpoint'
import { addAddress, transferQmgt, transferUsdau, transferUsdt } from '@ingot/endpoints/wallet'
import type { SendableAsset } from '@ingot/endpoints/wallet-fields'
import { formatMoment } from '../../lib/local-format.ts'
import type { PendingTransaction } from '../../lib/pending-transaction.ts'
import { performTransaction, resumeTransaction, type Transaction } from '../../lib/transaction.ts'
import { amountWords, briefAddress, partyWords } from './sending/transfer-words.ts'

type TransferEndpoint = typeof transferUsdt | typeof transferQmgt | typeof transferUsdau

const transferEndpoints = { USDT: transferUsdt, QMGT: transferQmgt, USDAU: transferUsdau } as const

const transferTransaction = (endpoint: TransferEndpoint): Transaction<TransferEndpoint> => ({
  endpoint,
  movementOf: ({ data }) => data.movement?.id ?? null,
  title: ({ data }) => (data.state === 'waiting' ? 'Set aside, and leaves later' : ''),
  describe: ({ data }) =>
    data.leavesAt === null
      ? `You sent ${amountWords(data)} to ${partyWords(data.receiver)}.`
      : `${amountWords(data)} for ${partyWords(data.receiver)} leave on ${formatMoment(new Date(data.leavesAt))}. You can cancel it until then.`,
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
      : `${briefAddress(data.address)} can be used from ${formatMoment(new Date(data.usableFrom))}. What you send there before waits until then.`,
  answeredByPage: ['ReceiverRefused', 'AddressBookFull'],
}

export const performTransfer = (asset: SendableAsset, body: BodyOf<typeof transferUsdt>) =>
  performTransaction(transferTransaction(transferEndpoints[asset]), { body })

export const performAddAddress = (body: BodyOf<typeof addAddress>) => performTransaction(addressTransaction, { body })

/** Whether it is one that the wallet began. */
export const isOfWallet = ({ endpoint }: PendingTransaction): boolean =>
  endpoint === addAddress.name || Object.values(transferEndpoints).some(({ name }) => name === endpoint)

export const resume = async (pending: PendingTransaction): Promise<void> => {
  const transfer = Object.values(transferEndpoints).find(({ name }) => name === pending.endpoint)
  if (transfer) await resumeTransaction(transferTransaction(transfer), pending)
  if (pending.endpoint === addAddress.name) await resumeTransaction(addressTransaction, pending)
}
