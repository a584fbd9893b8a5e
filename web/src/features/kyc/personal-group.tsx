import { type ReactNode, useId, useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { LinkButton } from '../../ui/form.tsx'
import classes from './personal.module.css'
import { StepNumber } from './step-number.tsx'

/** One group of the form: its title opens it, and says whether it is complete. */
export const PersonalGroup = ({
  number,
  title,
  note,
  isComplete,
  isOpen,
  onOpen,
  children,
}: {
  number: number
  title: string
  note: string
  isComplete: boolean
  isOpen: boolean
  onOpen: () => void
  children: ReactNode
}) => {
  const id = useId()
  return (
    <Card as="section" className={classes.section} aria-labelledby={id}>
      <h3 className={classes.groupTitle}>
        <StepNumber number={number} isDone={isComplete} isGold={isComplete} />
        <button
          type="button"
          id={id}
          className={classes.groupButton}
          aria-expanded={isOpen}
          aria-describedby={`${id}-state`}
          onClick={onOpen}
        >
          {title}
        </button>
        <span id={`${id}-state`} className={classes.groupState}>
          {isComplete ? 'Complete' : isOpen ? '' : 'To do'}
        </span>
      </h3>
      {isOpen && (
        <div className={classes.group}>
          <p className={classes.sectionNote}>{note}</p>
          {children}
        </div>
      )}
    </Card>
  )
}

/** What few need, out of the way of the others until it is asked for or has something in it. */
export const More = ({ isFilled, children }: { isFilled: boolean; children: ReactNode }) => {
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  return (
    <>
      {!isFilled && (
        <div className={classes.wide}>
          <LinkButton aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? 'Less' : 'More (optional)'}
          </LinkButton>
        </div>
      )}
      <div id={id} className={classes.more} hidden={!isOpen && !isFilled}>
        {children}
      </div>
    </>
  )
}

/** How many groups are complete, to see and to hear. */
export const GroupProgress = ({ complete, all }: { complete: number; all: number }) => (
  <div className={classes.progress}>
    <p role="status">
      {complete} of {all} complete
    </p>
    <progress value={complete} max={all} aria-label="Parts of the form that are complete" />
  </div>
)
