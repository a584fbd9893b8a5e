import type { DeskMessage, DeskTicketDetails, TicketFile } from '@ingot/endpoints/ticket-fields'
import { type ReactNode, useId } from 'react'
import { Card } from '../../ui/card.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { LinkButton, TextLink } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { StateLine } from '../../ui/state-line.tsx'
import { useOpenFile } from './queries.ts'
import classes from './ticket-desk.module.css'
import { complaintWords } from './ticket-words.ts'

type Shown = { ticket: DeskTicketDetails }

export const Part = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card as="section" className={classes.card} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </Card>
  )
}

const OpenedFile = ({ ticket, file }: { ticket: string; file: TicketFile }) => {
  const open = useOpenFile(ticket)
  return (
    <span>
      <LinkButton aria-label={`Save ${file.name}`} disabled={open.isPending} onClick={() => open.mutate(file)}>
        {file.name}
      </LinkButton>
      <FormProblem failure={open.error} />
    </span>
  )
}

const Message = ({ ticket, message }: { ticket: string; message: DeskMessage }) => {
  const { from, by, byMail, at, text, files, lostFiles, masked } = message
  return (
    <li className={from === 'operator' ? classes.ours : undefined}>
      <span className={classes.quiet}>
        {by ?? 'Who asked'}
        {byMail && ', by e-mail'}, <Moment at={at} />
      </span>
      <p className={classes.words}>{text}</p>
      {masked > 0 && <p className={classes.quiet}>Masked in it: {masked}</p>}
      {files.map((file) => (
        <OpenedFile key={file.id} ticket={ticket} file={file} />
      ))}
      {lostFiles > 0 && <p className={classes.quiet}>Attachments that could not be kept: {lostFiles}</p>}
    </li>
  )
}

export const Messages = ({ ticket: { id, messages } }: Shown) => (
  <Part title="Messages">
    <ol className={classes.list}>
      {messages.map((message) => (
        <Message key={message.id} ticket={id} message={message} />
      ))}
    </ol>
  </Part>
)

const CustomerLink = ({ id, username }: { id: string; username: string }) => (
  <TextLink to={`/operator/customers/${id}`}>{username}</TextLink>
)

export const About = ({ ticket }: Shown) => {
  const { customer, visitor, email, isConfirmed, sameEmail, movement, taken, createdAt } = ticket
  return (
    <Part title="Who asks">
      <Facts>
        {customer ? (
          <Fact name="Customer">
            <CustomerLink {...customer} />
          </Fact>
        ) : (
          <Fact name="Visitor">{visitor ?? '—'}</Fact>
        )}
        <Fact name="E-mail">
          {email === '' ? '—' : email}
          {!isConfirmed && ', not confirmed'}
        </Fact>
        <Fact name="Asked">
          <Moment at={createdAt} />
        </Fact>
        {movement && <Fact name="Movement">{movement.number}</Fact>}
        <Fact name="On it">{taken ? taken.by : 'Nobody'}</Fact>
      </Facts>
      {sameEmail && (
        <p className={classes.quiet}>
          <CustomerLink {...sameEmail} /> has this e-mail address. Nobody has shown to be that customer here: tell
          nothing of the account.
        </p>
      )}
    </Part>
  )
}

export const Clock = ({ ticket: { clock, complaint } }: Shown) =>
  clock &&
  complaint && (
    <Part title="Complaint">
      <p>{complaintWords[complaint]}</p>
      <Facts>
        <Fact name="Since">
          <Moment at={clock.since} />
        </Fact>
        <Fact name={clock.acknowledgedAt ? 'Acknowledged' : 'Acknowledge by'}>
          <Moment at={clock.acknowledgedAt ?? clock.acknowledgeBy} />
        </Fact>
        <Fact name={clock.answeredAt ? 'Answered' : 'Answer by'}>
          <Moment at={clock.answeredAt ?? clock.answerBy} />
        </Fact>
      </Facts>
    </Part>
  )

export const Notes = ({ ticket: { notes }, children }: Shown & { children: ReactNode }) => (
  <Part title="Notes">
    {notes.length === 0 ? (
      <p className={classes.quiet}>None yet. Operators alone read them; who asked never does.</p>
    ) : (
      <ol className={classes.list}>
        {notes.map(({ id, by, at, text }) => (
          <li key={id}>
            <span className={classes.quiet}>
              {by}, <Moment at={at} />
            </span>
            <p className={classes.words}>{text}</p>
          </li>
        ))}
      </ol>
    )}
    {children}
  </Part>
)

export const Way = ({ ticket: { history, createdAt } }: Shown) => (
  <Part title="Its way">
    <StateLine
      steps={[
        { name: 'New', kind: 'done', at: createdAt },
        ...history.map(({ state, at }) => ({ name: state, kind: 'done' as const, at })),
      ]}
    />
  </Part>
)
