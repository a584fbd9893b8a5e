import { feature } from '../../feature.ts'
import { invitationsOf } from './invitations.ts'
import { invitationJobs } from './jobs.ts'
import { invitationRoutes } from './routes.ts'
import { invitationSentJobs } from './sent-jobs.ts'

/** Invitations by mail, and the list of addresses that want no more of them. */
export const invitations = feature({
  name: 'invitations',
  tables: {
    invitations: {
      exported: { as: 'invitations', columns: 'shown, at', order: 'number' },
      erased: 'deleted',
    },
    // Digests of addresses, which no row says whose they are.
    invited_addresses: 'impersonal',
    mail_stops: 'impersonal',
  },
  reads: ['kyc_personal'],
  keyed: ({ keys }) => {
    const secret = 'IDENTITY_SECRET'
    const digest = { secret, newestKey: keys.digestKey } as const
    const renew = (id: string, sealed: Buffer) => keys.encrypt(id, keys.decrypt(id, sealed))
    return [
      { secret, what: 'invitations', table: 'invitations', column: 'sealed', by: 'id', mark: keys.sealing.mark, renew },
      {
        ...{ ...digest, what: 'addresses in invitations', table: 'invitations' },
        ...{ column: 'address_digest', keyColumn: 'address_key' },
      },
      {
        ...{ ...digest, what: 'addresses that were invited', table: 'invited_addresses' },
        ...{ column: 'digest', keyColumn: 'digest_key' },
      },
      {
        ...{ ...digest, what: 'addresses that want no mail', table: 'mail_stops' },
        ...{ column: 'digest', keyColumn: 'digest_key' },
      },
    ]
  },
  routes: (deps) => invitationRoutes(invitationsOf(deps)),
  sends: invitationSentJobs,
  jobs: invitationJobs,
})
