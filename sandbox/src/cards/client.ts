import type { Parameters } from '../bank/client.ts'
import type { CardSummary, DeskOrder, EventSummary } from './desk-api.ts'

type Call = <T>(method: string, path: string, parameters?: Parameters, body?: unknown) => Promise<T>

/** What is charged may be told to differ from what was asked for; a second step passes unless it is to fail, or is left. */
export type CardUse = { card: string; cents?: number; currency?: string; secondStep?: 'pass' | 'fail' | 'leave' }

/** What tests and scripts ask of the card processor. */
export const cardsClient = (call: Call) => {
  const post = async (path: string, body: object): Promise<CardSummary> =>
    (await call<{ data: CardSummary }>('POST', `/api/cards/${path}`, {}, body)).data
  return {
    /** Oldest first. */
    payments: async (): Promise<CardSummary[]> =>
      (await call<{ data: CardSummary[] }>('GET', '/api/cards/payments')).data,
    /** As a customer at its page, named by the id of the session. */
    pay: (session: string, use: CardUse): Promise<CardSummary> => post(`sessions/${session}/pay`, use),
    /** What becomes now of a card that pays or fails later. */
    settleLater: (session: string, outcome: 'paid' | 'failed'): Promise<CardSummary> =>
      post(`sessions/${session}/later`, { outcome }),
    /** From its own side, all that is left or less; named by the id of the session or the intent. */
    refund: (intent: string, more: { cents?: number } = {}): Promise<CardSummary> =>
      post(`intents/${intent}/refund`, more),
    dispute: (intent: string, more: { cents?: number } = {}): Promise<CardSummary> =>
      post(`intents/${intent}/dispute`, more),
    close: (dispute: string, outcome: 'won' | 'lost'): Promise<CardSummary> =>
      post(`disputes/${dispute}/close`, { outcome }),
    /** Oldest first. */
    events: async (): Promise<EventSummary[]> =>
      (await call<{ data: EventSummary[] }>('GET', '/api/cards/events')).data,
    resend: async (event: string): Promise<void> => {
      await call('POST', `/api/cards/events/${event}/send`, {}, {})
    },
    /** Whether messages are sent, and where to. */
    setDesk: async (change: DeskOrder): Promise<DeskOrder> =>
      (await call<{ data: DeskOrder }>('PUT', '/api/cards/desk', {}, change)).data,
    /** Resolves when every message that is due has been tried; says how many wait for later. */
    settled: async (): Promise<number> =>
      (await call<{ data: { waiting: number } }>('GET', '/api/cards/webhooks/settled')).data.waiting,
  }
}
