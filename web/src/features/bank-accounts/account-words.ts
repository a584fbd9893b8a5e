import type { BankAccount, BankAccountReason } from '@ingot/endpoints/bank-fields'

/** Why an account was rejected or suspended. */
const reasonWords: Readonly<Record<BankAccountReason, string>> = {
  name: 'The name on the account is not the name we verified.',
  document: 'The statement could not be accepted.',
  code: 'The code was wrong too often.',
  late: 'The code was not entered in time.',
  other: '',
  'payment-returned': 'A payment to this account came back from the bank.',
  'name-changed': 'Your verified name has changed since the account was verified.',
  'death-reported': 'A report about your account is being checked.',
  customer: 'You removed it.',
}

/** Why it stands as it does, with what we wrote about it. */
export const whyWords = ({ reason, note }: Pick<BankAccount, 'reason' | 'note'>): string =>
  [reason === null ? '' : reasonWords[reason], note ?? ''].filter((words) => words !== '').join(' ')

export const triesWords = (left: number): string => (left === 1 ? 'One try left' : `${left} tries left`)

/** Whether another proof can be given: the last one led to nothing, or is not there yet. A report of death is not answered by one. */
export const takesProof = ({ state, reason, proof }: BankAccount): boolean => {
  if (state === 'Pending') return proof?.kind === 'deposit' && proof.triesLeft !== null
  return state === 'Rejected' || (state === 'Suspended' && reason !== 'death-reported')
}

/** Whether the code of a small deposit can be entered now. */
export const takesCode = ({ state, proof }: BankAccount): boolean =>
  state === 'Pending' && proof?.kind === 'deposit' && proof.isSent === true && (proof.triesLeft ?? 0) > 0
