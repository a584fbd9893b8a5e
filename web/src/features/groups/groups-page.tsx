import type { Group } from '@ingot/endpoints/group-fields'
import { ClosedNote } from '../../ui/closed-note.tsx'
import { Columns } from '../../ui/columns.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { Unread } from '../../ui/unread.tsx'
import { GroupList } from './group-list.tsx'
import { isIn } from './group-words.ts'
import classes from './groups.module.css'
import { JoinForm } from './join-form.tsx'
import { MakeForm } from './make-form.tsx'
import { type GroupRules, useGroups } from './queries.ts'

const none = (
  <EmptyState title="No groups yet">
    Create one for your family, company or club, or join one with the code that somebody in it gave you.
  </EmptyState>
)

const Lists = ({ groups }: { groups: readonly Group[] }) => {
  const asked = groups.filter(({ mine }) => mine.state === 'Requested' || mine.state === 'Refused')
  const left = groups.filter(({ mine }) => mine.state === 'Left' || mine.state === 'Removed')
  return (
    <div className={classes.parts}>
      {groups.length === 0 && none}
      <GroupList title="You are in" groups={groups.filter(({ mine }) => isIn(mine))} />
      <GroupList title="You asked to join" groups={asked} />
      <GroupList title="You were in" groups={left} />
    </div>
  )
}

const Limits = ({ rules: { mostMembers, mostGroups } }: { rules: GroupRules }) => (
  <p className={classes.quiet}>
    A group owns no gold: what you buy in one is yours alone, and stays yours when you leave. There are at most{' '}
    {mostMembers} people in a group, and you can be in {mostGroups}. Nobody gets a better price, or anything for
    bringing others.
  </p>
)

const Ready = () => {
  const query = useGroups()
  if (!query.data) return <Unread what="groups" query={query} />
  const { groups, rules } = query.data
  return (
    <Columns>
      <Lists groups={groups} />
      <div className={classes.parts}>
        <ClosedNote product="gds" />
        <div className={classes.forms}>
          <JoinForm />
          <MakeForm isFirst={groups.length === 0} />
        </div>
        <Limits rules={rules} />
      </div>
    </Columns>
  )
}

/** Groups that the customer is in, asked for or was in; a new one, or another by its code. */
export const GroupsPage = () => (
  <>
    <PageHeading note="Gold that you buy beside family, colleagues or friends. Each purchase is your own, with its certificate; its worth in money can fall.">
      GDS
    </PageHeading>
    <Ready />
  </>
)
