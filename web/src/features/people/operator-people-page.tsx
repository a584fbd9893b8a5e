import type { OperatorPerson } from '@ingot/endpoints/people'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useHasRole } from '../../lib/use-operator.ts'
import { AskedAbout } from '../../ui/asked-about.tsx'
import { EmailText } from '../../ui/email-text.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Item, ItemList, ItemWays } from '../../ui/item.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './people.module.css'
import { type Invited, usePeople } from './queries.ts'
import { InviteDialog, RoleDialog } from './role-dialogs.tsx'

const Person = ({ person }: { person: OperatorPerson }) => {
  const isOwner = useHasRole('Owner')
  const [way, setWay] = useState<'give' | 'take' | null>(null)
  const { id, username, email, roles, twoFactorOn, lastSeenAt, since } = person
  return (
    <Item title={username}>
      <AskedAbout thing={id} />
      <Facts>
        <Fact name="Roles">{roles.join(', ') || 'None'}</Fact>
        <Fact name="E-mail">
          <EmailText email={email} />
        </Fact>
        <Fact name="Two-factor authentication">{twoFactorOn ? 'On' : 'Not set up yet'}</Fact>
        <Fact name="Last seen">{lastSeenAt === null ? 'Never' : <Moment at={lastSeenAt} />}</Fact>
        <Fact name="Operator since">
          <Moment at={since} />
        </Fact>
      </Facts>
      {isOwner && (
        <ItemWays>
          <Button variant="default" onClick={() => setWay('give')}>
            Give a role
          </Button>
          {roles.length > 0 && (
            <Button variant="default" onClick={() => setWay('take')}>
              Take a role
            </Button>
          )}
        </ItemWays>
      )}
      {way !== null && <RoleDialog person={person} way={way} onClose={() => setWay(null)} />}
    </Item>
  )
}

const Invitations = ({ invited }: { invited: readonly Invited[] }) =>
  invited.length > 0 && (
    <section className={classes.invited} aria-labelledby="invited">
      <h2 id="invited" className={classes.title}>
        Invited
      </h2>
      <ItemList>
        {invited.map(({ id, email, roles, invitedBy, at, expiresAt }) => (
          <Item key={id} heading="h3" title={email}>
            <Facts>
              <Fact name="Roles">{roles.join(', ')}</Fact>
              <Fact name="Invited by">
                {invitedBy}, <Moment at={at} />
              </Fact>
              <Fact name="Expires">
                <Moment at={expiresAt} />
              </Fact>
            </Facts>
          </Item>
        ))}
      </ItemList>
    </section>
  )

/** The operators, what each is trusted with, and who is invited. */
export const OperatorPeoplePage = () => {
  const query = usePeople()
  const isOwner = useHasRole('Owner')
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <PageHeading note="Who gets or loses a role, and who is invited, takes two owners.">People</PageHeading>
      {query.data ? (
        <>
          {isOwner && (
            <div className={classes.bar}>
              <Button variant="default" onClick={() => setIsInviting(true)}>
                Invite an operator
              </Button>
            </div>
          )}
          <ItemList>
            {query.data.people.map((person) => (
              <Person key={person.id} person={person} />
            ))}
          </ItemList>
          <Invitations invited={query.data.invited} />
        </>
      ) : (
        <Unread what="people" query={query} />
      )}
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
    </>
  )
}
