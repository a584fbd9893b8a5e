import { Button } from '@mantine/core'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import classes from './own-estate-notice.module.css'
import { type OwnEstate, useOwnEstate, useVeto } from './queries.ts'

type Open = NonNullable<OwnEstate['open']>
type Renewal = NonNullable<OwnEstate['renewal']>

/** He can no longer stop it himself: what is left is to reach somebody who can. */
const InPapers = ({ open }: { open: Open }) => (
  <section className={classes.notice} aria-labelledby="own-estate-title">
    <div className={classes.words}>
      <h2 id="own-estate-title" className={classes.title}>
        Somebody told us that you have died
      </h2>
      <p className={classes.text}>
        We waited for you, and have been looking at papers since then. Nothing can leave your account since{' '}
        <Moment at={open.since} />, and nothing was given to anybody yet. If it is not so, contact us today: only we can
        stop it now.
      </p>
    </div>
    <Button component={PageLink} to="/contact-us" variant="default">
      Contact us
    </Button>
  </section>
)

const Reported = ({ open }: { open: Open }) => {
  const veto = useVeto()
  return (
    <section className={classes.notice} aria-labelledby="own-estate-title">
      <div className={classes.words}>
        <h2 id="own-estate-title" className={classes.title}>
          Somebody told us that you have died
        </h2>
        <p className={classes.text}>
          We have been looking into it since <Moment at={open.since} />, and nothing can leave your account.{' '}
          {open.waitingUntil !== null && (
            <>
              We wait for you until <Moment at={open.waitingUntil} />.{' '}
            </>
          )}
          If it is not so, say it with your PIN and 2FA code.
        </p>
        <FormProblem failure={veto.error} />
      </div>
      <Button variant="default" loading={veto.isPending} onClick={() => veto.mutate()}>
        I am alive: stop the report
      </Button>
    </section>
  )
}

const ways = [
  { name: 'password', label: 'Choose a new password', done: 'Password renewed', to: '/My-Profile/security' },
  { name: 'pin', label: 'Choose a new PIN', done: 'PIN renewed', to: '/My-Profile/security/pin' },
  { name: 'twoFactor', label: 'Set up 2FA anew', done: '2FA renewed', to: '/My-Profile/security/2fa' },
] as const

const Renew = ({ renewal }: { renewal: Renewal }) => (
  <section className={classes.notice} aria-labelledby="own-estate-title">
    <div className={classes.words}>
      <h2 id="own-estate-title" className={classes.title}>
        The report of your death is stopped
      </h2>
      <p className={classes.text}>
        Whoever made it may know more of you than is good. Your account stays frozen until all three are renewed:
      </p>
      <ul className={classes.ways}>
        {ways.map(({ name, label, done, to }) => (
          <li key={name}>
            {renewal[name] ? (
              <>
                <span aria-hidden="true">✓ </span>
                {done}
              </>
            ) : (
              <PageLink to={to}>{label}</PageLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  </section>
)

/** Stands over every page of somebody who is said to have died, until it is settled. */
export const OwnEstateNotice = () => {
  const { data } = useOwnEstate()
  if (data?.open?.state === 'Documents') return <InPapers open={data.open} />
  if (data?.open) return <Reported open={data.open} />
  return data?.renewal ? <Renew renewal={data.renewal} /> : null
}
