import { readdir, readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sandboxClient } from '../client.ts'
import { openWebServer } from '../frame/web-server.ts'
import { openBank } from './resident.ts'
import { HOUSE_IBAN } from './settings.ts'

const noon = () => Date.parse('2026-11-17T12:00:00Z')

/** For tests: the bank alone, with its pages, on a folder that may be one it had before. */
export const openTestBank = async (folder: string, closeSeconds: number | null = null, now = noon) => {
  const inbox = join(folder, 'inbox')
  const resident = await openBank({ data: folder, bank: { iban: HOUSE_IBAN, inbox, closeSeconds }, now })
  const server = await openWebServer([resident])
  await server.listen({ host: '127.0.0.1', port: 0 })
  const baseUrl = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  const files = async (): Promise<string[]> => (await readdir(inbox).catch(() => [])).sort()
  return {
    baseUrl,
    inbox,
    desk: resident.desk,
    ...sandboxClient(baseUrl),
    files,
    readFile: (name: string) => readFile(join(inbox, name), 'utf8'),
    /** As a person who fills in a form of its pages. */
    submit: (path: string, fields: Record<string, string>) =>
      fetch(baseUrl + path, {
        method: 'POST',
        headers: { origin: baseUrl },
        body: new URLSearchParams(fields),
        redirect: 'manual',
      }),
    stop: () => Promise.all([resident.stop(), server.close()]),
  }
}

export type TestBank = Awaited<ReturnType<typeof openTestBank>>

type Wish = { id: string; amount: string; account?: string }

/** A pain.001 as small as one can be; `more` changes what it says. */
export const painOf = (message: string, wishes: Wish[], more: { sum?: string; count?: string; iban?: string } = {}) => {
  const cents = wishes.reduce((total, { amount }) => total + BigInt(amount.replace('.', '')), 0n)
  const sum = more.sum ?? `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`
  const sums = `<NbOfTxs>${more.count ?? wishes.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`
  const payments = wishes.map(
    ({ id, amount, account = 'DE89370400440532013000' }) => `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId>
<Amt><InstdAmt Ccy="USD">${amount}</InstdAmt></Amt><Cdtr><Nm>Ada &amp; Byron</Nm></Cdtr>
<CdtrAcct><Id><IBAN>${account}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Payout</Ustrd></RmtInf></CdtTrfTxInf>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>${message}</MsgId>${sums}</GrpHdr><PmtInf><PmtInfId>${message}</PmtInfId>${sums}
<DbtrAcct><Id><IBAN>${more.iban ?? HOUSE_IBAN}</IBAN></Id></DbtrAcct>${payments.join('')}</PmtInf></CstmrCdtTrfInitn></Document>`
}
