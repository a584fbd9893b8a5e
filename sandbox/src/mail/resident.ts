import { join } from 'node:path'
import { type FaultOffers, openFaultDesk } from '../frame/faults.ts'
import type { Resident } from '../frame/resident.ts'
import { usingSetting } from '../settings.ts'
import { addMailApi } from './api.ts'
import { openMessageStore } from './message-store.ts'
import { addMailPages } from './pages.ts'
import { openReplying } from './replying.ts'
import { openSmtp } from './smtp.ts'

const OFFERS: FaultOffers = {
  slow: 'Each message is stored, and answered only after the delay.',
  refuse: 'No message is stored. Temporary answers 451, so the sender may try again; permanent answers 550.',
  twice: 'Each message is delivered twice, as by a relay that repeats itself.',
  lose: 'Each message is stored, but the connection breaks before the sender hears so.',
}

export type MailResident = Resident & { smtpPort: number }

type MailSettings = { data: string; host: string; smtpPort: number; replyPort?: number; now?: () => number }

export const openMail = async (given: MailSettings): Promise<MailResident> => {
  const faults = openFaultDesk(OFFERS)
  const stopping = new AbortController()
  const { replyPort = 0 } = given
  const reply = openReplying(replyPort)
  const folder = join(given.data, 'mail')
  const store = await usingSetting(`SANDBOX_DATA ${given.data}`, openMessageStore(folder, { now: given.now }))
  const opening = openSmtp(given.host, given.smtpPort, store, faults)
  const smtp = await usingSetting(`SANDBOX_SMTP_PORT ${given.smtpPort}`, opening)
  return {
    name: 'mail',
    title: 'Mail',
    purpose: 'Takes every message that is sent, to whomever, and shows it here instead of delivering it.',
    facts: () => [
      { label: 'Protocol', value: 'SMTP' },
      { label: 'Address', value: `${given.host}:${smtp.port}` },
      { label: 'Messages', value: String(store.list().length) },
    ],
    pages: [{ path: '/mail', title: 'Open the inbox' }],
    faults,
    smtpPort: smtp.port,
    addRoutes(server, pages) {
      addMailApi(server, store, stopping.signal, reply)
      addMailPages(server, store, pages, { reply, replyPort })
    },
    async stop() {
      stopping.abort()
      await smtp.stop()
      await store.close()
    },
  }
}
