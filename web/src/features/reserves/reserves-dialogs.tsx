import { barListThing, interlockThing, publicNote } from '@ingot/endpoints/reserves'
import { Textarea, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { FormText } from '../../ui/form.tsx'

const hoursFor = (most: number) =>
  z.string().check(
    z.trim(),
    z.refine((text) => /^[1-9][0-9]?$/.test(text) && Number(text) <= most, `Please give whole hours, at most ${most}.`),
  )

/** Asks another operator to let sales go on in spite of what stopped them. */
export const LiftDialog = ({ most, onClose }: { most: number; onClose: () => void }) => (
  <AskApprovalDialog
    title="Resume sales"
    action="lift-interlock"
    thing={interlockThing}
    givenOf={({ note, hours }) => ({ note: note.trim(), hours: hours.trim() })}
    more={{
      shape: { note: publicNote, hours: hoursFor(most) },
      initialValues: { note: '', hours: '24' },
      fields: (field) => (
        <>
          <Textarea
            label="What everybody reads"
            description="Why this is safe, in a sentence or two."
            size="md"
            rows={3}
            maxLength={500}
            {...field('note')}
          />
          <TextInput
            label="For how many hours"
            description={`At most ${most}. After that, what is still wrong stops sales again.`}
            size="md"
            inputMode="numeric"
            autoComplete="off"
            {...field('hours')}
          />
        </>
      ),
    }}
    onClose={onClose}
  >
    <FormText isQuiet>
      Only what is wrong now is let pass. Anything else that comes up stops sales all the same.
    </FormText>
  </AskApprovalDialog>
)

/** Asks another operator to confirm with one’s own eyes what the list says. */
export const ConfirmDialog = ({ onClose }: { onClose: () => void }) => (
  <AskApprovalDialog title="Confirm the list of bars" action="confirm-bars" thing={barListThing} onClose={onClose}>
    <FormText isQuiet>
      Only after the bars in the vault were compared with the list, one by one: serial, weight and fineness.
    </FormText>
  </AskApprovalDialog>
)
