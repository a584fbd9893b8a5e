import type { GroupDetails } from '@ingot/endpoints/group-fields'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { AskedButton } from '../../ui/asked-button.tsx'
import { Card } from '../../ui/card.tsx'
import { useReturnFocus } from '../../ui/return-focus.ts'
import { isIn } from './group-words.ts'
import classes from './groups.module.css'
import { useCloseGroup, useLeaveGroup } from './queries.ts'
import { RenameForm } from './rename-form.tsx'
import { ReportForm } from './report-form.tsx'

const leaveText = ({ people, mine }: GroupDetails): string => {
  if (people.length === 1) return 'You are the last one in it, so it is archived. What you bought stays yours.'
  if (mine.isCreator)
    return 'What you bought stays yours. Your role passes to whoever is an admin longest, or else a member.'
  return 'What you bought stays yours. To come back, you need a code and an admin’s yes.'
}

const Leave = ({ group }: { group: GroupDetails }) => {
  const leave = useLeaveGroup(group.id)
  return isIn(group.mine) ? (
    <AskedButton
      button="Leave the group"
      legend="Leave this group?"
      text={leaveText(group)}
      yes="Yes, leave"
      no="Stay"
      act={leave}
    />
  ) : (
    <AskedButton
      button="Take the request back"
      legend="No longer join this group?"
      text="You can ask again with the code."
      yes="Yes, take it back"
      act={leave}
    />
  )
}

const Close = ({ id }: { id: string }) => (
  <AskedButton
    button="Close the group"
    legend="Close this group for good?"
    text="Nothing more is bought in it and nobody joins. Everybody keeps what they have. It cannot be opened again."
    yes="Yes, close it"
    no="Keep it open"
    act={useCloseGroup(id)}
  />
)

type Filled = 'name' | 'report'

/** What can be done with the group; a form takes the place of the others while it is filled in. */
export const GroupWays = ({ group }: { group: GroupDetails }) => {
  const { id, may } = group
  const [filled, setFilled] = useState<Filled>()
  const renaming = useReturnFocus(filled === 'name')
  const reporting = useReturnFocus(filled === 'report')
  const isVerified = useSession(({ info }) => info?.kycVerified === 'Verified')
  const close = () => setFilled(undefined)
  if (!Object.values({ ...may, buy: false, admit: false }).some(Boolean)) return null
  return (
    <Card as="section" className={classes.card} aria-labelledby="ways-title">
      <h2 id="ways-title" className={classes.title}>
        This group
      </h2>
      {filled === 'name' && <RenameForm group={group} onDone={close} />}
      {filled === 'report' && <ReportForm id={id} onDone={close} />}
      {filled === undefined && (
        <div className={classes.ways}>
          {may.rename && isVerified && (
            <Button ref={renaming} variant="default" onClick={() => setFilled('name')}>
              Rename the group
            </Button>
          )}
          {may.report && (
            <Button ref={reporting} variant="default" onClick={() => setFilled('report')}>
              Report the name
            </Button>
          )}
          {may.close && isVerified && <Close id={id} />}
          {may.leave && <Leave group={group} />}
        </div>
      )}
    </Card>
  )
}
