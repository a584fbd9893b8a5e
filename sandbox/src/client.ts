import type { FaultOrder, StandingFault } from './frame/faults.ts'
import type { MailMessage } from './mail/api.ts'
import type { MessageSummary } from './mail/message-store.ts'

type ResidentState = { resident: string; fault: StandingFault | null; offers: Record<string, string> }

type MailPage = { data: MessageSummary[]; meta: { cursor: string | null } }

type Parameters = Record<string, string | number | undefined>

/** What tests and scripts ask of a running sandbox. Every call throws, with the sandbox's own words, when it is refused. */
export const sandboxClient = (baseUrl: string) => {
  const call = async <T>(method: string, path: string, parameters: Parameters = {}, body?: unknown): Promise<T> => {
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
      clear: async (): Promise<number> =>
        (await call<{ data: { deleted: number } }>('DELETE', '/api/mail')).data.deleted,
    },
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
