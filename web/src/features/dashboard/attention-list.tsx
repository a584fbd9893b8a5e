import type { Attention } from '@ingot/endpoints/dashboard'
import { Moment } from '../../ui/moment.tsx'
import { Row } from '../../ui/row.tsx'
import { Part } from './part.tsx'
import classes from './rows.module.css'

/** Each kind in words, and the page on which something can be done about it. */
const kinds: Readonly<Record<Attention['kind'], { title: string; to: (id: string | null) => string }>> = {
  'unfinished-verification': { title: 'Your verification is not finished', to: () => '/kyc-verification' },
  'plan-missed': { title: 'A plan could not book on its last date', to: (id) => `/plans/${id}` },
  'plan-paused': { title: 'A plan is paused', to: (id) => `/plans/${id}` },
  'estate-open': { title: 'Somebody told us that you have died', to: () => '/nominee' },
  'renewal-due': { title: 'Please renew your password, PIN and 2FA', to: () => '/My-Profile/security' },
  'nominees-unconfirmed': { title: 'Changes to your nominees are not confirmed', to: () => '/nominee' },
  'nominees-waiting': { title: 'Your new nominees are not in force yet', to: () => '/nominee' },
  'unread-announcement': { title: 'There is an announcement that you have not read', to: () => '/Announcements' },
  debt: { title: 'Something is owed', to: () => '/BankVerification' },
  'remittance-held': { title: 'A remittance is held', to: () => '/remit-to-save' },
  'payment-held': { title: 'A card payment is held', to: (id) => `/payment-success?payment=${id}` },
  'bars-on-their-way': { title: 'Your gold bars are on their way', to: (id) => `/Physical-Withdrawal/${id}` },
  'bars-ready': { title: 'Your gold bars are ready to be collected', to: (id) => `/Physical-Withdrawal/${id}` },
  'payment-disputed': { title: 'A card payment is disputed', to: (id) => `/payment-success?payment=${id}` },
}

/** What its customer should look at; nothing stands here while there is nothing. */
export const AttentionList = ({ attention }: { attention: readonly Attention[] }) =>
  attention.length > 0 && (
    <Part title="Needs your attention" className={classes.attention}>
      <ul className={classes.rows}>
        {attention.map(({ kind, id, at }) => (
          <Row
            key={`${kind} ${id}`}
            to={kinds[kind].to(id)}
            title={kinds[kind].title}
            note={
              <>
                Since <Moment at={at} />
              </>
            }
            figure={null}
          />
        ))}
      </ul>
    </Part>
  )
