import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { fileOf, listOf, period } from './list.ts'
import { customerName, fact } from './operator-fields.ts'

// Who did what. Nobody can change it, and whoever tries is found out.

const line = z.object({
  number: z.string(),
  at: z.iso.datetime(),
  /** Which operator it was; null for a command at the machine. */
  operator: z.nullable(z.string()),
  action: z.string(),
  /** The action in words. */
  title: z.string(),
  customer: z.nullable(customerName),
  thing: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  facts: z.array(fact),
  /** Done by one person where it usually takes two. */
  alone: z.boolean(),
})

export type AuditLine = z.output<typeof line>

const filter = {
  ...period,
  operator: z.optional(z.string().check(z.maxLength(60))),
  action: z.optional(z.string().check(z.maxLength(60))),
  customer: z.optional(z.uuid()),
}

export const listAudit = endpoint({
  ...listOf(filter, line),
  name: 'listAudit',
  path: '/operator/audit',
  summary: 'What operators did, newest first.',
  gate: 'operator',
  reads: 'replica',
  roles: ['Owner', 'Compliance', 'Auditor'],
})

export const auditFile = endpoint({
  ...fileOf(filter),
  name: 'auditFile',
  path: '/operator/audit.csv',
  summary: 'The same as a table.',
  gate: 'operator',
  reads: 'replica',
  roles: ['Owner', 'Compliance', 'Auditor'],
})
