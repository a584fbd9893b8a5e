import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Switch.css'
import type { GroupDetails, GroupMember } from '@ingot/endpoints/group-fields'
import { Button, Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { formatBriefDay } from '../../lib/local-format.ts'
import { useSession } from '../../lib/session.ts'
import { Amount } from '../../ui/amount.tsx'
import { AskedButton } from '../../ui/asked-button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { roleWord } from './group-words.ts'
import classes from './groups.module.css'
import { type MemberMove, useChangeMember, useShowGrams } from './queries.ts'

/** What can be done with somebody: a role is the creator's to give, and nobody removes the creator. */
const movesFor = ({ mine, may }: GroupDetails, { state, isCreator, isMe }: GroupMember) => {
  if (!may.admit || isMe || isCreator) return []
  const role = state === 'Member' ? ('Admin' as const) : ('Member' as const)
  return mine.isCreator ? [role, 'Removed' as const] : ['Removed' as const]
}

const moveWords = (name: string) =>
  ({
    Admin: {
      button: 'Make an admin',
      legend: `Make ${name} an admin?`,
      text: 'Admins have the code, let others in, and remove members.',
      yes: 'Yes, make an admin',
    },
    Member: {
      button: 'Take the role of admin',
      legend: `Is ${name} no longer an admin?`,
      text: 'As a member one can buy, and neither let others in nor remove anybody.',
      yes: 'Yes, take the role',
    },
    Removed: {
      button: 'Remove',
      legend: `Remove ${name} from the group?`,
      text: 'This cannot be undone, not even with a new code. What was bought stays with whoever bought it.',
      yes: 'Yes, remove',
    },
  }) as const

const Move = ({ group, person, to }: { group: string; person: GroupMember; to: 'Admin' | 'Member' | 'Removed' }) => {
  const { isPending, error, mutate } = useChangeMember(group)
  const move: MemberMove = { member: person.id, to }
  return (
    <AskedButton {...moveWords(person.name)[to]} no="Cancel" act={{ isPending, error, mutate: () => mutate(move) }} />
  )
}

const Person = ({ group, person }: { group: GroupDetails; person: GroupMember }) => {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  const moves = isVerified ? movesFor(group, person) : []
  return (
    <li className={classes.person}>
      <div className={classes.line}>
        <span className={classes.who}>
          <strong>
            {person.name}
            {person.isMe && ' (you)'}
          </strong>
          <span className={classes.quiet}>
            {roleWord(person)} · since {formatBriefDay(new Date(person.since))}
          </span>
        </span>
        <span className={classes.own}>
          {person.grams !== null && <Amount value={person.grams} asset="GDS" />}
          {moves.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              aria-expanded={isOpen}
              aria-controls={isOpen ? id : undefined}
              aria-label={`Change ${person.name}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              Change
            </Button>
          )}
        </span>
      </div>
      {isOpen && moves.length > 0 && (
        <div id={id} className={classes.ways}>
          {moves.map((to) => (
            <Move key={to} group={group.id} person={person} to={to} />
          ))}
        </div>
      )}
    </li>
  )
}

/** Stands where it was put from the click on, and goes back if the server did not take it. */
const ShowOwn = ({ group: { id, mine, total } }: { group: GroupDetails }) => {
  const { mutate, isPending, variables, error } = useShowGrams(id)
  return (
    <div className={classes.apart}>
      <Switch
        label="Show the others how many grams I have here"
        description="Without it, only you see them. You can change this at any time."
        size="md"
        checked={isPending ? variables : mine.showsGrams}
        onChange={(event) => mutate(event.currentTarget.checked)}
      />
      <FormProblem failure={error} />
      {total !== null && (
        <p className={classes.quiet}>
          Together, those who show it have <Amount value={total} asset="GDS" />.
        </p>
      )}
    </div>
  )
}

/** Everybody in the group, longest first, by first name and initial. */
export const GroupPeople = ({ group }: { group: GroupDetails }) => (
  <Card as="section" className={classes.card} aria-labelledby="people-title">
    <h2 id="people-title" className={classes.title}>
      People
    </h2>
    <ul className={classes.people}>
      {group.people.map((person) => (
        <Person key={person.id} group={group} person={person} />
      ))}
    </ul>
    <ShowOwn group={group} />
  </Card>
)
