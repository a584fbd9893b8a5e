import { type BankStatement, statementLimit } from '@ingot/endpoints/bank'
import { useState } from 'react'
import * as z from 'zod/mini'
import { sizeWords } from '../../lib/size-words.ts'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { DropArea } from '../../ui/drop-area.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { FormText, TextLink } from '../../ui/form.tsx'
import classes from './bank.module.css'
import { periodWords } from './dollars.tsx'
import { useUploadStatement } from './queries.ts'
import { StatementFigures } from './statement-figures.tsx'

const accept = '.xml,.053,.c53,.camt,application/xml,text/xml'
const note = `Or drop it here: camt.053, XML, at most ${sizeWords(statementLimit)}.`

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
            <DropArea
              button={file ? 'Choose another file' : 'Choose a file'}
              label="Statement of the bank"
              note={file ? `${file.name}, ${sizeWords(file.size)}` : note}
              accept={accept}
              error={error ?? ''}
              marks={marks}
              onFiles={([chosen]) => {
                if (!chosen) return
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
