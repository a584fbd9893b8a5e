import { feature } from '../../feature.ts'
import { eraseAccount, exportAccount } from './customer-data.ts'
import { identityOf } from './identity.ts'
import { identityJobs } from './jobs.ts'
import { identityMailJobs } from './mail-jobs.ts'
import { identityRoutes } from './routes.ts'
import { recoveryStates } from './rules.ts'
import { twoFactorDecisions } from './taking-off.ts'

const opensAccount = { not: 'it opens the account' }

export const identity = feature({
  name: 'identity',
  tables: {
    customers: { exported: exportAccount, erased: eraseAccount },
    customer_consents: {
      exported: { as: 'consents', columns: 'text_name, text_version, text_hash, accepted_at' },
      erased: { kept: 'what was agreed to has to be shown for as long as the books' },
    },
    sessions: {
      exported: {
        as: 'sessions',
        columns: 'address, agent, started_at, last_active_at, ended_at',
        order: 'started_at',
      },
      erased: 'deleted',
    },
    shared_devices: {
      exported: { as: 'devicesSharedWithOthers', columns: 'seen_at', order: 'seen_at' },
      erased: 'deleted',
    },
    step_up_grants: { exported: opensAccount, erased: { with: 'sessions' } },
    backup_codes: { exported: opensAccount, erased: 'deleted' },
    mail_links: { exported: opensAccount, erased: 'deleted' },
    mail_sends: { exported: { as: 'mails', columns: 'kind, sent_at', order: 'sent_at' }, erased: 'deleted' },
    two_factor_recoveries: {
      exported: { as: 'recoveries', columns: 'state, requested_at, ends_at', order: 'id' },
      erased: 'deleted',
    },
    registrations: {
      by: 'email',
      exported: { not: 'nobody has shown that they are his' },
      erased: 'deleted',
    },
    registration_links: { exported: opensAccount, erased: { with: 'registrations' } },
    used_registration_links: 'impersonal',
    tries: { by: 'subject', exported: { not: 'counts that end within a day' }, erased: 'deleted' },
    used_second_steps: 'impersonal',
    audit_events: {
      exported: { as: 'activity', columns: 'kind, at, address, agent', order: 'id' },
      erased: { kept: 'nobody can change what was recorded, an operator least of all; the id names nobody any more' },
    },
  },
  reads: ['texts'],
  things: [recoveryStates],
  keyed: ({ keys }) => {
    const secret = 'IDENTITY_SECRET'
    const digest = { secret, newestKey: keys.digestKey } as const
    const { mark } = keys.sealing
    const renew = (customer: string, sealed: Buffer) => keys.encrypt(customer, keys.decrypt(customer, sealed))
    const sealed = { secret, table: 'customers', by: 'id', mark, renew } as const
    return [
      { ...digest, what: 'PINs', table: 'customers', column: 'pin_hash', keyColumn: 'pin_key' },
      { ...digest, what: 'backup codes', table: 'backup_codes', column: 'code_hash', keyColumn: 'key' },
      { ...sealed, what: '2FA secrets', column: 'totp_secret' },
      { ...sealed, what: '2FA secrets being set up', column: 'totp_pending_secret' },
    ]
  },
  audits: { 'export-customer': 'Exported all that is known of a customer', 'erase-customer': 'Erased a customer' },
  routes: (deps) => identityRoutes(identityOf(deps)),
  decides: (deps) => twoFactorDecisions(identityOf(deps)),
  sends: identityMailJobs,
  jobs: identityJobs,
})
