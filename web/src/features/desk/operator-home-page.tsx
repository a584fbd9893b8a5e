import { isAsset } from '@ingot/money/assets'
import { type ReactNode, useId } from 'react'
import { ageOf, ageOfSeconds } from '../../lib/age.ts'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { FigureRow, FigureRows } from '../../ui/figure-rows.tsx'
import { Moment } from '../../ui/moment.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Row } from '../../ui/row.tsx'
import { Unread } from '../../ui/unread.tsx'
import classes from './desk.module.css'
import { type Desk, useDesk } from './queries.ts'

const Section = ({ title, isWhole = false, children }: { title: string; isWhole?: boolean; children: ReactNode }) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className={isWhole ? `${classes.section} ${classes.whole}` : classes.section}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const Alarms = ({ alarms }: Pick<Desk, 'alarms'>) =>
  alarms.length > 0 && (
    <Section title="Needs attention" isWhole>
      {alarms.map(({ name, problem, advice }) => (
        <Card key={name} className={classes.alarm}>
          <p className={classes.problem}>{problem}</p>
          <p>{advice}</p>
        </Card>
      ))}
    </Section>
  )

const oldest = (at: string | null) => (at === null ? 'Nothing is waiting' : `The oldest has waited ${ageOf(at)}`)

const Queues = ({ queues }: Pick<Desk, 'queues'>) => (
  <Section title="Waiting">
    {queues.length === 0 ? (
      <p className={classes.quiet}>Your roles have no queues.</p>
    ) : (
      <Card as="ul" className={classes.list}>
        {queues.map(({ queue, title, count, oldestAt }) => (
          <Row
            key={queue}
            to={`/operator/queues/${encodeURIComponent(queue)}`}
            title={title}
            note={oldest(oldestAt)}
            figure={count}
          />
        ))}
      </Card>
    )}
  </Section>
)

const Approvals = ({ approvalsForMe, approvalsOfMine }: Desk) => (
  <Section title="Approvals">
    <Card as="ul" className={classes.list}>
      <Row to="/operator/approvals" title="For you to decide" note="Asked for by others" figure={approvalsForMe} />
      <Row
        to="/operator/approvals?show=mine"
        title="Your requests"
        note="Waiting for somebody else"
        figure={approvalsOfMine}
      />
    </Card>
  </Section>
)

/** A weight or money by the grammar of figures, a time as people say it, and the rest as it is. */
const FigureValue = ({ value, unit }: Pick<Desk['figures'][number], 'value' | 'unit'>) => {
  // What is not known is never nothing.
  if (value === null) return '—'
  if (unit === 's') return ageOfSeconds(Number(value))
  if (unit === 'g') return <Amount value={value} asset={unit} decimals={decimalsOf('QMGT')} />
  return isAsset(unit) ? <Amount value={value} asset={unit} /> : `${value} ${unit}`.trim()
}

const Figures = ({ figures }: Pick<Desk, 'figures'>) => (
  <Section title="How the house stands">
    <Card className={classes.box}>
      <FigureRows isAlone>
        {figures.map(({ name, title, value, unit }) => (
          <FigureRow key={name} name={title}>
            <FigureValue value={value} unit={unit} />
          </FigureRow>
        ))}
      </FigureRows>
    </Card>
  </Section>
)

const Alone = ({ alone }: Pick<Desk, 'alone'>) => (
  <Section title="Done by one person">
    {alone.length === 0 ? (
      <p className={classes.quiet}>Nothing that usually takes two was done by one person in the last days.</p>
    ) : (
      <Card as="ul" className={classes.list}>
        {alone.map(({ at, title, operator }) => (
          <Row
            key={`${at} ${title}`}
            to="/operator/audit"
            title={title}
            note={<Moment at={at} />}
            figure={operator ?? 'At the machine'}
          />
        ))}
      </Card>
    )}
  </Section>
)

/** Where an operator begins: what waits, and how the house stands. */
export const OperatorHomePage = () => {
  const query = useDesk()
  const { data: desk } = query
  return (
    <>
      <PageHeading>What is waiting</PageHeading>
      {desk ? (
        <div className={classes.sections}>
          <Alarms alarms={desk.alarms} />
          <Queues queues={desk.queues} />
          <Approvals {...desk} />
          <Figures figures={desk.figures} />
          <Alone alone={desk.alone} />
        </div>
      ) : (
        <Unread what="overview" query={query} />
      )}
    </>
  )
}
