import { uploadAccept, uploadProblem, useSendUpload } from '../../lib/use-send-upload.ts'
import { FormText } from '../../ui/form.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { UploadField } from '../../ui/upload-field.tsx'
import classes from './bank-accounts.module.css'
import type { Proof, SentFile } from './bank-data.ts'

const choices = [
  { value: 'statement', label: 'Bank statement' },
  { value: 'deposit', label: 'Small deposit' },
] as const

const Statement = ({
  statement,
  problem,
  onSent,
}: {
  statement: SentFile | null
  problem: string | undefined
  onSent: (file: SentFile) => void
}) => (
  <div>
    <UploadField
      label="Statement of your bank"
      heading="h3"
      isOne
      note="It shows your name and the number, and is not older than 3 months. JPEG, PNG, WebP or PDF, at most 10 MB."
      accept={uploadAccept}
      problemOf={uploadProblem}
      send={useSendUpload('bank-statement', onSent)}
    />
    {statement && (
      <p className={classes.sent}>
        We have <strong>{statement.name}</strong>.
      </p>
    )}
    {problem !== undefined && !statement && (
      <p role="alert" className={classes.problem}>
        {problem}
      </p>
    )}
  </div>
)

/** How it is shown whose the account is. */
export const ProofFields = ({
  kind,
  statement,
  depositDays,
  problem,
  onKind,
  onStatement,
}: {
  kind: Proof['kind']
  statement: SentFile | null
  depositDays: number
  problem: string | undefined
  onKind: (kind: Proof['kind']) => void
  onStatement: (file: SentFile) => void
}) => (
  <>
    <Labelled label="Proof that it is yours" choices={choices} value={kind} onChange={onKind} />
    {kind === 'statement' ? (
      <Statement statement={statement} problem={problem} onSent={onStatement} />
    ) : (
      <FormText isQuiet>
        We send a small amount to the account, with a code in its reference. Enter the code here within {depositDays}{' '}
        days; you have three tries.
      </FormText>
    )}
  </>
)
