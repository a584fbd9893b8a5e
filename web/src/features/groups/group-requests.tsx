import type { GroupDetails, GroupMember } from '@ingot/endpoints/group-fields'
import { Button } from '@mantine/core'
import { useSession } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './groups.module.css'
import { useChangeMember } from './queries.ts'

const Request = ({ group, person }: { group: string; person: GroupMember }) => {
  const { mutate, isPending, variables, error } = useChangeMember(group)
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  const act = (to: 'Member' | 'Refused') => () => {
    if (!isPending) mutate({ member: person.id, to })
  }
  return (
    <li className={classes.person}>
      <div className={classes.line}>
        <span className={classes.who}>
          <strong>{person.name}</strong>
          <span className={classes.quiet}>
            asked <Moment at={person.since} />
          </span>
        </span>
        {isVerified && (
          <span className={classes.has}>
            <Button
              variant="default"
              size="sm"
              aria-label={`Let in ${person.name}`}
              loading={isPending && variables.to === 'Member'}
              onClick={act('Member')}
            >
              Let in
            </Button>
            <Button
              variant="default"
              size="sm"
              aria-label={`Refuse ${person.name}`}
              loading={isPending && variables.to === 'Refused'}
              onClick={act('Refused')}
            >
              Refuse
            </Button>
          </span>
        )}
      </div>
      <FormProblem failure={error} />
    </li>
  )
}

/** Who waits for an admin's yes, oldest first. Either answer can be mended: who was refused may ask again. */
export const GroupRequests = ({ group: { id, requests } }: { group: GroupDetails }) => (
  <Card as="section" className={classes.card} aria-labelledby="requests-title">
    <h2 id="requests-title" className={classes.title}>
      Asking to join
    </h2>
    <ul className={classes.people}>
      {requests.map((person) => (
        <Request key={person.id} group={id} person={person} />
      ))}
    </ul>
    <p className={classes.quiet}>
      Let in only people whom you know. They see first names, dates, and the grams of those who show them.
    </p>
  </Card>
)
