import type { Tx } from '@ingot/db/connect'
import type { Outbox } from '@ingot/db/jobs'
import type { PaymentReason } from '@ingot/endpoints/payment-fields'
import { type PaymentProcessor, ProcessorUnavailable } from '@ingot/providers/payments/port'
import type { Logger } from 'pino'
import { siteOf } from '../../config.ts'
import { notingContact } from '../../contacts/contacts.ts'
import { Failure } from '../../failure.ts'
import { type Deps, once } from '../../feature.ts'
import { type Holdings, holdingsOf } from '../holdings/holdings.ts'
import { type PaymentMail, paymentMail } from './sent-jobs.ts'
import * as store from './store.ts'

/** What the services of card payments work with. Without a processor the product is closed. */
export type Payments = Holdings & {
  outbox: Outbox
  log: Logger
  processor: PaymentProcessor | null
  /** Where the customer's browser comes back to. */
  site: string
}

const noting = (deps: Deps, processor: PaymentProcessor) =>
  notingContact(deps, { party: 'cards', isSilence: (error) => error instanceof ProcessorUnavailable }, processor)

export const paymentsOf = once(
  (deps: Deps): Payments => ({
    ...holdingsOf(deps),
    outbox: deps.outbox,
    log: deps.log,
    processor: deps.processor ? noting(deps, deps.processor) : null,
    site: siteOf(deps.config),
  }),
)

export const tell = (
  tx: Tx,
  { outbox }: Pick<Payments, 'outbox'>,
  row: { id: string; customer: string },
  kind: PaymentMail,
) => outbox.send(tx, paymentMail, { customer: row.customer, payment: row.id, kind })

/** Who takes cards. Where nobody does, the product is closed. */
export const processorOf = ({ processor }: Pick<Payments, 'processor'>): PaymentProcessor => {
  if (!processor) throw new Failure('ProductClosed', {}, 'Spend To Save is closed at the moment.')
  return processor
}

/** Asks the processor for somebody who waits. */
export const asking = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof ProcessorUnavailable ? new Failure('ProcessorUnavailable') : error
  }
}

/** Leaves it to operators, and tells its customer that it is not booked yet. */
export const holdPayment = async (
  tx: Tx,
  payments: Payments,
  row: store.Payment,
  reason: PaymentReason,
  { by, at }: store.By,
): Promise<void> => {
  await store.moveTo(tx, row.id, { to: 'Held', reason }, { by, at })
  await tell(tx, payments, row, 'held')
}
