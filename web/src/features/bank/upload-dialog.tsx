import { type BankStatement, statementLimit } from '@ingot/endpoints/bank'
import { Button } from '@mantine/core'
import { type ChangeEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { sizeWords } from '../../lib/size-words.ts'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FormText, TextLink } from '../../ui/form.tsx'
import classes from './bank.module.css'
import { periodWords } from './dollars.tsx'
import { useUploadStatement } from './queries.ts'
import { StatementFigures } from './statement-figures.tsx'

/** One file, chosen or dropped. */
const FileField = ({ file, error, marks, onFile }: FileFieldProps) => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.currentTarget.files ?? []
    if (chosen) onFile(chosen)
    // The same file may be chosen again, once it was mended.
    event.currentTarget.value = ''
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const [dropped] = event.dataTransfer.files
    if (dropped) onFile(dropped)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button is there for everybody
    <div
      className={classes.drop}
      data-over={isOver}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <Button
        variant="default"
        aria-describedby={`${id}-note ${id}-error`}
        {...marks}
        onClick={() => input.current?.click()}
      >
        {file ? 'Choose another file' : 'Choose a file'}
      </Button>
      <p id={`${id}-note`} className={classes.dropNote}>
        {file
          ? `${file.name}, ${sizeWords(file.size)}`
          : `Or drop it here: camt.053, XML, at most ${sizeWords(statementLimit)}.`}
      </p>
      <p id={`${id}-error`} role="alert" className={classes.problem}>
        {error}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Statement of the bank"
        accept=".xml,.053,.c53,.camt,application/xml,text/xml"
        onChange={choose}
      />
    </div>
  )
}

/** `marks`: by what the form finds the field again, to give it focus. */
type FileFieldProps = { file: File | null; error: ReactNode; marks: object; onFile: (file: File) => void }

/** What another person has to see at the bank before anything counts. */
const Uploaded = ({ statement }: { statement: BankStatement | undefined }) => {
  if (!statement) return null
  const { account, currency, sequence, from, until } = statement
  return (
    <div className={classes.uploaded}>
      <p className={classes.strong}>Another person must confirm this at the bank</p>
      <FormText>
        Until then it counts for nothing. Whoever <TextLink to="/operator/approvals">approves</TextLink> it looks at the
        bank’s own page and compares:
      </FormText>
      <Facts>
        <Fact name="Account">
          {account}, {currency}
        </Fact>
        <Fact name="Number of the statement">{sequence}</Fact>
        <Fact name="Period">{periodWords(from, until) ?? 'Not told'}</Fact>
      </Facts>
      <StatementFigures statement={statement} />
    </div>
  )
}

const problemOf = (file: File | null): string | undefined => {
  if (!file) return 'Please choose the file that you got from the bank.'
  if (file.size === 0) return 'This file is empty.'
  return file.size > statementLimit ? `This file is too large: at most ${sizeWords(statementLimit)}.` : undefined
}

/** Brings a statement. It counts once a second person has confirmed it. */
export const UploadDialog = ({ onClose }: { onClose: () => void }) => {
  const upload = useUploadStatement()
  const [file, setFile] = useState<File | null>(null)
  return (
    <DecisionDialog
      title="Upload a statement"
      button="Upload"
      more={{
        // The form knows the file by its name; a field of a form is a text.
        shape: {
          file: z.string().check(z.refine(() => problemOf(file) === undefined, { error: () => problemOf(file) })),
        },
        initialValues: { file: '' },
        fields: (field) => {
          const { error, onChange, value: _name, ...marks } = field('file')
          return (
            <FileField
              file={file}
              error={error}
              marks={marks}
              onFile={(chosen) => {
                setFile(chosen)
                onChange(chosen.name)
              }}
            />
          )
        },
      }}
      send={({ reason }) => upload.mutateAsync({ file: file as File, reason })}
      done={<Uploaded statement={upload.data} />}
      onClose={onClose}
    >
      <FormText isQuiet>
        The whole file is taken or none of it: what does not follow on from the last statement is refused, with the
        reason.
      </FormText>
    </DecisionDialog>
  )
}
