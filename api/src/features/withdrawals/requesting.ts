import { randomUUID } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { type Operation, runOperation } from '@ingot/db/operations'
import { amountOf } from '@ingot/money/amount'
import { parseAmount } from '@ingot/money/amount-text'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { record } from '../identity/identity.ts'
import { openSender } from '../wallet/senders.ts'
import { usableAddress } from './addresses.ts'
import { bookRequest, type NewParcel } from './booking.ts'
import * as choices from './choice-store.ts'
import { feesShown, gramsOf } from './choosing.ts'
import { feeIn } from './fees.ts'
import { sealAddress } from './sealed.ts'
import { withdrawalMail } from './sent-jobs.ts'
import { shownWithdrawals } from './shown.ts'
import { findSource, refuseShort } from './sources.ts'
import { findWithdrawal } from './store.ts'
import type { Withdrawals } from './withdrawals.ts'

type Asked = { customer: string; from: Origin; operation: Operation; useGrants: (tx: Tx) => Promise<void> }

/** One's own that is alive. Whoever asks with one that was used up or given up is told that it has expired. */
const aliveChoice = async (tx: Tx, customer: string, id: string, at: Date): Promise<choices.Choice> => {
  const choice = await choices.lockChoice(tx, customer, id)
  if (!choice) throw new Failure('NotFound')
  const { figures, order, releasedAt, until } = choice
  if (order !== null || releasedAt !== null || until <= at) throw new Failure('ChoiceExpired')
  const kept = await choices.lockKept(tx, id)
  if (kept.length !== figures.parcels.flatMap(({ bars }) => bars).length) throw new Failure('ChoiceExpired')
  return choice
}

const newParcel = (
  { feeAsset }: choices.ChoiceFigures,
  { bars, fees, insured }: choices.ChoiceFigures['parcels'][number],
): NewParcel => ({
  bars: bars.map(({ id, fineGrams }) => ({ id, fine: parseAmount('XAU', fineGrams) })),
  fees: feesShown(fees),
  insured: parseAmount('USD', insured),
  feeUnits: feeIn(feeAsset, feesShown(fees)).units,
})

/** The address as it is now: a parcel goes where its customer said when he asked for it. */
const sealedAddress = async (
  tx: Tx,
  withdrawals: Withdrawals,
  { customer, figures }: choices.Choice,
): Promise<Buffer | null> => {
  if (figures.address === null) return null
  const {
    id: _,
    usableFrom: __,
    ...address
  } = await usableAddress(tx, withdrawals, customer, figures.address).catch((error) => {
    // It was there when the bars were chosen, and was removed since.
    throw error instanceof Failure && error.error === 'NotFound'
      ? new Failure('AddressUnready', {}, 'This address was removed. Please choose another one.')
      : error
  })
  return sealAddress(withdrawals.kyc.personalData, customer, address)
}

/** Everything is looked at in the transaction that sets grams and fees aside; what a customer sends is counted one by one. */
export const requestWithdrawal = (withdrawals: Withdrawals, choiceId: string, asked: Asked) => {
  const { db, now, wallet, outbox } = withdrawals
  const { customer, from } = asked
  return runOperation(db, asked.operation, async (tx) => {
    await asked.useGrants(tx)
    await openSender(tx, wallet, customer)
    const at = now()
    const choice = await aliveChoice(tx, customer, choiceId, at)
    const { figures } = choice
    const { way, asset, holding, feeAsset, price, policyVersion } = figures
    const address = await sealedAddress(tx, withdrawals, choice)
    const source = await findSource(tx, customer, holding?.id, at)
    refuseShort(source, amountOf('XAU', gramsOf(figures).units))
    const ids = await bookRequest(tx, {
      ...{
        order: randomUUID(),
        customer,
        holding: holding?.id ?? null,
        asset,
        feeAsset,
        at,
        policyVersion,
        price,
        way,
        address,
      },
      parcels: figures.parcels.map((parcel) => newParcel(figures, parcel)),
      choice: choice.id,
    })
    await record(tx, { now }, { customer, kind: 'withdrawal-requested', from })
    // One mail tells of all parcels that were asked for together.
    await outbox.send(tx, withdrawalMail, {
      customer,
      kind: 'requested',
      withdrawal: ids[0] ?? '',
      at: at.toISOString(),
      ...from,
    })
    const made = await Promise.all(ids.map((id) => findWithdrawal(tx, id)))
    return {
      data: await shownWithdrawals(
        tx,
        made.flatMap((each) => each ?? []),
        at,
      ),
    }
  })
}
