import type { Group } from '@ingot/endpoints/group-fields'
import { useId } from 'react'
import { formatBriefDay } from '../../lib/local-format.ts'
import { Amount } from '../../ui/amount.tsx'
import { Row } from '../../ui/row.tsx'
import { Worth } from '../../ui/worth.tsx'
import { askingWords, groupAddress, isIn, kindWords, peopleWords, roleWord } from './group-words.ts'
import classes from './groups.module.css'

const dayOf = (at: string) => formatBriefDay(new Date(at))

/** How the customer stands to it, in a few words. */
const standingWords = ({ mine }: Group): string => {
  if (mine.state === 'Requested') return `you asked ${dayOf(mine.askedAt)}, an admin has to say yes`
  if (mine.state === 'Refused') return 'you were refused, and may ask again with a code'
  if (mine.state === 'Left') return 'you left'
  if (mine.state === 'Removed') return 'an admin removed you'
  return roleWord(mine).toLowerCase()
}

const noteOf = (group: Group): string =>
  [
    kindWords[group.kind],
    group.members !== null && peopleWords(group.members),
    standingWords(group),
    group.state === 'Closed' && 'closed',
  ]
    .filter(Boolean)
    .join(' · ')

const GroupRow = ({ group }: { group: Group }) => {
  const hasGold = /[1-9]/.test(group.grams)
  return (
    <Row
      to={groupAddress(group.id)}
      title={
        <>
          <span className={classes.name}>{group.name}</span>{' '}
          {group.waiting > 0 && <span className={classes.mark}>{askingWords(group.waiting)}</span>}
        </>
      }
      note={noteOf(group)}
      figure={(hasGold || isIn(group.mine)) && <Amount value={group.grams} asset="GDS" />}
      aside={hasGold && <Worth grams={group.grams} />}
    />
  )
}

/** Groups of one kind under their heading; without any there is neither. */
export const GroupList = ({ title, groups }: { title: string; groups: readonly Group[] }) => {
  const id = useId()
  if (groups.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <ul className={classes.list} aria-labelledby={id}>
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} />
        ))}
      </ul>
    </section>
  )
}
