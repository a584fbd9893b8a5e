import '@mantine/core/styles/Input.css'
import type { SupportGroup, SupportQuestion } from '@ingot/endpoints/support'
import { TextInput } from '@mantine/core'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import { knowsPage } from '../../lib/known-pages.ts'
import { Card } from '../../ui/card.tsx'
import { TextLink } from '../../ui/form.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Unread } from '../../ui/unread.tsx'
import { useAnswers, useDisturbances } from './queries.ts'
import { QuestionItem } from './question-item.tsx'
import classes from './support.module.css'
import { useFinder } from './use-finder.ts'

const longestWish = 100

/** Which questions are open. The one that the address names is opened, and what is looked at. */
const useOpened = () => {
  const { hash, key } = useLocation()
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows the same link again means it again.
  useEffect(() => {
    const named = document.getElementById(decodeURIComponent(hash.slice(1)))
    if (!named) return
    if (named instanceof HTMLDetailsElement) {
      setOpened((before) => new Set([...before, named.id]))
      named.querySelector('summary')?.focus({ preventScroll: true })
    }
    named.scrollIntoView({ block: 'start' })
  }, [hash, key])
  const toggle = (id: string, isOpen: boolean) =>
    setOpened((before) => {
      if (before.has(id) === isOpen) return before
      const after = new Set(before)
      if (isOpen) after.add(id)
      else after.delete(id)
      return after
    })
  return { opened, toggle }
}

type Opened = ReturnType<typeof useOpened>

const Questions = ({ questions, opened }: { questions: readonly SupportQuestion[]; opened: Opened }) => (
  <Card as="ul" className={classes.list}>
    {questions.map((question) => (
      <QuestionItem
        key={question.id}
        question={question}
        isOpen={opened.opened.has(question.id)}
        onToggle={(isOpen) => opened.toggle(question.id, isOpen)}
      />
    ))}
  </Card>
)

const countOf = (count: number) => (count === 1 ? '1 answer' : `${count} answers`)

const Found = ({ questions, wanted, opened }: { questions: SupportQuestion[]; wanted: string; opened: Opened }) => (
  <section aria-label="What was found">
    <div role="status">
      <h2 className={classes.heading}>
        {questions.length > 0 ? countOf(questions.length) : `Nothing about “${wanted}”`}
      </h2>
    </div>
    {questions.length === 0 && <p className={classes.quiet}>Try another word, or write to us.</p>}
    {questions.length > 0 && <Questions questions={questions} opened={opened} />}
  </section>
)

const Groups = ({ groups, opened }: { groups: readonly SupportGroup[]; opened: Opened }) => (
  <>
    <nav className={classes.contents} aria-label="Topics">
      {groups.map(({ id, title }) => (
        <a key={id} href={`#${id}`}>
          {title}
        </a>
      ))}
    </nav>
    {groups.map(({ id, title, questions }) => (
      <section key={id} aria-labelledby={id}>
        <h2 className={classes.heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        <Questions questions={questions} opened={opened} />
      </section>
    ))}
  </>
)

/** Where to go on. A page that is not there is not offered. */
const Onward = () => {
  const { data: disturbances } = useDisturbances()
  const ways = [
    { to: '/contact-us', label: 'Contact us', note: 'Write to us, and follow our answer.' },
    { to: '/instructional-videos', label: 'Videos', note: 'See how it is done.' },
    {
      to: '/status',
      label: 'System status',
      note: disturbances?.length ? 'Something does not work at the moment.' : 'What works, and since when.',
    },
  ]
  return (
    <section aria-labelledby="onward">
      <h2 className={classes.heading} id="onward">
        Something else?
      </h2>
      <div className={classes.ways}>
        {ways
          .filter(({ to }) => knowsPage(to))
          .map(({ to, label, note }) => (
            <Card key={to} className={classes.way}>
              <TextLink to={to}>{label}</TextLink>
              <p className={classes.quiet}>{note}</p>
            </Card>
          ))}
      </div>
    </section>
  )
}

const Center = ({ groups }: { groups: readonly SupportGroup[] }) => {
  const [typed, setTyped] = useState('')
  const find = useFinder(groups)
  const opened = useOpened()
  const wanted = typed.trim()
  const byId = useMemo(
    () => new Map(groups.flatMap(({ questions }) => questions).map((each) => [each.id, each])),
    [groups],
  )
  const found = wanted === '' ? [] : find(wanted).flatMap((id) => byId.get(id) ?? [])
  return (
    <div className={classes.page}>
      <search>
        <TextInput
          type="search"
          label="Search the answers"
          size="md"
          maxLength={longestWish}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      {wanted === '' ? (
        <Groups groups={groups} opened={opened} />
      ) : (
        <Found questions={found} wanted={wanted} opened={opened} />
      )}
      <Onward />
    </div>
  )
}

/** Questions and answers, and the ways on. */
export const SupportPage = () => {
  const query = useAnswers()
  return (
    <>
      <PageHeading note="Answers with the fees, limits and times that apply today.">Support Center</PageHeading>
      {query.data ? <Center groups={query.data} /> : <Unread what="answers" query={query} />}
    </>
  )
}
