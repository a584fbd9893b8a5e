import { type BankLine, type KeptFrom, keptFrom, lineThing } from '@ingot/endpoints/bank'
import { NativeSelect } from '@mantine/core'
import * as z from 'zod/mini'
import { amountWords } from '../../lib/amount-words.ts'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { FormText } from '../../ui/form.tsx'

const sumOf = ({ amount }: BankLine) => amountWords({ asset: 'USD', amount })

/** Asks another operator to take the line for somebody's remittance. */
export const MatchDialog = ({
  line,
  proposal: { remittance, number, customer },
  onClose,
}: {
  line: BankLine
  proposal: BankLine['proposals'][number]
  onClose: () => void
}) => (
  <AskApprovalDialog
    title={`Match with remittance ${number}`}
    action="match-line"
    thing={lineThing(line.id)}
    givenOf={() => ({ remittance })}
    onClose={onClose}
  >
    <FormText>
      {sumOf(line)} from {line.name ?? 'an unknown sender'} would be taken for what {customer.username} announced. It is
      booked only where the sender’s name is the customer’s own.
    </FormText>
  </AskApprovalDialog>
)

/** Asks another operator to send the money back where it came from. */
export const ReturnDialog = ({ line, onClose }: { line: BankLine; onClose: () => void }) => (
  <AskApprovalDialog title={`Return ${sumOf(line)}`} action="return-line" thing={lineThing(line.id)} onClose={onClose}>
    <FormText>
      It goes back to {line.name ?? 'its sender'}
      {line.lastFour === null ? '' : `, account …${line.lastFour}`}: as a payment that a third person puts into a file.
    </FormText>
  </AskApprovalDialog>
)

const keptWords: Record<KeptFrom, string> = {
  processor: 'What the card processor paid out',
  house: 'The house’s own money',
}

/** Asks another operator to keep it: it is no customer's. */
export const KeepDialog = ({ line, onClose }: { line: BankLine; onClose: () => void }) => (
  <AskApprovalDialog<{ from: KeptFrom }>
    title={`Keep ${sumOf(line)}`}
    action="keep-line"
    thing={lineThing(line.id)}
    givenOf={({ from }) => ({ from })}
    more={{
      shape: { from: z.enum(keptFrom) },
      initialValues: { from: 'processor' },
      fields: (field) => (
        <NativeSelect
          label="What it is"
          size="md"
          data={Object.entries(keptWords).map(([value, label]) => ({ value, label }))}
          {...field('from')}
        />
      ),
    }}
    onClose={onClose}
  >
    <FormText>It becomes the house’s. Do this only for money that is no customer’s and nobody waits for.</FormText>
  </AskApprovalDialog>
)
