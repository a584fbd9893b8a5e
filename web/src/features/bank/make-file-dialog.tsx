import type { PaymentFile } from '@ingot/endpoints/bank'
import { Button } from '@mantine/core'
import { amountWords } from '../../lib/amount-words.ts'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import classes from './bank.module.css'
import { counted } from './dollars.tsx'
import { useMakeFile, useSaveFile, useToSend } from './queries.ts'

const sumWords = (sum: string) => amountWords({ asset: 'USD', amount: sum })

/** How many and how much it would be, before it is made. */
const ToSend = () => {
  const { data, error } = useToSend()
  if (error) return <FormProblem failure={error} />
  if (!data) return <FormText isQuiet>Adding up what is ready.</FormText>
  const { count, others, sum } = data
  return (
    <>
      <FormText>
        {count === 0
          ? 'There is nothing that you may put into a file.'
          : `${counted(count, 'payment')}, ${sumWords(sum)} in all. From then on they count as sent.`}
      </FormText>
      {others > 0 && (
        <FormText isQuiet>
          {others === 1 ? '1 more waits' : `${others} more wait`} for somebody who had no part in approving.
        </FormText>
      )}
    </>
  )
}

const Made = ({ file }: { file: PaymentFile | undefined }) => {
  const save = useSaveFile()
  return (
    file && (
      <div className={classes.uploaded}>
        <FormText>
          {file.name}: {counted(file.payments, 'payment')}, {sumWords(file.sum)}. Give it to the bank as it is; a
          statement closes each payment.
        </FormText>
        <div>
          <Button variant="default" loading={save.isPending} onClick={() => save.mutate(file)}>
            Download the file
          </Button>
        </div>
        <FormProblem failure={save.error} />
      </div>
    )
  )
}

/** Puts all that is ready, and that whoever asks did not approve, into one file. */
export const MakeFileDialog = ({ onClose }: { onClose: () => void }) => {
  const make = useMakeFile()
  return (
    <DecisionDialog
      title="Make a file of payments"
      button="Make the file"
      takesProof
      send={({ reason, password, inputCode }) => make.mutateAsync({ reason, password, inputCode })}
      done={<Made file={make.data} />}
      onClose={onClose}
    >
      <ToSend />
    </DecisionDialog>
  )
}
