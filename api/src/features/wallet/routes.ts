import { makeReceipt } from '@ingot/endpoints/documents'
import * as endpoints from '@ingot/endpoints/wallet'
import type { SendableAsset } from '@ingot/endpoints/wallet-fields'
import { type Binding, bind } from '../../bind.ts'
import { fileOf, pageOf } from '../../lists.ts'
import type { Kyc } from '../kyc/kyc.ts'
import { addAddress, cancelAddressByMail, listAddresses, removeAddress } from './addresses.ts'
import { listArrivals, readBalance, readBalances } from './balances.ts'
import { freeze, freezeByMail, unfreeze } from './freezing.ts'
import { movementList, readOwn, receiptOf, recentOf } from './movements.ts'
import { issueReceipt } from './receipts.ts'
import { sendingOf } from './senders.ts'
import { quoteFor, sendTransfer } from './sending.ts'
import { cancelTransfer, cancelTransferByMail, transferList } from './transfers.ts'
import type { Wallet } from './wallet.ts'

const done = { data: { done: true as const } }

const sendingRoutes = (wallet: Wallet): Binding[] => {
  const send = (
    endpoint: typeof endpoints.transferUsdt | typeof endpoints.transferUsdau | typeof endpoints.transferQmgt,
    asset: SendableAsset,
  ) =>
    bind(endpoint, ({ person, body, from, operation, useGrants }) =>
      sendTransfer(wallet, person, asset, body, { from, operation, useGrants }),
    )
  return [
    send(endpoints.transferUsdt, 'USDT'),
    send(endpoints.transferUsdau, 'USDAU'),
    send(endpoints.transferQmgt, 'QMGT'),
    bind(endpoints.quoteTransfer, async ({ person, query, from }) => {
      await wallet.identity.limits.take('receiver', person.id, from.address)
      return { data: await quoteFor(wallet, person, query) }
    }),
    bind(endpoints.listTransfers, ({ person, query }) => pageOf(transferList(wallet, person), query)),
    bind(endpoints.listUsdauTransfers, ({ person, query }) =>
      pageOf(transferList(wallet, person), { asset: 'USDAU', ...query }),
    ),
    bind(endpoints.cancelTransfer, async ({ person, params, from }) => ({
      data: await cancelTransfer(wallet, person, params.id, from),
    })),
    bind(endpoints.cancelTransferByMail, async ({ body, from }) => {
      await cancelTransferByMail(wallet, body.token, from)
      return done
    }),
    bind(endpoints.readSending, async ({ person }) => ({ data: await sendingOf(wallet, person) })),
  ]
}

const guardRoutes = (wallet: Wallet): Binding[] => [
  bind(endpoints.listAddresses, async ({ person }) => ({ data: await listAddresses(wallet, person) })),
  bind(endpoints.addAddress, ({ person, body, from, operation, useGrants }) =>
    addAddress(wallet, person, body, { from, operation, useGrants }),
  ),
  bind(endpoints.removeAddress, async ({ person, params, from }) => {
    await removeAddress(wallet, person, params.id, from)
    return done
  }),
  bind(endpoints.cancelAddressByMail, async ({ body, from }) => {
    await cancelAddressByMail(wallet, body.token, from)
    return done
  }),
  bind(endpoints.freezeOutgoing, async ({ person, from }) => {
    await freeze(wallet, person, from)
    return done
  }),
  bind(endpoints.freezeOutgoingByMail, async ({ body, from }) => {
    await freezeByMail(wallet, body.token, from)
    return done
  }),
  bind(endpoints.unfreezeOutgoing, async ({ person, body, from }) => {
    await unfreeze(wallet, person, body, from)
    return done
  }),
]

const readingRoutes = (wallet: Wallet): Binding[] => [
  bind(endpoints.readUsdtBalance, async ({ person }) => ({ data: await readBalance(wallet, person, 'USDT') })),
  bind(endpoints.readQmgtBalance, async ({ person }) => ({ data: await readBalance(wallet, person, 'QMGT') })),
  bind(endpoints.readUsdauBalance, async ({ person }) => ({ data: await readBalance(wallet, person, 'USDAU') })),
  bind(endpoints.readBalances, async ({ person }) => ({ data: await readBalances(wallet, person) })),
  bind(endpoints.listArrivals, ({ person }) => listArrivals(wallet, person)),
  bind(endpoints.listMovements, ({ person, query }) => pageOf(movementList(wallet, person), query)),
  bind(endpoints.recentActivities, async ({ person }) => ({ data: await recentOf(wallet, person) })),
  bind(endpoints.downloadMovements, async ({ person, query }) => fileOf(movementList(wallet, person), query)),
  bind(endpoints.readMovement, async ({ person, params }) => ({ data: await readOwn(wallet, person, params.code) })),
  bind(endpoints.readReceipt, async ({ params }) => ({
    data: await receiptOf(wallet, params.id, params.transactionType),
  })),
]

export const walletRoutes = (wallet: Wallet, kyc: Kyc): Binding[] => [
  ...readingRoutes(wallet),
  bind(makeReceipt, async ({ person, body, from }) => ({ data: await issueReceipt(wallet, kyc, person, body, from) })),
  ...sendingRoutes(wallet),
  ...guardRoutes(wallet),
]
