import type { BankMovement, BankState, StatementSummary } from './api.ts'
import type { OtherAccount } from './books.ts'
import type { Version } from './camt.ts'
import type { Movement, Outcome } from './movement.ts'

/** Amounts are decimal text; what is not given is empty, false, or dollars. */
export type TransferWish = Partial<
  Record<'ultimateName' | 'bic' | 'reference' | 'text' | 'endToEndId' | 'currency', string> &
    Record<'split' | 'dropReference', boolean> &
    Record<'cutTo' | 'pending', number>
> & { name: string; account: string; amount: string }

export type StatementWish = Partial<
  Record<'batch' | 'skipNumber' | 'wrongSum' | 'hold', boolean> & { version: Version }
>

export type Parameters = Record<string, string | number | undefined>

type Call = <T>(method: string, path: string, parameters?: Parameters, body?: unknown) => Promise<T>

/** What tests and scripts ask of the bank. */
export const bankClient = (call: Call, baseUrl: string) => ({
  state: async (): Promise<BankState> => (await call<{ data: BankState }>('GET', '/api/bank')).data,
  accounts: async (): Promise<OtherAccount[]> =>
    (await call<{ data: OtherAccount[] }>('GET', '/api/bank/accounts')).data,
  /** What is paid to a closed account comes back. */
  setClosed: async (account: string, closed: boolean): Promise<OtherAccount> =>
    (await call<{ data: OtherAccount }>('PUT', `/api/bank/accounts/${encodeURIComponent(account)}`, {}, { closed }))
      .data,
  /** Oldest first, at most 1,000; continue after the last one's id. */
  movements: async (after?: string): Promise<BankMovement[]> =>
    (await call<{ data: BankMovement[] }>('GET', '/api/bank/movements', { after })).data,
  /** Somebody sends dollars to the house. Booked by the next closing. */
  send: async (transfer: TransferWish): Promise<Movement[]> =>
    (await call<{ data: Movement[] }>('POST', '/api/bank/transfers', {}, transfer)).data,
  /** Hands in a pain.001. Carried out by the next closing. */
  pay: async (xml: string): Promise<Movement[]> => {
    const headers = { 'content-type': 'application/xml' }
    const response = await fetch(new URL('/api/bank/payments', baseUrl), { method: 'POST', headers, body: xml })
    const answer = (await response.json()) as { data: Movement[]; error?: { message: string } }
    if (!response.ok) throw new Error(`POST /api/bank/payments: ${answer.error?.message}`)
    return answer.data
  },
  /** What becomes of a payment that waits, named by its number, the bank's reference or its EndToEndId. */
  decide: async (payment: string, outcome: Outcome, code?: string): Promise<Movement[]> =>
    (await call<{ data: Movement[] }>('POST', `/api/bank/movements/${payment}/outcome`, {}, { outcome, code })).data,
  /** A payment that was carried out comes back, all of it or less. */
  giveBack: async (payment: string, more: { code?: string; amount?: string } = {}): Promise<Movement[]> =>
    (await call<{ data: Movement[] }>('POST', `/api/bank/movements/${payment}/return`, {}, more)).data,
  /** A credit that was booked is taken back. */
  reverse: async (credit: string): Promise<Movement[]> =>
    (await call<{ data: Movement[] }>('POST', `/api/bank/movements/${credit}/reverse`, {}, {})).data,
  /** Books what waits, makes the next statement and sends it. */
  close: async (wish: StatementWish = {}): Promise<StatementSummary> =>
    (await call<{ data: StatementSummary }>('POST', '/api/bank/close', {}, wish)).data,
  statements: async (): Promise<StatementSummary[]> =>
    (await call<{ data: StatementSummary[] }>('GET', '/api/bank/statements')).data,
  /** The file itself. */
  statement: async (sequence: number): Promise<string> =>
    (await fetch(new URL(`/api/bank/statements/${sequence}.xml`, baseUrl))).text(),
  /** The same bytes once more. */
  sendAgain: async (sequence: number): Promise<StatementSummary> =>
    (await call<{ data: StatementSummary }>('POST', `/api/bank/statements/${sequence}/send`, {}, {})).data,
  /** Made anew, right unless told otherwise, and sent. */
  mend: async (sequence: number, wish: StatementWish = {}): Promise<StatementSummary> =>
    (await call<{ data: StatementSummary }>('POST', `/api/bank/statements/${sequence}/mend`, {}, wish)).data,
})
