import type { GroupDetails } from '@ingot/endpoints/group-fields'
import { Notice } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { isIn } from './group-words.ts'

const stays = 'What you bought in it stays yours, and so do its certificates.'

/** What is particular about how the customer stands to the group, before anything else. */
export const GroupStanding = ({ group: { state, mine, isNameFixed } }: { group: GroupDetails }) => {
  if (mine.state === 'Requested')
    return (
      <Notice title="You asked to join">
        An admin of the group has to say yes. You asked <Moment at={mine.askedAt} />.
      </Notice>
    )
  if (mine.state === 'Refused')
    return <Notice title="An admin said no">You may ask again with a code of the group.</Notice>
  if (mine.state === 'Removed')
    return <Notice title="You are no longer in this group">An admin removed you. {stays}</Notice>
  if (mine.state === 'Left') return <Notice title="You left this group">{stays}</Notice>
  if (state !== 'Open')
    return (
      <Notice title="This group is closed">
        Nothing more is bought in it and nobody joins. Everybody keeps what they have.
      </Notice>
    )
  return isNameFixed && isIn(mine) ? (
    <Notice title="We gave this group its name">The one before was reported. It cannot be changed any more.</Notice>
  ) : null
}
