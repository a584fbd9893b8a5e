import '@mantine/core/styles/Input.css'
import {
  longestTicketText,
  type TicketDetails,
  type TicketFile,
  type TicketMessage,
} from '@ingot/endpoints/ticket-fields'
import { replyTicket } from '@ingot/endpoints/tickets'
import { Button, Textarea } from '@mantine/core'
import type { ReactNode } from 'react'
import { useContractForm } from '../../lib/contract-form.ts'
import { uploadAccept, uploadProblem } from '../../lib/use-send-upload.ts'
import { Card } from '../../ui/card.tsx'
import { Form, TextLink } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Moment } from '../../ui/moment.tsx'
import { UploadField } from '../../ui/upload-field.tsx'
import type { SendFile } from '../../ui/upload-queue.ts'
import { neverSend } from './ticket-words.ts'
import classes from './tickets.module.css'

const maskedWords = (masked: number): string =>
  `We masked ${masked === 1 ? 'something' : `${masked} things`} here that looked like a code, a PIN or a card number.`

const lostWords = (lost: number): string =>
  lost === 1
    ? 'One attachment could not be kept. Please send it on this page as PDF or picture.'
    : `${lost} attachments could not be kept. Please send them on this page as PDF or pictures.`

const Message = ({
  message: { text, at, isMine, byMail, masked, files, lostFiles },
  fileOf,
}: {
  message: TicketMessage
  fileOf: (file: TicketFile) => ReactNode
}) => (
  <li className={classes.message} data-mine={isMine || undefined}>
    <span className={classes.quiet}>
      {isMine ? 'You' : 'Support'}
      {byMail && ', by e-mail'}, <Moment at={at} />
    </span>
    <p className={classes.words}>{text}</p>
    {masked > 0 && isMine && <p className={classes.quiet}>{maskedWords(masked)}</p>}
    {files.length > 0 && (
      <ul className={classes.files} aria-label="Files">
        {files.map((file) => (
          <li key={file.id}>{fileOf(file)}</li>
        ))}
      </ul>
    )}
    {lostFiles > 0 && <p className={classes.quiet}>{lostWords(lostFiles)}</p>}
  </li>
)

const Reply = ({ send, close }: { send: (text: string) => Promise<unknown>; close?: ReactNode }) => {
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: replyTicket.body,
    initialValues: { text: '' },
  })
  return (
    <Form
      aria-label="Reply"
      onSubmit={onSubmit(async ({ text }) => {
        await send(text)
        form.reset()
      })}
    >
      <Textarea
        label="Your reply"
        description={neverSend}
        size="md"
        rows={4}
        maxLength={longestTicketText}
        {...field('text')}
      />
      <FormProblem failure={problem} />
      <FormActions>
        {close}
        <Button type="submit" loading={isSending}>
          Send the reply
        </Button>
      </FormActions>
    </Form>
  )
}

export const FileField = ({ send }: { send: SendFile }) => (
  <UploadField
    label="Add files"
    note="JPEG, PNG, WebP or PDF, at most 10 MB each."
    accept={uploadAccept}
    problemOf={uploadProblem}
    send={send}
  />
)

/** What was written in a ticket, and how it goes on. */
export const Thread = ({
  ticket: { messages, mayReply, state },
  fileOf = ({ name }) => name,
  send,
  sendFile,
  close,
}: {
  ticket: TicketDetails
  fileOf?: (file: TicketFile) => ReactNode
  send: (text: string) => Promise<unknown>
  sendFile: SendFile
  close?: ReactNode
}) => (
  <div className={classes.parts}>
    <ol className={classes.messages} aria-label="Messages">
      {messages.map((message) => (
        <Message key={message.id} message={message} fileOf={fileOf} />
      ))}
    </ol>
    <Card className={classes.reply}>
      {mayReply ? (
        <>
          {state === 'Closed' && <p className={classes.quiet}>This ticket is closed. A reply opens it again.</p>}
          <Reply send={send} close={state !== 'Closed' && close} />
          {state !== 'Closed' && <FileField send={sendFile} />}
        </>
      ) : (
        <p className={classes.quiet}>
          This ticket was closed a while ago. <TextLink to="/contact-us">Send a new message</TextLink> if something is
          left to say.
        </p>
      )}
    </Card>
  </div>
)
