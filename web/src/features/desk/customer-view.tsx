import { Button } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { activityWord } from '../../lib/known-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { Card } from '../../ui/card.tsx'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { Fact, FactList, Facts } from '../../ui/facts.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { FormText, TextLink } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { Choices } from './choices.tsx'
import classes from './desk.module.css'
import { DocumentsSent } from './documents-sent.tsx'
import { type CustomerSheet, useActOnCustomer, useCustomer, usePersonalData } from './queries.ts'

const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card as="section" className={classes.details} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Card>
  )
}

const About = ({ customer }: { customer: CustomerSheet }) => (
  <Part title="Account">
    <Facts>
      <Fact name="State">{customer.state}</Fact>
      {customer.email !== null && <Fact name="E-mail">{customer.email}</Fact>}
      <Fact name="Customer since">
        <Moment at={customer.since} />
      </Fact>
    </Facts>
    <FactList facts={customer.facts} />
  </Part>
)

const Balances = ({ balances }: Pick<CustomerSheet, 'balances'>) => (
  <Part title="Balances">
    {balances.length === 0 ? (
      <p className={classes.quiet}>Nothing is held for this customer.</p>
    ) : (
      <FigureRows isAlone>
        {balances.map(({ asset, purpose, amount }) => (
          <FigureRow key={`${asset} ${purpose}`} name={`${asset}, ${purpose}`}>
            <Amount value={amount} asset={asset} />
          </FigureRow>
        ))}
      </FigureRows>
    )}
  </Part>
)

const Sessions = ({ sessions }: Pick<CustomerSheet, 'sessions'>) => (
  <Part title="Sessions">
    {sessions.length === 0 ? (
      <p className={classes.quiet}>Not logged in anywhere.</p>
    ) : (
      <Facts>
        {sessions.map(({ id, device, lastSeenAt }) => (
          <Fact key={id} name={device || 'Unknown device'}>
            last active <Moment at={lastSeenAt} />
          </Fact>
        ))}
      </Facts>
    )}
  </Part>
)

const Activity = ({ activity }: Pick<CustomerSheet, 'activity'>) => (
  <Part title="Activity">
    {activity.length === 0 ? (
      <p className={classes.quiet}>Nothing has happened yet.</p>
    ) : (
      <Facts>
        {activity.map(({ at, kind }) => (
          <Fact key={`${at} ${kind}`} name={activityWord(kind)}>
            <Moment at={at} />
          </Fact>
        ))}
      </Facts>
    )}
  </Part>
)

/** Shown after a reason, and gone with the page. */
const PersonalData = ({ id }: { id: string }) => {
  const [isAsking, setIsAsking] = useState(false)
  const read = usePersonalData(id)
  return (
    <Part title="Personal data">
      {read.data ? (
        <FactList facts={read.data} />
      ) : (
        <>
          <p className={classes.quiet}>Shown to Owners and Compliance after a reason. The customer sees each look.</p>
          <div className={classes.ways}>
            <Button variant="default" onClick={() => setIsAsking(true)}>
              Show personal data
            </Button>
          </div>
        </>
      )}
      {isAsking && (
        <DecisionDialog
          title="Show personal data"
          button="Show"
          send={({ reason }) => read.mutateAsync(reason)}
          onClose={() => setIsAsking(false)}
        >
          <FormText isQuiet>The look is recorded with your name, and the customer sees it under Activity.</FormText>
        </DecisionDialog>
      )}
    </Part>
  )
}

const Acts = ({ customer }: { customer: CustomerSheet }) => {
  const act = useActOnCustomer(customer.id)
  if (customer.choices.length === 0) return null
  return (
    <Part title="What you can do">
      <Choices choices={customer.choices} thing={customer.id} onAct={(decided) => act.mutateAsync(decided)} />
    </Part>
  )
}

const back = { to: '/operator/customers', label: 'Customers' }

/** Everything about one customer that the role needs to know. */
export const CustomerView = ({ id }: { id: string }) => {
  const query = useCustomer(id)
  const { data: customer, error } = query
  if (!customer)
    return (
      <>
        <PageHeading back={back}>Customer</PageHeading>
        {error?.name === 'NotFound' || error?.name === 'ValidationError' ? (
          <EmptyState title="There is no such customer">Look for the username or the e-mail instead.</EmptyState>
        ) : (
          <Unread what="customer" query={query} />
        )}
      </>
    )
  return (
    <>
      <PageHeading
        back={back}
        note={<TextLink to={`/operator/audit?customer=${id}`}>What operators did with this customer</TextLink>}
      >
        {customer.username}
      </PageHeading>
      <AskedAbout thing={id} />
      <div className={classes.beside}>
        <About customer={customer} />
        <Acts customer={customer} />
        <Balances balances={customer.balances} />
        <PersonalData id={id} />
        <Part title="Documents sent to us">
          <DocumentsSent customer={id} />
        </Part>
        <Sessions sessions={customer.sessions} />
        <Activity activity={customer.activity} />
      </div>
    </>
  )
}
