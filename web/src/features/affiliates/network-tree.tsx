import type { NetworkMember } from '@ingot/endpoints/affiliates'
import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { PageLink } from '../../ui/page-link.tsx'
import { aboutWords, calledOf, memberAddress, nameOf } from './network-words.ts'
import { useMembers } from './queries.ts'
import classes from './workstation.module.css'

const Member = ({ member }: { member: NetworkMember }) => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const hasMore = member.direct !== null && member.direct > 0
  const Mark = isOpen ? IconChevronDown : IconChevronRight
  return (
    <li>
      <div className={classes.member}>
        {hasMore ? (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={`Whom ${calledOf(member)} brought`}
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Mark size={18} aria-hidden="true" />
          </ActionIcon>
        ) : (
          <span className={classes.leaf} />
        )}
        <span className={classes.who}>
          <PageLink className={classes.name} to={memberAddress(member.id)}>
            {nameOf(member)}
          </PageLink>
          <span className={classes.quiet}>{aboutWords(member)}</span>
        </span>
      </div>
      {isOpen && (
        <div id={id}>
          <Branch under={member.id} label={`Brought by ${calledOf(member)}`} />
        </div>
      )}
    </li>
  )
}

/** Whom a member brought, fetched when it is opened; without one, whom the customer brought. */
export const Branch = ({ under, label }: { under?: string; label: string }) => {
  const { data, isError, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useMembers(
    under === undefined ? {} : { under },
  )
  if (!data)
    return isError ? (
      <p role="alert" className={classes.more}>
        They could not be loaded.{' '}
        <Button variant="default" size="compact-sm" loading={isFetching} onClick={() => void refetch()}>
          Retry
        </Button>
      </p>
    ) : (
      <p role="status" className={classes.more}>
        <Loader size="xs" aria-hidden="true" /> Loading
      </p>
    )
  return (
    <>
      <ul className={classes.branch} aria-label={label} data-inner={under !== undefined || undefined}>
        {data.map((member) => (
          <Member key={member.id} member={member} />
        ))}
      </ul>
      {hasNextPage && (
        <p className={classes.more}>
          <Button
            variant="default"
            size="compact-sm"
            loading={isFetchingNextPage}
            aria-label={`Show more: ${label}`}
            onClick={() => void fetchNextPage()}
          >
            Show more
          </Button>
        </p>
      )}
    </>
  )
}
