import { join } from 'node:path'
import { type FaultOffers, openFaultDesk } from '../frame/faults.ts'
import type { Resident } from '../frame/resident.ts'
import { openJsonFolder } from '../kyc/json-folder.ts'
import { usingSetting } from '../settings.ts'
import { addBankApi } from './api.ts'
import { type ClosedAccount, openBooks, type Statement } from './books.ts'
import { openChannel } from './channel.ts'
import { openDelivery } from './delivery.ts'
import { type BankDesk, openBankDesk } from './desk.ts'
import { type Order, showCents } from './movement.ts'
import { addBankPages } from './pages.ts'
import type { BankSettings } from './settings.ts'

const OFFERS: FaultOffers = {
  slow: 'A request is answered only after the delay; a statement stands half written in the folder for as long.',
  refuse: 'No request is done. Temporary answers 503, permanent 403.',
  lose: 'A request is done and cut off without an answer; a statement is sent and never arrives.',
  twice: 'A statement arrives as two files.',
}

const SUBJECTS = ['request', 'channel']

export type BankResident = Resident & { desk: BankDesk }

export const openBank = async (given: { data: string; bank: BankSettings; now?(): number }): Promise<BankResident> => {
  const { data, bank: settings, now = Date.now } = given
  const folder = <T>(name: string) => usingSetting(`SANDBOX_DATA ${data}`, openJsonFolder<T>(join(data, 'bank', name)))
  const orders = await folder<Order>('orders')
  const statements = await folder<Statement>('statements')
  const accounts = await folder<ClosedAccount>('accounts')
  const faults = openFaultDesk(OFFERS, SUBJECTS)
  const stopping = new AbortController()
  const { iban, inbox, closeSeconds } = settings
  const books = openBooks(orders, statements, accounts)
  const delivery = openDelivery(inbox === '' ? null : openChannel(inbox), faults)
  const desk = openBankDesk({ books, iban, delivery, closeSeconds, now })
  await usingSetting(`SANDBOX_BANK_INBOX ${inbox}`, desk.begin())
  return {
    name: 'bank',
    title: 'Bank',
    purpose:
      'Has the house’s account and everybody else’s: takes transfers, makes statements and carries out payments.',
    facts: () => [
      { label: 'Protocol', value: 'camt.053 and pain.001' },
      { label: 'Account', value: iban },
      { label: 'Balance', value: `${showCents(books.balance())} USD` },
      {
        label: 'Statements',
        value: `${books.days().length}, ${inbox === '' ? 'fetched by hand' : 'sent by its channel'}`,
      },
    ],
    pages: [{ path: '/bank', title: 'Open the bank' }],
    faults,
    desk,
    addRoutes(server, pages) {
      addBankApi(server, { desk, faults, stopping: stopping.signal })
      addBankPages(server, desk, pages)
    },
    async stop() {
      stopping.abort()
      await desk.stop()
      await Promise.all([orders.close(), statements.close(), accounts.close()])
    },
  }
}
