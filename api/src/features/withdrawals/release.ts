import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Tx } from '@ingot/db/connect'
import { advance } from '@ingot/db/states'
import { inTransaction } from '@ingot/db/transaction'
import type { Origin } from '../../bind.ts'
import { Failure } from '../../failure.ts'
import { policy } from '../../policy.ts'
import { record } from '../identity/identity.ts'
import { newToken, tokenHash } from '../identity/keys.ts'
import type { PersonalData } from '../kyc/personal-data.ts'
import { fromTheHouse } from './ending.ts'
import { countWrongCode, findByLink, saveHandover } from './release-store.ts'
import { withdrawalMoves } from './rules.ts'
import { withdrawalMail } from './sent-jobs.ts'
import { lockWithdrawal, type StoredWithdrawal } from './store.ts'
import type { Withdrawals } from './withdrawals.ts'

// Who takes a parcel says six digits that stand in the portal and nowhere else.

type Opening = { personalData: PersonalData }

/** What is sealed of a handover: what its customer says, and what the label leads to. */
type Handover = { code: string; token: string }

const openHandover = (
  { personalData }: Opening,
  { id, releaseCode }: Pick<StoredWithdrawal, 'id' | 'releaseCode'>,
): Handover | null => releaseCode && personalData.open<Handover>(id, 'release-code', releaseCode)

/** The six digits that its customer says. */
export const codeOf = (opening: Opening, withdrawal: Pick<StoredWithdrawal, 'id' | 'releaseCode'>): string | null =>
  openHandover(opening, withdrawal)?.code ?? null

/** What a label leads whoever stands at the door to. It can be printed again. */
export const courierTokenOf = (
  opening: Opening,
  withdrawal: Pick<StoredWithdrawal, 'id' | 'releaseCode'>,
): string | null => openHandover(opening, withdrawal)?.token ?? null

/** A new code and a new link, for a parcel that is sent or lies ready: those before are worth nothing from here on. */
export const newHandover = async (
  tx: Tx,
  { kyc }: { kyc: Opening },
  { id }: Pick<StoredWithdrawal, 'id'>,
  at: Date,
  token: string = newToken(),
): Promise<Handover> => {
  const made = { code: String(randomInt(1_000_000)).padStart(6, '0'), token }
  const sealed = kyc.personalData.seal(id, 'release-code', made)
  await saveHandover(tx, id, { sealed, link: tokenHash(made.token), at })
  return made
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Released, or why not: 'wrong' counts, and a parcel with too many of those takes none any more. */
export type Released = 'released' | 'wrong' | 'closed'

/** What was delivered is told of, whoever found that out. What was late is found again first: only listed moves exist. */
export const markDelivered = async (
  tx: Tx,
  { outbox }: Pick<Withdrawals, 'outbox'>,
  { id, customer, state }: Pick<StoredWithdrawal, 'id' | 'customer' | 'state'>,
  { by, at, how, why }: { by: string; at: Date; how: 'code' | 'carrier'; why: string },
): Promise<void> => {
  if (state === 'Late') await advance(tx, withdrawalMoves, id, { to: 'Sent', by, why, at })
  // What was said once opens nothing any more.
  const set = { delivered_at: at, delivered_by: how, release_code: null, courier_link: null }
  await advance(tx, withdrawalMoves, id, { to: 'Delivered', by, why, at, set })
  await record(tx, { now: () => at }, { customer, kind: 'withdrawal-delivered', from: fromTheHouse })
  await outbox.send(tx, withdrawalMail, {
    customer,
    kind: 'delivered',
    withdrawal: id,
    at: at.toISOString(),
    ...fromTheHouse,
  })
}

/**
 * Hands over against the code. The row is locked by the caller, so that guesses at the same time are counted one by one; what is
 * counted has to be committed, so this answers and does not throw.
 */
export const releaseByCode = async (
  tx: Tx,
  withdrawals: Pick<Withdrawals, 'kyc' | 'outbox' | 'now'>,
  withdrawal: StoredWithdrawal,
  code: string,
  { by }: { by: string },
): Promise<Released> => {
  const { id, state, wrongCodes } = withdrawal
  const right = codeOf(withdrawals.kyc, withdrawal)
  if (right === null || (state !== 'Sent' && state !== 'Late' && state !== 'Ready')) return 'closed'
  if (wrongCodes >= policy.withdrawalDates.wrongCodes) return 'closed'
  if (!isSame(code, right)) {
    await countWrongCode(tx, id)
    return 'wrong'
  }
  await markDelivered(tx, withdrawals, withdrawal, { by, at: withdrawals.now(), how: 'code', why: 'the release code' })
  return 'released'
}

/** By whoever stands at the door. An unknown link, a wrong code and a parcel that is not on its way are answered alike. */
export const releaseParcel = async (
  withdrawals: Withdrawals,
  { token, code }: { token: string; code: string },
  from: Origin,
): Promise<void> => {
  const link = tokenHash(token)
  await withdrawals.wallet.identity.limits.take('parcel-code', link.toString('hex'), from.address)
  const released = await inTransaction(withdrawals.db, async (tx): Promise<Released> => {
    const id = await findByLink(tx, link)
    const locked = id === undefined ? undefined : await lockWithdrawal(tx, id)
    // At the counter an operator hands over.
    if (locked?.way !== 'deliver') return 'closed'
    return releaseByCode(tx, withdrawals, locked, code, { by: 'courier' })
  })
  if (released !== 'released') throw new Failure('ReleaseRefused')
}
