import '@mantine/core/styles/Input.css'
import type { EditedAnnouncement } from '@ingot/endpoints/announcements'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { FormText, TextLink } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import classes from './announcement-desk.module.css'
import { stateWords } from './desk-words.ts'
import { usePublish, useUnschedule, useWithdraw } from './queries.ts'

/** What the browser's field has, in the time of whoever typed it. */
const momentOf = (typed: string): string | null => {
  const at = new Date(typed)
  return Number.isNaN(at.getTime()) ? null : at.toISOString()
}

const Standing = ({ announcement: { state, publishAt, slug } }: { announcement: EditedAnnouncement }) => (
  <FormText>
    {state === 'draft' && 'Nobody but operators sees it.'}
    {state === 'scheduled' && publishAt && (
      <>
        Everybody can read it from <Moment at={publishAt} /> on.
      </>
    )}
    {state === 'published' && publishAt && (
      <>
        Since <Moment at={publishAt} />, at <TextLink to={`/Announcements/${slug}`}>its own address</TextLink>.
      </>
    )}
    {state === 'withdrawn' && 'It is gone for everybody. Nothing can be done with it any more.'}
  </FormText>
)

type Props = { announcement: EditedAnnouncement; isUnsaved: boolean }

/** What goes out to everybody is confirmed with the password and a code. */
const PublishDialog = ({
  announcement: { id, version, title },
  at,
  onClose,
}: {
  announcement: EditedAnnouncement
  at: string | null
  onClose: () => void
}) => {
  const publish = usePublish(id)
  return (
    <DecisionDialog
      title={`Publish: ${title}`}
      button={at === null ? 'Publish it now' : 'Publish it then'}
      takesReason={false}
      takesProof
      send={({ password, inputCode }) => publish.mutateAsync({ version, at, password, inputCode })}
      onClose={onClose}
    >
      <FormText>
        {at === null ? (
          'Everybody can read it at once.'
        ) : (
          <>
            Everybody can read it from <Moment at={at} /> on.
          </>
        )}
      </FormText>
    </DecisionDialog>
  )
}

const AtATime = ({ announcement, isUnsaved }: Props) => {
  const [typed, setTyped] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const at = momentOf(typed)
  const schedule = () => {
    setIsMissing(at === null)
    setIsAsking(at !== null)
  }
  return (
    <>
      <TextInput
        label="Publish at"
        description="In your own time zone."
        size="md"
        type="datetime-local"
        value={typed}
        error={isMissing && at === null ? 'Please choose a day and a time.' : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className={classes.ways}>
        <Button variant="default" disabled={isUnsaved} onClick={schedule}>
          Publish at this time
        </Button>
      </div>
      {isAsking && <PublishDialog announcement={announcement} at={at} onClose={() => setIsAsking(false)} />}
    </>
  )
}

const Now = ({ announcement, isUnsaved }: Props) => {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <div className={classes.ways}>
        <Button disabled={isUnsaved} onClick={() => setIsAsking(true)}>
          Publish now
        </Button>
      </div>
      {isAsking && <PublishDialog announcement={announcement} at={null} onClose={() => setIsAsking(false)} />}
    </>
  )
}

const BackToDraft = ({ announcement: { id, version } }: { announcement: EditedAnnouncement }) => {
  const unschedule = useUnschedule(id)
  return (
    <>
      <div className={classes.ways}>
        <Button variant="default" loading={unschedule.isPending} onClick={() => unschedule.mutate({ version })}>
          Make it a draft again
        </Button>
      </div>
      <FormProblem failure={unschedule.error} />
    </>
  )
}

const Withdraw = ({ announcement: { id, version, title } }: { announcement: EditedAnnouncement }) => {
  const [isAsking, setIsAsking] = useState(false)
  const withdraw = useWithdraw(id)
  return (
    <>
      <div className={classes.ways}>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          Withdraw
        </Button>
      </div>
      {isAsking && (
        <DecisionDialog
          title={`Withdraw: ${title}`}
          button="Withdraw it for good"
          takesProof
          send={({ reason, password, inputCode }) => withdraw.mutateAsync({ version, reason, password, inputCode })}
          onClose={() => setIsAsking(false)}
        >
          <FormText>Nobody can read it any more, and it cannot be published again.</FormText>
        </DecisionDialog>
      )}
    </>
  )
}

/** How it stands, and what comes next. */
export const Publishing = (props: Props & { mayWrite: boolean }) => {
  const { announcement, isUnsaved, mayWrite } = props
  const { state } = announcement
  return (
    <Card as="section" className={classes.card} aria-labelledby="standing">
      <h2 id="standing">{stateWords[state]}</h2>
      <Standing announcement={announcement} />
      {mayWrite && (state === 'draft' || state === 'scheduled') && <Now {...props} />}
      {mayWrite && state === 'draft' && <AtATime {...props} />}
      {mayWrite && state === 'scheduled' && <BackToDraft announcement={announcement} />}
      {mayWrite && state === 'published' && <Withdraw announcement={announcement} />}
      {mayWrite && isUnsaved && (state === 'draft' || state === 'scheduled') && (
        <FormText isQuiet>Please save first: what is published is what was saved.</FormText>
      )}
    </Card>
  )
}
