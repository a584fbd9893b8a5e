import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { ClosingPart } from './closing-part.tsx'
import classes from './leaving.module.css'
import { PackPart } from './pack-part.tsx'
import { useStanding } from './queries.ts'

/** Taking everything along, and closing the account. */
export const LeavingPage = () => {
  const query = useStanding()
  return (
    <>
      <PageHeading
        back={{ to: '/My-Profile/Preferences', label: 'Preferences' }}
        note="It is yours, whether you stay or go."
      >
        Archive and closing
      </PageHeading>
      {query.data ? (
        <div className={classes.parts}>
          <PackPart packs={query.data.packs} />
          <ClosingPart hindrances={query.data.hindrances} kept={query.data.kept} />
        </div>
      ) : (
        <Unread what="page" query={query} />
      )}
    </>
  )
}
