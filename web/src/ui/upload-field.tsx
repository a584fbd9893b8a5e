import { useId } from 'react'
import { DropArea } from './drop-area.tsx'
import { LinkButton } from './form.tsx'
import classes from './upload-field.module.css'
import { type SendFile, type Sending, useUploadQueue } from './upload-queue.ts'

const words: Record<Sending['state'], string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  failed: 'Not sent',
  cancelled: 'Cancelled',
}

const percent = (share: number) => Math.round(share * 100)

type Ways = Pick<ReturnType<typeof useUploadQueue>, 'cancel' | 'again' | 'remove'>

const Line = ({ sending, cancel, again, remove }: { sending: Sending } & Ways) => {
  const { id, file, state, share, problem } = sending
  const isOnItsWay = state === 'waiting' || state === 'sending'
  return (
    <li className={classes.line}>
      <span className={classes.name}>{file.name}</span>
      <span className={classes.state}>
        {/* All of it has left, and it is being looked through. */}
        {state === 'sending' && share === 1 ? 'Checking' : words[state]}
        {state === 'sending' && share < 1 && ` ${percent(share)} %`}
      </span>
      {state === 'sending' && (
        <progress className={classes.progress} max={1} value={share} aria-label={`Sending ${file.name}`} />
      )}
      {problem !== '' && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      <span className={classes.ways}>
        {isOnItsWay && (
          <LinkButton aria-label={`Cancel ${file.name}`} onClick={() => cancel(id)}>
            Cancel
          </LinkButton>
        )}
        {(state === 'failed' || state === 'cancelled') && (
          <>
            <LinkButton aria-label={`Try again: ${file.name}`} onClick={() => again(id)}>
              Try again
            </LinkButton>
            <LinkButton aria-label={`Remove ${file.name} from this list`} onClick={() => remove(id)}>
              Remove
            </LinkButton>
          </>
        )}
      </span>
    </li>
  )
}

/** What has become of all of them, said once they have. */
const sumOf = (files: readonly Sending[], isBusy: boolean): string => {
  const sent = files.filter(({ state }) => state === 'sent').length
  if (isBusy || files.length === 0) return ''
  if (files.length === 1) return `${files[0]?.file.name}: ${words[files[0]?.state ?? 'sent']}`
  return `${sent} of ${files.length} files sent`
}

/** The one place where files are handed to us: dropped or chosen, several at once, each with its way and its end. */
export const UploadField = ({
  label,
  heading: Heading = 'h2',
  isOne = false,
  isListed = false,
  note,
  accept,
  problemOf,
  send,
}: {
  label: string
  heading?: 'h2' | 'h3'
  /** Only one is wanted: the last that was sent counts. */
  isOne?: boolean
  /** What was sent stands in a list of its own beside it, and is not told twice. */
  isListed?: boolean
  /** What can be sent, in a sentence. */
  note: string
  /** As the browser's own choice of files wants it. */
  accept: string
  /** What is wrong with a file before it is sent; empty for nothing. */
  problemOf: (file: File) => string
  send: SendFile
}) => {
  const id = useId()
  const { files, isBusy, add, ...ways } = useUploadQueue(send, problemOf)

  // Where there is one, whoever asked for it says that it is there.
  const isTold = isOne || isListed
  const shown = isTold ? files.filter(({ state }) => state !== 'sent') : files

  return (
    <section className={classes.field} aria-labelledby={id}>
      <Heading id={id} className={classes.label}>
        {label}
      </Heading>
      <DropArea
        button={isOne ? 'Choose a file' : 'Choose files'}
        label={isOne ? 'File to send' : 'Files to send'}
        note={`${isOne ? 'Or drop it here.' : 'Or drop them here.'} ${note}`}
        accept={accept}
        isMany={!isOne}
        onFiles={add}
      />
      {shown.length > 0 && (
        <ul className={classes.lines} aria-label="Files on their way">
          {shown.map((sending) => (
            <Line key={sending.id} sending={sending} {...ways} />
          ))}
        </ul>
      )}
      <p role="status" className={isTold ? classes.unseen : classes.sum}>
        {sumOf(files, isBusy)}
      </p>
    </section>
  )
}
