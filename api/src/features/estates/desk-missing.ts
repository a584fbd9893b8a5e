import type { EstateFileKind } from '@ingot/endpoints/estate-fields'
import { wholeShare } from '@ingot/endpoints/nominee-fields'
import { type Amount, amountOf } from '@ingot/money/amount'
import { parseAmount, shownText } from '@ingot/money/amount-text'
import { policy } from '../../policy.ts'
import { shareText } from '../nominees/checking.ts'
import { isMinorOn } from './same-person.ts'
import type { Receiving } from './store.ts'

export const nameOf = ({ firstName, middleName, lastName }: Omit<Receiving, 'guardian' | 'contact' | 'dateOfBirth'>) =>
  [firstName, middleName, lastName].filter(Boolean).join(' ')

/** What approving goes by. */
export type Standing = {
  /** Papers that an operator found to be what they say. */
  accepted: readonly { kind: EstateFileKind; beneficiary: string | null }[]
  beneficiaries: readonly (Receiving & { id: string; share: number })[]
  /** Whether nominees held on the day of death, and whether those who receive are exactly these. */
  hadNominees: boolean
  isAsNominated: boolean
  /** Undefined while there is no price to rely on. */
  worth: Amount<'USD'> | undefined
  owedCents: bigint
  /** What of it is settled out of free dollars when it is approved. */
  settledCents: bigint
  /** Whether something of the customer's is still on its way out. */
  isOnItsWay: boolean
}

export const onItsWayWords =
  'A withdrawal, a payout or a transfer of this customer is still open. It has to end before the estate can be approved.'

export const centsText = (cents: bigint): string => shownText(amountOf('USD', cents))

const courtLimit = (): Amount<'USD'> => parseAmount('USD', policy.estates.courtPaperAboveUsd)

/** Why a court's paper is needed, if so. */
const courtPaperFor = ({ hadNominees, isAsNominated, worth }: Standing): string | undefined => {
  if (!hadNominees) return 'No nominees held on the day of death'
  if (!isAsNominated) return 'Those who receive are not exactly the nominees who held on the day of death'
  if (worth && isAboveLimit(worth)) return `It is worth more than ${shownText(courtLimit())}`
}

export const isAboveLimit = ({ units }: Amount<'USD'>): boolean => units > courtLimit().units

/** What still stands in the way of approving, each a sentence that says what is to be done. */
export const missingOf = (standing: Standing, today: Date): string[] => {
  const { accepted, beneficiaries, worth, owedCents, settledCents, isOnItsWay } = standing
  const has = (kind: EstateFileKind) => accepted.some((each) => each.kind === kind)
  const missing: string[] = []
  if (!has('death-certificate')) missing.push('No death certificate was accepted yet.')
  const court = courtPaperFor(standing)
  if (court && !has('court-paper')) missing.push(`${court}: a court’s paper has to be accepted first.`)
  if (beneficiaries.length === 0) missing.push('Nobody is named who receives.')
  const shares = beneficiaries.reduce((sum, { share }) => sum + share, 0)
  if (beneficiaries.length > 0 && shares !== wholeShare)
    missing.push(`The shares come to ${shareText(shares)}, not to 100 %.`)
  for (const each of beneficiaries) {
    if (!accepted.some(({ kind, beneficiary }) => kind === 'identity' && beneficiary === each.id))
      missing.push(`No paper was accepted yet that shows who ${nameOf(each)} is.`)
    if (isMinorOn(each.dateOfBirth, today) && each.guardian === null)
      missing.push(`${nameOf(each)} is under age and has no guardian.`)
  }
  if (owedCents > settledCents)
    missing.push(
      `The customer owes ${centsText(owedCents)}, and the dollars that are free settle only ${centsText(settledCents)} of it. The rest has to be settled first.`,
    )
  if (isOnItsWay) missing.push(onItsWayWords)
  if (!worth) missing.push('There is no price to rely on now. Please look again later.')
  return missing
}
