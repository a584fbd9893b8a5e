import { wholeShare } from '@ingot/endpoints/nominee-fields'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useSession } from '../../lib/session.ts'
import { useInheritances } from '../../lib/use-inheritances.ts'
import { documentAddress } from '../../lib/use-making.ts'
import { AskedButton } from '../../ui/asked-button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormText, TextLink } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { isStopped, Stops } from '../../ui/stops.tsx'
import { Unread } from '../../ui/unread.tsx'
import { DraftPart } from './draft-part.tsx'
import { NomineeForm } from './nominee-form.tsx'
import { beginNew, resumeTyping, useTyping } from './nominee-typing.ts'
import classes from './nominees.module.css'
import { type Nominees, useNominees, useSaveDraft, useWithdraw } from './queries.ts'
import { SetView } from './set-view.tsx'
import { workingOf } from './working.ts'

const note =
  'Whom you name here receives what you leave with us. A nominee receives; who inherits is the law’s question.'

const stopWords = {
  label: 'Why nothing can be confirmed now',
  owed: { title: '', after: '' },
  frozen: 'You can prepare a change, but not confirm it',
  held: { what: 'Changes of nominees', after: 'confirm a change.' },
}

const Waiting = ({ set, hasBefore }: { set: NonNullable<Nominees['waiting']>; hasBefore: boolean }) => (
  <SetView
    set={set}
    id="waiting-title"
    title="Confirmed, not in force yet"
    note={
      <>
        In force from <Moment at={set.inForceFrom ?? set.changedAt} />. Until then{' '}
        {hasBefore ? 'those below hold.' : 'nobody is named.'}
      </>
    }
  >
    <div>
      <AskedButton
        button="Take it back"
        legend="Take this change back?"
        text={hasBefore ? 'Those who hold now hold on.' : 'Then nobody is named.'}
        yes="Yes, take it back"
        act={useWithdraw(set)}
      />
    </div>
  </SetView>
)

/** The ways to begin: to change what was confirmed last, or to name somebody for the first time. */
const Begin = ({ nominees }: { nominees: Nominees }) => {
  const save = useSaveDraft()
  const { base } = workingOf(nominees)
  const isNamed = base !== null && !base.namesNobody
  const begin = (namesNobody: boolean) =>
    save.mutate({ namesNobody, nominees: namesNobody ? [] : [...(base?.nominees ?? [])], unfinished: null })
  return (
    <Card as="section" className={classes.card} aria-labelledby="begin-title">
      <div>
        <h2 id="begin-title" className={classes.title}>
          {base ? 'Change it' : 'Nobody is named yet'}
        </h2>
        <p className={classes.quiet}>
          {base
            ? `What holds stays as it is until you have confirmed the change and ${nominees.waitHours} hours have passed.`
            : 'Name up to five people and what share each of them receives. It takes a few minutes.'}
        </p>
      </div>
      <div className={classes.actions}>
        {isNamed ? (
          <Button loading={save.isPending} onClick={() => begin(false)}>
            Change your nominees
          </Button>
        ) : (
          <Button onClick={() => beginNew(wholeShare)}>Name somebody</Button>
        )}
        {base?.namesNobody !== true && (
          <Button variant="default" onClick={() => begin(true)}>
            I name nobody
          </Button>
        )}
      </div>
      <FormProblem failure={save.error} />
    </Card>
  )
}

const Earlier = ({ earlier }: { earlier: Nominees['earlier'] }) =>
  earlier.length > 0 && (
    <details className={classes.earlier}>
      <summary>Earlier nominees</summary>
      <ul>
        {earlier.map(({ version, confirmedAt, document, withdrawn }) => (
          <li key={version}>
            Version {version}, confirmed <Moment at={confirmedAt} />
            {withdrawn && ', taken back'}
            {document !== null && (
              <>
                {' '}
                <TextLink to={documentAddress(document)}>Signed confirmation</TextLink>
              </>
            )}
          </li>
        ))}
      </ul>
    </details>
  )

/** Only for whoever has some: to everybody else it would be a page about nothing. */
const Received = () => {
  const { data = [] } = useInheritances()
  return (
    data.length > 0 && (
      <FormText isQuiet>
        Somebody named you, too. <TextLink to="/inheritances">See what you received</TextLink>
      </FormText>
    )
  )
}

const Overview = ({ nominees }: { nominees: Nominees }) => {
  const { inForce, waiting, draft, earlier, waitHours, frozenSince, heldUntil } = nominees
  const stopping = { frozenSince, heldUntil, owed: null }
  return (
    <>
      <PageHeading note={note}>Nominees</PageHeading>
      <div className={classes.parts}>
        {isStopped(stopping) && <Stops stopping={stopping} words={stopWords} />}
        {draft && <DraftPart draft={draft} waitHours={waitHours} isStopped={isStopped(stopping)} />}
        {waiting && <Waiting set={waiting} hasBefore={inForce !== null} />}
        {inForce && (
          <SetView
            set={inForce}
            id="in-force-title"
            title="In force"
            note={
              <>
                Since <Moment at={inForce.inForceFrom ?? inForce.changedAt} />
              </>
            }
          />
        )}
        {!draft && <Begin nominees={nominees} />}
        <Earlier earlier={earlier} />
        <FormText isQuiet>
          We ask you once a year whether this is still right. Whoever is named is told nothing before.
        </FormText>
        <Received />
      </div>
    </>
  )
}

/** After a reload the step is known, and who is being entered is with the draft. Who is nowhere begins anew. */
const useResumed = (nominees: Nominees | undefined): boolean => {
  const step = useSession((session) => session.currentNomineeStep)
  const isTyping = useTyping(({ now }) => now !== null)
  useEffect(() => {
    if (!nominees || step === 0 || isTyping) return
    const unfinished = nominees.draft?.unfinished
    if (unfinished) resumeTyping(unfinished)
    else useSession.getState().goToNomineeStep(0)
  }, [nominees, step, isTyping])
  return step > 0 && isTyping
}

/** Whom a customer names: what holds now, what comes into force when, and what is being changed. */
export const NomineePage = () => {
  const query = useNominees()
  const isEntering = useResumed(query.data)
  if (query.data && isEntering) return <NomineeForm working={workingOf(query.data)} />
  if (query.data) return <Overview nominees={query.data} />
  return (
    <>
      <PageHeading note={note}>Nominees</PageHeading>
      <Unread what="nominees" query={query} />
    </>
  )
}
