import type { EstateDetails } from '@ingot/endpoints/estate-desk'
import { type ReactNode, useId } from 'react'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { type ShownStep, StateLine } from '../../ui/state-line.tsx'
import classes from './estate-desk.module.css'
import { dayWords, estateAddress, isStopped, nameOf, sourceWords, stepsAhead, stepWords } from './estate-words.ts'

type Shown = { estate: EstateDetails }

export const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card as="section" className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Card>
  )
}

const stepsOf = ({ history, state }: EstateDetails): ShownStep[] => [
  ...history.map(
    ({ state: name, at, by, why }): ShownStep => ({
      name,
      kind: isStopped(name) ? 'ended' : 'done',
      at,
      note: (
        <>
          {by !== '' && `, ${by}`}
          <span className={classes.step}>{stepWords[name]}</span>
          {why !== null && <span className={classes.step}>“{why}”</span>}
        </>
      ),
    }),
  ),
  ...stepsAhead(state).map((name): ShownStep => ({ name, kind: 'open', note: stepWords[name] })),
]

/** The steps it took and has before it, with what each did, who did it and why. */
export const Way = ({ estate }: Shown) => (
  <Part title="Its way">
    <StateLine steps={stepsOf(estate)} />
  </Part>
)

export const Deceased = ({ estate }: Shown) => {
  const { deceased, customer, diedOn, nomineeVersion, worth, state } = estate
  const isTaken = diedOn !== null
  return (
    <Part title="Who is said to have died">
      <Facts>
        <Fact name="Name">{nameOf(deceased)}</Fact>
        <Fact name="Born">{dayWords(deceased.dateOfBirth)}</Fact>
        <Fact name="Died, as it was told">{dayWords(deceased.dateOfDeath)}</Fact>
        {deceased.email !== '' && <Fact name="E-mail">{deceased.email}</Fact>}
        {customer && (
          <Fact name="Customer">
            <TextLink to={`/operator/customers/${customer.id}`}>{customer.username}</TextLink>
          </Fact>
        )}
        {isTaken && <Fact name="Died, by the certificate">{dayWords(diedOn)}</Fact>}
        {isTaken && (
          <Fact name="Nominees of that day">{nomineeVersion === null ? 'None' : `Version ${nomineeVersion}`}</Fact>
        )}
        {customer && (
          <Fact name={state === 'Approved' || state === 'Distributed' ? 'Worth when approved' : 'Worth now'}>
            {worth === null ? 'There is no price now' : <Amount value={worth} asset="USD" />}
          </Fact>
        )}
      </Facts>
    </Part>
  )
}

export const Reporter = ({ estate: { reporter, source, reportedAt, words } }: Shown) => (
  <Part title="Who reports it">
    <Facts>
      <Fact name="Name">{reporter.name}</Fact>
      <Fact name="Relation">{reporter.relation}</Fact>
      <Fact name="E-mail">{reporter.email}</Fact>
      {reporter.phone !== '' && <Fact name="Phone">{reporter.phone}</Fact>}
      <Fact name="Reported">
        <Moment at={reportedAt} />
      </Fact>
      <Fact name="How">{sourceWords[source]}</Fact>
    </Facts>
    {words !== '' && <p className={classes.said}>“{words}”</p>}
    <p className={classes.quiet}>Whoever reports is told nothing, not even whether there is such a customer.</p>
  </Part>
)

const refusedWords = (count: number) =>
  count === 1 ? 'One of them was refused.' : `${count === 0 ? 'None' : count} of them were refused.`

/** What else was reported about somebody of that name and birthday. */
export const Others = ({ estate: { others, refusedBefore } }: Shown) =>
  others.length > 0 && (
    <Part title="Other reports of this person">
      <p>{refusedWords(refusedBefore)} After the third, only operators report.</p>
      <ul className={classes.list}>
        {others.map(({ id, reference, state }) => (
          <li key={id}>
            <span className={classes.head}>
              <TextLink to={estateAddress(id)}>Report {reference}</TextLink>
              <span>{state}</span>
            </span>
          </li>
        ))}
      </ul>
    </Part>
  )
