import { glanceAt, outcomeWords } from '@ingot/paper/check'
import { Button, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconQuestionMark, IconX } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Scrolled } from '../../ui/scrolled.tsx'
import { type Answered, answersOf, verdictOf } from './verdict.ts'
import classes from './verify.module.css'
import { type CheckedFile as File, useDocumentState } from './verify-queries.ts'

const marks = {
  yes: { word: 'Yes', Icon: IconCheck },
  no: { word: 'No', Icon: IconX },
  unknown: { word: 'Not known', Icon: IconQuestionMark },
} as const

const Answer = ({ question, mark, answer }: Answered) => {
  const { word, Icon } = marks[mark]
  return (
    <li className={classes.answer} data-mark={mark}>
      <Icon className={classes.mark} size="1.25rem" stroke={2} aria-hidden="true" />
      <span className={classes.question}>{question}</span>
      <span>
        <VisuallyHidden>{word}: </VisuallyHidden>
        {answer}
      </span>
    </li>
  )
}

const longestData = 200_000

/** What a genuine file says of itself. */
const AboutFile = ({ number, attached }: Pick<File, 'number' | 'attached'>) => (
  <>
    <div className={classes.about}>
      <Facts>
        {number && <Fact name="Number">{number}</Fact>}
        {glanceAt(attached).map(({ label, value }) => (
          <Fact key={`${label} ${value}`} name={label}>
            {value}
          </Fact>
        ))}
      </Facts>
    </div>
    {attached !== null && (
      <details>
        <summary>All data that is attached to it</summary>
        <Scrolled className={classes.data} label="Attached data">
          <pre>{JSON.stringify(attached, null, 2).slice(0, longestData)}</pre>
        </Scrolled>
      </details>
    )}
  </>
)

/** What was found out about a file: in the page, and of a genuine one in our books. */
export const CheckedFile = ({ file }: { file: File }) => {
  const { outcome, number, hash, attached, name } = file
  const state = useDocumentState(outcome === 'genuine' && number ? { number, hash } : null)
  if (state.isLoading) return <p role="status">Asking whether it is still valid…</p>
  const { title, meaning, isGood } =
    outcome === 'genuine' ? verdictOf(state.data) : { ...outcomeWords[outcome], isGood: false }
  return (
    <Card as="section" aria-label="What was found" className={classes.box}>
      <div role="status">
        <h2 className={classes.verdict} data-good={isGood || undefined}>
          {title}
        </h2>
        <p className={classes.text}>{meaning}</p>
      </div>
      <p className={classes.quiet}>{name}</p>
      {outcome !== 'not-a-document' && (
        <ul className={classes.answers}>
          {answersOf(outcome, state.data).map((answered) => (
            <Answer key={answered.question} {...answered} />
          ))}
        </ul>
      )}
      <FormProblem failure={state.error} />
      {state.error && (
        <div>
          <Button variant="default" loading={state.isFetching} onClick={() => void state.refetch()}>
            Ask again
          </Button>
        </div>
      )}
      {outcome === 'genuine' && <AboutFile number={number} attached={attached} />}
    </Card>
  )
}
