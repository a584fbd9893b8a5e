import { type NetworkMemberDetails, shownLevels } from '@ingot/endpoints/affiliates'
import { formatDay } from '../../lib/local-format.ts'
import { Card } from '../../ui/card.tsx'
import { Columns } from '../../ui/columns.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { Unread } from '../../ui/unread.tsx'
import { Branch } from './network-tree.tsx'
import { calledOf, memberAddress, nameOf } from './network-words.ts'
import { useMember } from './queries.ts'
import classes from './workstation.module.css'

const back = { to: '/My-Affiliates', label: 'Workstation' }

/** The way down from the customer to the member. */
const Path = ({ member: { path, ...member } }: { member: NetworkMemberDetails }) => (
  <nav aria-label="The way to this member">
    <ol className={classes.path}>
      <li>
        <PageLink to="/My-Affiliates">You</PageLink>
      </li>
      {path.map((step, index) => (
        <li key={step.id ?? `left ${index}`}>
          {step.id === null ? 'No longer a customer' : <PageLink to={memberAddress(step.id)}>{nameOf(step)}</PageLink>}
        </li>
      ))}
      <li aria-current="page">{nameOf(member)}</li>
    </ol>
  </nav>
)

const Brought = ({ member }: { member: NetworkMemberDetails }) => {
  if (member.direct === null)
    return <p className={classes.quiet}>Your network is shown down to level {shownLevels}. This is the last one.</p>
  if (member.direct === 0) return <p className={classes.quiet}>Nobody yet.</p>
  return <Branch under={member.id} label={`Brought by ${calledOf(member)}`} />
}

const Shown = ({ member }: { member: NetworkMemberDetails }) => (
  <>
    <PageHeading back={back} note={<Path member={member} />}>
      {nameOf(member)}
    </PageHeading>
    <Columns>
      <Card as="section" className={classes.card} aria-labelledby="brought-title">
        <h2 id="brought-title" className={classes.title}>
          Brought by {calledOf(member)}
        </h2>
        <Brought member={member} />
      </Card>
      <Card as="section" className={classes.card} aria-labelledby="about-title">
        <h2 id="about-title" className={classes.title}>
          About this member
        </h2>
        <Facts>
          <Fact name="Level">{member.level}</Fact>
          <Fact name="Verification">{member.isVerified ? 'Verified' : 'Not verified yet'}</Fact>
          <Fact name="Rank">{member.rank ?? 'None'}</Fact>
          <Fact name="Since">{formatDay(new Date(member.since))}</Fact>
          {member.direct !== null && <Fact name="Brought">{member.direct}</Fact>}
        </Facts>
        <p className={classes.quiet}>What members have or trade is not shown to anybody.</p>
      </Card>
    </Columns>
  </>
)

/** A member below the customer. Whoever is not below is not there. */
export const MemberView = ({ id }: { id: string }) => {
  const query = useMember(id)
  if (query.data === null) return <NotFound />
  if (query.data) return <Shown key={id} member={query.data} />
  return (
    <>
      <PageHeading back={back}>Member</PageHeading>
      <Unread what="member" query={query} />
    </>
  )
}
