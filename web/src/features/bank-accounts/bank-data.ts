import { addBankAccount } from '@ingot/endpoints/bank-accounts'
import { accountNumber } from '@ingot/endpoints/bank-fields'
import type { BodyOf } from '@ingot/endpoints/endpoint'
import { useSession } from '../../lib/session.ts'

export type NewAccount = BodyOf<typeof addBankAccount>
export type Proof = NewAccount['proof']
export type SentFile = { readonly id: string; readonly name: string }

/** What is being written into the form of a new account. */
export type BankData = {
  readonly holder: string
  readonly way: 'iban' | 'number'
  readonly iban: string
  readonly country: string
  readonly bank: string
  readonly number: string
  readonly bic: string
  readonly proof: Proof['kind']
  readonly statement: SentFile | null
}

const beginning: BankData = {
  holder: '',
  way: 'iban',
  iban: '',
  country: '',
  bank: '',
  number: '',
  bic: '',
  proof: 'statement',
  statement: null,
}

/**
 * It lives in the session's bank data, which stays in memory and is emptied at log-out: what was typed is there again when
 * the form is opened once more, and never in the browser's storage.
 */
export const useBankData = (name: string | null) => {
  const kept = useSession(({ bankData }) => bankData) as Partial<BankData>
  const { changeBankData, emptyBankData } = useSession.getState()
  return {
    data: { ...beginning, ...(name !== null && { holder: name }), ...kept } satisfies BankData,
    change: (changes: Partial<BankData>) => changeBankData(changes),
    empty: emptyBankData,
  }
}

/** Which proof is sent; undefined while the file is missing. */
export const proofOf = (kind: Proof['kind'], statement: SentFile | null): Proof | undefined => {
  if (kind === 'deposit') return { kind }
  return statement ? { kind, upload: statement.id } : undefined
}

export type Problems = Partial<Record<keyof BankData, string>>

const [byIban, byNumber] = accountNumber.def.options

/** The number as it was entered, by the way that was chosen. */
const numberOf = ({ way, iban, country, bank, number, bic }: BankData) =>
  way === 'iban' ? byIban.safeParse({ iban }) : byNumber.safeParse({ country, bank, number, bic })

/** What is sent, or the first sentence about each field that is wrong. */
export const readBankData = (data: BankData): { body: NewAccount } | { problems: Problems } => {
  const holder = addBankAccount.body.def.shape.holder.safeParse(data.holder)
  const account = numberOf(data)
  const proof = proofOf(data.proof, data.statement)
  if (holder.success && account.success && proof) return { body: { holder: holder.data, account: account.data, proof } }
  const problems: Record<string, string> = {}
  if (!holder.success) problems.holder = holder.error.issues[0]?.message ?? ''
  for (const { path, message } of account.error?.issues ?? []) problems[String(path[0])] ??= message
  if (!proof) problems.statement = 'Please send the statement first.'
  return { problems }
}

/** How the number is told to its owner while it is confirmed: by its end. */
export const endingOf = ({ way, iban, number }: BankData): string =>
  (way === 'iban' ? iban : number).replaceAll(/[^A-Za-z0-9]/g, '').slice(-4)
