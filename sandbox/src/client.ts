import type { Address, Hex } from 'viem'
import { bankClient, type Parameters } from './bank/client.ts'
import { cardsClient } from './cards/client.ts'
import type { ChainApiState, ReorgResult } from './chain/api.ts'
import type { ContractName } from './chain/contracts.ts'
import type { FaucetAsset } from './chain/faucet.ts'
import { courierClient } from './courier/client.ts'
import type { FaultOrder, StandingFault } from './frame/faults.ts'
import type { ReviewResult } from './kyc/applicant.ts'
import type { ApplicantSummary, DeskOrder } from './kyc/desk-api.ts'
import type { MailMessage, MessageSummary } from './mail/mail-folder.ts'

type ResidentState = { resident: string; fault: StandingFault | null; offers: Record<string, string> }

type MailPage = { data: MessageSummary[]; meta: { cursor: string | null } }

type NamedContract = { name: ContractName; address: Address; abi: readonly unknown[] }

type PriceState = { price: string | null; paused: boolean }

type Verdict = Pick<ReviewResult, 'reviewAnswer'> & Partial<ReviewResult>

/** One white dot. */
const SAMPLE_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
  'base64',
)

const callerOf =
  (baseUrl: string) =>
  async <T>(method: string, path: string, parameters: Parameters = {}, body?: unknown): Promise<T> => {
    const url = new URL(path, baseUrl)
    for (const [name, value] of Object.entries(parameters))
      if (value !== undefined) url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as T & { error?: { message: string } }
    if (!response.ok) throw new Error(`${method} ${url.pathname}${url.search}: ${answer.error?.message}`)
    return answer
  }

/** What tests and scripts ask of a running sandbox. Every call throws, with the sandbox's own words, when it is refused. */
export const sandboxClient = (baseUrl: string) => {
  const call = callerOf(baseUrl)
  return {
    mail: {
      /** The oldest message for `to` that came after `after`; waits for it, up to `waitSeconds` (at most 30). */
      next: async (wanted: { to?: string; after?: string; waitSeconds?: number }): Promise<MailMessage> =>
        (await call<{ data: MailMessage }>('GET', '/api/mail/next', wanted)).data,
      /** Newest first; continue with `before: meta.cursor`. */
      list: (wanted: { to?: string; after?: string; before?: string; limit?: number } = {}): Promise<MailPage> =>
        call<MailPage>('GET', '/api/mail', wanted),
      get: async (id: string): Promise<MailMessage> =>
        (await call<{ data: MailMessage }>('GET', `/api/mail/${encodeURIComponent(id)}`)).data,
      /** Answers it by SMTP, as whoever got it would. */
      reply: (id: string, text: string) =>
        call<unknown>('POST', `/api/mail/${encodeURIComponent(id)}/reply`, {}, { text }),
      clear: async (): Promise<number> =>
        (await call<{ data: { deleted: number } }>('DELETE', '/api/mail')).data.deleted,
    },
    chain: {
      state: async (): Promise<ChainApiState> => (await call<{ data: ChainApiState }>('GET', '/api/chain')).data,
      /** Makes contracts known by name: the explorer reads their calls, the faucet mints USDT, the price is fed. */
      registerContracts: async (contracts: NamedContract[]): Promise<void> => {
        await call('PUT', '/api/chain/contracts', {}, { contracts })
      },
      /** Resolves with the hash of a transaction that is waiting for its block. */
      faucet: async (order: { address: Address; asset: FaucetAsset; amount: string }): Promise<Hex> =>
        (await call<{ data: { hash: Hex } }>('POST', '/api/chain/faucet', {}, order)).data.hash,
      /** Resolves when the round with this price is in a block. */
      setPrice: async (usdPerOunce: string): Promise<PriceState> =>
        (await call<{ data: PriceState }>('PUT', '/api/chain/price', {}, { usdPerOunce })).data,
      pausePrice: async (paused: boolean): Promise<PriceState> =>
        (await call<{ data: PriceState }>('PUT', '/api/chain/price', {}, { paused })).data,
      /** How far its time is behind from now on; less than before. Resolves when the price has followed. */
      setBehind: (behindSeconds: number) => call<unknown>('PUT', '/api/chain/clock', {}, { behindSeconds }),
      reorg: async (order: { depth: 1 | 2; drop?: boolean }): Promise<ReorgResult> =>
        (await call<{ data: ReorgResult }>('POST', '/api/chain/reorg', {}, order)).data,
    },
    kyc: {
      /** Newest first. */
      applicants: async (wanted: { externalUserId?: string } = {}): Promise<ApplicantSummary[]> =>
        (await call<{ data: ApplicantSummary[] }>('GET', '/api/kyc/applicants', wanted)).data,
      /** As a person at the review desk. */
      decide: async (applicant: string, verdict: Verdict): Promise<ApplicantSummary> =>
        (await call<{ data: ApplicantSummary }>('POST', `/api/kyc/applicants/${applicant}/decide`, {}, verdict)).data,
      reset: async (applicant: string): Promise<ApplicantSummary> =>
        (await call<{ data: ApplicantSummary }>('POST', `/api/kyc/applicants/${applicant}/reset`, {}, {})).data,
      /** As a customer in the provider's page, with the token that the portal got: a passport, a selfie, submitted. */
      handIn: async (token: string): Promise<void> => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' }
        for (const document of ['type=PASSPORT&side=FRONT_SIDE&country=GBR', 'type=SELFIE']) {
          const url = new URL(`/api/websdk/documents?${document}`, baseUrl)
          const answer = await fetch(url, { method: 'POST', headers, body: SAMPLE_PICTURE })
          if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`)
        }
        const submit = await fetch(new URL('/api/websdk/submit', baseUrl), { method: 'POST', headers })
        if (!submit.ok) throw new Error(`the documents were not taken: ${submit.status}`)
      },
      /** Whether it decides by itself, and where its messages go. */
      setDesk: async (change: DeskOrder): Promise<DeskOrder> =>
        (await call<{ data: DeskOrder }>('PUT', '/api/kyc/desk', {}, change)).data,
      /** Resolves when every message that is due has been tried; says how many wait for later. */
      settled: async (): Promise<number> =>
        (await call<{ data: { waiting: number } }>('GET', '/api/kyc/webhooks/settled')).data.waiting,
    },
    bank: bankClient(call, baseUrl),
    cards: cardsClient(call),
    courier: courierClient(call),
    control: {
      list: async (): Promise<ResidentState[]> => (await call<{ data: ResidentState[] }>('GET', '/api/control')).data,
      set: async (resident: string, order: FaultOrder): Promise<ResidentState> =>
        (await call<{ data: ResidentState }>('PUT', `/api/control/${encodeURIComponent(resident)}`, {}, order)).data,
      clear: async (resident: string): Promise<ResidentState> =>
        (await call<{ data: ResidentState }>('DELETE', `/api/control/${encodeURIComponent(resident)}`)).data,
    },
  }
}

export type SandboxClient = ReturnType<typeof sandboxClient>
