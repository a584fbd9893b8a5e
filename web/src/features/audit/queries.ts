import { auditFile, listAudit } from '@ingot/endpoints/audit'
import { type FilterOf, useDownload, useList } from '../../lib/use-list.ts'

export type AuditFilter = FilterOf<typeof listAudit>

export const useAudit = (filter: AuditFilter) => useList(listAudit, { key: ['audit'], filter })

export const useDownloadAudit = () => useDownload(auditFile, 'audit-log.csv')
