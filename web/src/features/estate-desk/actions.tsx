import type { EstateDetails } from '@ingot/endpoints/estate-desk'
import { estateThing } from '@ingot/endpoints/estate-desk'
import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAskedAbout } from '../../lib/asking.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { FormText } from '../../ui/form.tsx'
import { Moment } from '../../ui/moment.tsx'
import { ApproveDialog, PapersDialog, RefuseByTwoDialog, RefuseDialog, WaitDialog } from './act-dialogs.tsx'
import { Candidates } from './candidates.tsx'
import { CourtDialog } from './court-dialog.tsx'
import classes from './estate-desk.module.css'

type Shown = { estate: EstateDetails }

const dialogs = {
  wait: WaitDialog,
  refuse: RefuseDialog,
  papers: PapersDialog,
  court: CourtDialog,
  approve: ApproveDialog,
  'refuse-by-two': RefuseByTwoDialog,
}

type Act = { act: keyof typeof dialogs; label: string; isMain?: boolean }

/** What can be done, each in a dialog of its own. */
const Ways = ({ estate, acts }: Shown & { acts: readonly Act[] }) => {
  const [shown, setShown] = useState<Act['act'] | null>(null)
  const Dialog = shown && dialogs[shown]
  return (
    <div className={classes.ways}>
      {acts.map(({ act, label, isMain = false }) => (
        <Button key={act} variant={isMain ? 'filled' : 'default'} onClick={() => setShown(act)}>
          {label}
        </Button>
      ))}
      {Dialog && <Dialog estate={estate} onClose={() => setShown(null)} />}
    </div>
  )
}

const refusing: Act = { act: 'refuse', label: 'Refuse it' }

const Waiting = ({ estate }: Shown) => {
  const { waitingUntil } = estate
  if (waitingUntil === null) return null
  const isOver = Date.now() >= new Date(waitingUntil).getTime()
  return (
    <>
      <p>
        {isOver ? 'The 30 days were over on ' : 'The 30 days are over on '}
        <Moment at={waitingUntil} />.
      </p>
      {isOver && <Ways estate={estate} acts={[{ act: 'papers', label: 'Take over who receives', isMain: true }]} />}
    </>
  )
}

const Missing = ({ missing }: Pick<EstateDetails, 'missing'>) => (
  <section className={classes.part} aria-labelledby="missing">
    <h3 id="missing" className={classes.subtitle}>
      What is still missing
    </h3>
    {missing.length === 0 ? (
      <p>Nothing. It can be approved.</p>
    ) : (
      <ul className={classes.missing}>
        {missing.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    )}
  </section>
)

/** What takes two is not offered while it waits for the other one, and approving not while something is missing. */
const Judging = ({ estate }: Shown) => {
  const { id, missing } = estate
  const isAsked = useAskedAbout(estateThing(id)).data?.length !== 0
  const approving: Act[] = missing.length === 0 ? [{ act: 'approve', label: 'Ask to approve it', isMain: true }] : []
  const acts: Act[] = [
    ...(isAsked ? [] : approving),
    { act: 'court', label: 'Name who receives' },
    { act: 'papers', label: 'Correct the day of death' },
    ...(isAsked ? [] : [{ act: 'refuse-by-two', label: 'Ask to refuse it' } as const]),
  ]
  return <Ways estate={estate} acts={acts} />
}

const ofState = (estate: EstateDetails): ReactNode => {
  switch (estate.state) {
    case 'Reported':
      return (
        <>
          <Candidates estate={estate} />
          <Ways estate={estate} acts={[refusing]} />
        </>
      )
    case 'Checking':
      return <Ways estate={estate} acts={[{ act: 'wait', label: 'Begin the 30 days', isMain: true }, refusing]} />
    case 'Waiting':
      return <Waiting estate={estate} />
    case 'Documents':
      return <Judging estate={estate} />
    default:
      return null
  }
}

/** What can be done with it now, all in one place. */
export const Actions = ({ estate }: Shown) => {
  const mayAct = useHasRole('Owner', 'Compliance')
  return (
    <>
      {estate.state === 'Documents' && <Missing missing={estate.missing} />}
      {mayAct
        ? ofState(estate)
        : estate.endedAt === null && <FormText isQuiet>Owners and Compliance do this.</FormText>}
    </>
  )
}
