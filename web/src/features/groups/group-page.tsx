import type { GroupDetails } from '@ingot/endpoints/group-fields'
import { readGroup } from '@ingot/endpoints/groups'
import { useParams } from 'react-router'
import { formatDay } from '../../lib/local-format.ts'
import { Columns } from '../../ui/columns.tsx'
import { NotFound } from '../../ui/not-found.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { GroupCode } from './group-code.tsx'
import { GroupGold } from './group-gold.tsx'
import { GroupPeople } from './group-people.tsx'
import { GroupPurchases } from './group-purchases.tsx'
import { GroupRequests } from './group-requests.tsx'
import { GroupStanding } from './group-standing.tsx'
import { GroupWays } from './group-ways.tsx'
import { isIn, kindWords, peopleWords } from './group-words.ts'
import classes from './groups.module.css'
import { useGroup } from './queries.ts'

const back = { to: '/GDS', label: 'Your groups' }

const aboutWords = ({ kind, state, members, mine, createdAt }: GroupDetails): string =>
  [
    kindWords[kind],
    members !== null && peopleWords(members),
    isIn(mine) && `since ${formatDay(new Date(createdAt))}`,
    state !== 'Open' && state.toLowerCase(),
  ]
    .filter(Boolean)
    .join(' · ')

/** Whoever was never in it has nothing there. */
const wasIn = ({ mine }: GroupDetails) => mine.joinedAt !== null

const Shown = ({ group }: { group: GroupDetails }) => (
  <>
    <PageHeading back={back} note={aboutWords(group)}>
      <span className={classes.name}>{group.name}</span>
    </PageHeading>
    <GroupStanding group={group} />
    <Columns>
      <div className={classes.parts}>
        {group.requests.length > 0 && <GroupRequests group={group} />}
        {wasIn(group) && (
          <>
            <GroupGold group={group} />
            <GroupPurchases group={group} />
          </>
        )}
        {!wasIn(group) && <GroupWays group={group} />}
      </div>
      {wasIn(group) && (
        <div className={classes.parts}>
          {isIn(group.mine) && <GroupPeople group={group} />}
          {group.code && <GroupCode id={group.id} code={group.code} />}
          <GroupWays group={group} />
        </div>
      )}
    </Columns>
  </>
)

const Read = ({ id }: { id: string }) => {
  const query = useGroup(id)
  if (query.data === null) return <NotFound />
  if (query.data) return <Shown key={id} group={query.data} />
  return (
    <>
      <PageHeading back={back}>Group</PageHeading>
      <Unread what="group" query={query} />
    </>
  )
}

/** One of the customer's groups: who is in it, what the customer bought there, and what can be done. To others there is none. */
export const GroupPage = () => {
  const { groupId = '' } = useParams()
  return readGroup.params.safeParse({ id: groupId }).success ? <Read id={groupId} /> : <NotFound />
}
