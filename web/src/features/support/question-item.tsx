import type { SupportQuestion } from '@ingot/endpoints/support'
import { Button } from '@mantine/core'
import { knowsPage } from '../../lib/known-pages.ts'
import { TextLink } from '../../ui/form.tsx'
import { Said } from '../../ui/said.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import classes from './support.module.css'

const addressOf = (id: string) => `${window.location.origin}/support#${id}`

const Ways = ({ id, page }: Pick<SupportQuestion, 'id' | 'page'>) => {
  const { said, copy } = useCopy({ done: 'Link copied.' })
  return (
    <div className={classes.answerWays}>
      {page !== null && knowsPage(page.to) && <TextLink to={page.to}>{page.label}</TextLink>}
      <Button variant="subtle" color="gray" c="inherit" size="compact-sm" onClick={() => void copy(addressOf(id))}>
        Copy link
      </Button>
      <Said said={said} />
    </div>
  )
}

/** One question, which opens in place. */
export const QuestionItem = ({
  question: { id, question, answer, page },
  isOpen,
  onToggle,
}: {
  question: SupportQuestion
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}) => (
  <li className={classes.item}>
    <details
      id={id}
      className={classes.question}
      open={isOpen}
      onToggle={(event) => onToggle(event.currentTarget.open)}
    >
      <summary className={classes.asked}>
        <h3 className={classes.askedTitle}>{question}</h3>
      </summary>
      <div className={classes.answer}>
        {answer.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        <Ways id={id} page={page} />
      </div>
    </details>
  </li>
)
