import { listApprovals } from '@ingot/endpoints/approvals'
import {
  bankLineFile,
  downloadPaymentFile,
  exportPayments,
  listBankLines,
  listBankPayments,
  listBankStatements,
  listPaymentFiles,
  type PaymentFile,
  readBank,
  uploadStatement,
} from '@ingot/endpoints/bank'
import type { BodyOf, ReplyOf } from '@ingot/endpoints/endpoint'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/call.ts'
import { addDecimals } from '../../lib/decimal-text.ts'
import { saveFile } from '../../lib/save-file.ts'
import { type FilterOf, useDownload, useList, walkList } from '../../lib/use-list.ts'

/** Lines are worked and payments come in while somebody looks. */
const poll = 15_000

export type Bank = ReplyOf<typeof readBank>['data']
export type LineFilter = FilterOf<typeof listBankLines>
export type PaymentFilter = FilterOf<typeof listBankPayments>
export type StatementFilter = FilterOf<typeof listBankStatements>

export const useBank = () =>
  useQuery({
    queryKey: ['bank', 'sums'],
    queryFn: async ({ signal }) => (await request(readBank, {}, signal)).data,
    refetchInterval: poll,
  })

export const useStatements = (filter: StatementFilter) =>
  useList(listBankStatements, { key: ['bank', 'statements'], filter, pollOf: () => poll })

export const useLines = (filter: LineFilter) =>
  useList(listBankLines, { key: ['bank', 'lines'], filter, pollOf: () => poll })

export const useDownloadLines = () => useDownload(bankLineFile, 'bank-lines.csv')

export const usePayments = (filter: PaymentFilter) =>
  useList(listBankPayments, { key: ['bank', 'payments'], filter, pollOf: () => poll })

export const useFiles = () => useList(listPaymentFiles, { key: ['bank', 'files'], filter: {} })

const actions = ['confirm-statement', 'match-line', 'return-line', 'keep-line']

/** What waits for another operator and concerns the bank, as far as the newest requests tell. */
export const useAskedOfBank = () =>
  useQuery({
    queryKey: ['approvals', 'about', 'bank'],
    queryFn: async ({ signal }) => (await request(listApprovals, { query: { show: 'open' } }, signal)).data,
    select: (open) => open.filter(({ action }) => actions.includes(action)),
  })

/** Whatever came of it: figures, lists and requests may be other ones now. */
const useRefresh = () => {
  const client = useQueryClient()
  return () => Promise.all(['bank', 'approvals', 'desk'].map((key) => client.invalidateQueries({ queryKey: [key] })))
}

export const useUploadStatement = () =>
  useMutation({
    mutationFn: async (body: BodyOf<typeof uploadStatement>) => (await request(uploadStatement, { body })).data,
    onSettled: useRefresh(),
  })

/** How many pages of what is ready are added up; a file that holds more is rare, and says its sum once it is made. */
const mostPages = 40

/** What whoever asks may put into a file, as it stands now. */
export const useToSend = () =>
  useQuery({
    queryKey: ['bank', 'to-send'],
    queryFn: async ({ signal }) => {
      let [count, others, sum] = [0, 0, '0']
      for await (const { amount, maySend } of walkList(listBankPayments, { state: 'Ready' }, { mostPages, signal })) {
        if (maySend) [count, sum] = [count + 1, addDecimals(sum, amount)]
        else others += 1
      }
      return { count, others, sum }
    },
    staleTime: 0,
  })

/** Each press is a request of its own: it has a code in it that works once. */
export const useMakeFile = () =>
  useMutation({
    mutationFn: async (body: BodyOf<typeof exportPayments>) =>
      (await request(exportPayments, { body, operation: crypto.randomUUID() })).data,
    onSettled: useRefresh(),
  })

/** Each opening is recorded, so nothing of it is kept for another time. */
export const useSaveFile = () =>
  useMutation({
    mutationFn: async ({ id, name }: PaymentFile) => {
      const bytes = await request(downloadPaymentFile, { params: { id } })
      saveFile(name, new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/xml' }))
    },
  })
