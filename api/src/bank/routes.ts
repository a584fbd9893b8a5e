import * as calls from '@ingot/endpoints/bank'
import { Answer, type Binding, bind } from '../bind.ts'
import type { Identity } from '../features/identity/identity.ts'
import { fileOf, pageOf } from '../lists.ts'
import type { Bank } from './bank.ts'
import { exportPayments, openFile } from './exporting.ts'
import { fileList, lineTable, paymentList, statementList } from './lists.ts'
import { readBank } from './overview.ts'
import type { BankPart } from './part.ts'
import { upload } from './uploading.ts'

export const bankRoutes = (bank: Bank, parts: readonly BankPart[], identity: Identity): Binding[] => [
  bind(calls.readBank, async () => ({ data: await readBank(bank) })),
  bind(calls.uploadStatement, async ({ person, body, from }) => ({
    data: await upload(bank, identity, person, body, from),
  })),
  bind(calls.listBankStatements, ({ query }) => pageOf(statementList(bank), query)),
  bind(calls.listBankLines, ({ query }) => pageOf(lineTable(bank, parts), query)),
  bind(calls.bankLineFile, async ({ query }) => fileOf(lineTable(bank, []), query)),
  bind(calls.listBankPayments, ({ person, query }) => pageOf(paymentList(bank, person), query)),
  bind(calls.exportPayments, ({ person, body, from, operation }) =>
    exportPayments({ bank, parts, identity }, person, body, { from, operation }),
  ),
  bind(calls.listPaymentFiles, ({ query }) => pageOf(fileList(bank), query)),
  bind(calls.downloadPaymentFile, async ({ person, params }) => {
    const { name, bytes } = await openFile(bank, person, params.id)
    return new Answer(bytes, { headers: { 'content-disposition': `attachment; filename="${name}"` } })
  }),
]
