import { shareWords } from '../../lib/share-words.ts'
import '@mantine/core/styles/Input.css'
import { mostNominees, type Nominee, type NomineeSet, wholeShare } from '@ingot/endpoints/nominee-fields'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { AskedButton } from '../../ui/asked-button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormText, LinkButton } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { nameOf } from './nominee-facts.tsx'
import { beginChange, beginNew } from './nominee-typing.ts'
import classes from './nominees.module.css'
import { useConfirm, useDiscardDraft, useSaveDraft } from './queries.ts'
import { ShareBar } from './share-bar.tsx'
import { equalShares, gapWords, percentText, readPercent, sharesProblem, sumOf } from './shares.ts'

/** The set in one line, for the question for the PIN. */
const dealOf = ({ namesNobody, nominees }: Pick<NomineeSet, 'namesNobody' | 'nominees'>): string =>
  namesNobody
    ? 'Name nobody'
    : `Name ${nominees.map((nominee) => `${nameOf(nominee)} (${shareWords(nominee.share)})`).join(', ')}`

const Entry = ({
  nominee,
  text,
  problem,
  onText,
  onLeave,
  onEdit,
  onRemove,
}: {
  nominee: Nominee
  text: string
  problem: string | null
  onText: (text: string) => void
  onLeave: () => void
  onEdit: () => void
  onRemove: () => void
}) => {
  const name = nameOf(nominee)
  return (
    <li className={classes.entry}>
      <div className={classes.who}>
        <span className={classes.name}>{name}</span>
        <span className={classes.quiet}>
          {nominee.relationTestator}
          {nominee.guardian && `, with ${nameOf(nominee.guardian)} as guardian`}
        </span>
        <span className={classes.ways}>
          <LinkButton aria-label={`Change ${name}`} onClick={onEdit}>
            Change
          </LinkButton>
          <LinkButton aria-label={`Remove ${name}`} onClick={onRemove}>
            Remove
          </LinkButton>
        </span>
      </div>
      <TextInput
        aria-label={`Share of ${name} in percent`}
        inputMode="decimal"
        autoComplete="off"
        maxLength={8}
        rightSection="%"
        value={text}
        error={problem}
        onChange={(event) => onText(event.currentTarget.value)}
        onBlur={onLeave}
      />
    </li>
  )
}

/** What is being changed: people, their shares, and what they add up to. Nothing of it holds before it was confirmed. */
export const DraftPart = ({
  draft,
  waitHours,
  isStopped,
}: {
  draft: NomineeSet
  waitHours: number
  /** Nothing can be confirmed now; why stands above. */
  isStopped: boolean
}) => {
  const { nominees, namesNobody } = draft
  const saved = nominees.map(({ share }) => percentText(share))
  const [texts, setTexts] = useState<readonly string[] | null>(null)
  const shown = texts ?? saved
  const shares = shown.map(readPercent)
  const sum = sumOf(shares.map((share) => share ?? 0))
  const isReadable = shares.every((share) => share !== undefined)
  const gap = namesNobody ? null : gapWords(sum)
  const save = useSaveDraft()
  const confirm = useConfirm()
  const discard = useDiscardDraft()

  const keep = async (wanted: readonly Nominee[]) => {
    const kept = await save
      .mutateAsync({ namesNobody: false, nominees: [...wanted], unfinished: null })
      .catch(() => undefined)
    if (kept) setTexts(null)
    return kept
  }
  const withShares = (given: readonly (number | undefined)[]): Nominee[] =>
    nominees.map((nominee, place) => ({ ...nominee, share: given[place] ?? nominee.share }))
  const isChanged = shares.some((share, place) => share !== nominees[place]?.share)
  const leave = () => {
    if (texts && isReadable && isChanged) void keep(withShares(shares))
  }
  const shareEqually = () => {
    const equal = equalShares(nominees.length)
    setTexts(equal.map(percentText))
    void keep(withShares(equal))
  }
  const send = async () => {
    const isOther = (texts && isChanged) || draft.unfinished
    const kept = isOther ? await keep(withShares(shares)) : draft
    if (kept) await confirm.mutateAsync({ ...kept, deal: dealOf(kept) }).catch(() => undefined)
  }
  const isWhole = namesNobody || (nominees.length > 0 && isReadable && sum === wholeShare)
  return (
    <Card as="section" className={classes.card} aria-labelledby="draft-title">
      <div>
        <h2 id="draft-title" className={classes.title}>
          Your change
        </h2>
        <p className={classes.quiet}>Not confirmed. What you confirm comes into force {waitHours} hours later.</p>
      </div>
      {namesNobody ? (
        <FormText>You name nobody. Whoever inherits has to show us a court’s paper.</FormText>
      ) : (
        <>
          <ShareBar shares={shares.map((share) => share ?? 0)} />
          <ul className={classes.people}>
            {nominees.map((nominee, place) => (
              <Entry
                key={`${nameOf(nominee)} ${nominee.dateOfBirth}`}
                nominee={nominee}
                text={shown[place] ?? ''}
                problem={shares[place] === undefined ? sharesProblem : null}
                onText={(text) => setTexts(shown.map((each, index) => (index === place ? text : each)))}
                onLeave={leave}
                onEdit={() => beginChange(place, nominee)}
                onRemove={() => void keep(nominees.filter((_, each) => each !== place))}
              />
            ))}
          </ul>
          <p role="status" className={gap === null ? classes.quiet : classes.gap}>
            {gap ?? 'The shares add up to 100 %.'}
          </p>
        </>
      )}
      <div className={classes.actions}>
        {nominees.length < mostNominees && (
          <Button variant="default" onClick={() => beginNew(wholeShare - sum)}>
            Add somebody
          </Button>
        )}
        {nominees.length > 1 && (
          <Button variant="default" onClick={shareEqually}>
            Share equally
          </Button>
        )}
        <AskedButton
          button="Give the change up"
          legend="Give this change up?"
          text="What you have entered is forgotten. What holds now stays as it is."
          yes="Yes, give it up"
          act={discard}
        />
      </div>
      {nominees.length === mostNominees && <FormText isQuiet>You can name up to five people.</FormText>}
      <FormProblem failure={save.error ?? confirm.error} />
      {!isStopped && (
        <>
          <Button
            size="md"
            disabled={!isWhole}
            loading={confirm.isPending || save.isPending}
            onClick={() => void send()}
          >
            Confirm
          </Button>
          <FormText isQuiet>You confirm with your PIN and 2FA code, and get a signed confirmation.</FormText>
        </>
      )}
    </Card>
  )
}
