import { listNetworkMembers, type NetworkMember } from '@ingot/endpoints/affiliates'
import { Button } from '@mantine/core'
import { PagedList } from '../../ui/paged-list.tsx'
import { Row } from '../../ui/row.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segments } from '../../ui/segments.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { aboutWords, memberAddress, nameOf } from './network-words.ts'
import { useMembers } from './queries.ts'
import classes from './workstation.module.css'

const levels = ['1', '2', '3', '4', '5'] as const

const MemberRow = ({ member }: { member: NetworkMember }) => (
  <Row
    to={memberAddress(member.id)}
    title={nameOf(member)}
    note={aboutWords(member)}
    figure={`Level ${member.level}`}
  />
)

const Found = ({ search, onShowAll }: { search: string; onShowAll: () => void }) => {
  const query = useMembers({ search })
  const all = (
    <Button variant="default" onClick={onShowAll}>
      Show all
    </Button>
  )
  return (
    <>
      <PagedList
        what="members"
        label="Members found"
        query={query}
        empty={
          <EmptyState title="Nobody of this name" action={all}>
            Names are found by how they begin; who is not verified yet has none.
          </EmptyState>
        }
      >
        {(member) => <MemberRow key={member.id} member={member} />}
      </PagedList>
      {query.data && query.data.length > 0 && <div className={classes.more}>{all}</div>}
    </>
  )
}

const OneLevel = ({ level }: { level: (typeof levels)[number] }) => (
  <PagedList
    what="members"
    label={`Level ${level}`}
    query={useMembers({ level })}
    empty={<EmptyState title={`Nobody on level ${level}`}>Whoever comes stands here.</EmptyState>}
  >
    {(member) => <MemberRow key={member.id} member={member} />}
  </PagedList>
)

/** What is too short to be looked for is not. */
const wantedOf = (typed: string): string | undefined =>
  listNetworkMembers.query.safeParse({ search: typed }).data?.search

/** Everybody below, level by level, newest first, or by name. */
export const NetworkList = ({
  fields,
  onFields,
}: {
  fields: { level: string; search: string }
  onFields: (fields: { level: string; search: string }) => void
}) => {
  const level = levels.find((each) => each === fields.level) ?? '1'
  const search = fields.search === '' ? undefined : wantedOf(fields.search)
  return (
    <div className={classes.listed}>
      <SearchField
        label="Name"
        placeholder="First letters of a name"
        maxLength={60}
        value={fields.search}
        onFind={(wanted) => onFields({ ...fields, search: wanted })}
      />
      {fields.search !== '' && search === undefined && (
        <p role="alert" className={classes.quiet}>
          Please enter at least two letters.
        </p>
      )}
      {search === undefined ? (
        <>
          <Segments
            label="Level"
            choices={levels.map((value) => ({ value, label: `Level ${value}` }))}
            value={level}
            onChange={(chosen) => onFields({ level: chosen, search: '' })}
          />
          <OneLevel level={level} />
        </>
      ) : (
        <Found search={search} onShowAll={() => onFields({ ...fields, search: '' })} />
      )}
    </div>
  )
}
