import { barThing, takenTo, type VaultBar } from '@ingot/endpoints/vault'
import { TextInput } from '@mantine/core'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { Amount } from '../../ui/amount.tsx'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { FormText } from '../../ui/form.tsx'

/** Asks another operator to let a bar go. */
export const TakeOutDialog = ({
  bar: { id, refiner, serial, fineGrams },
  onClose,
}: {
  bar: VaultBar
  onClose: () => void
}) => (
  <AskApprovalDialog
    title={`Take out ${refiner} ${serial}`}
    action="take-out-bar"
    thing={barThing(id)}
    givenOf={({ to }) => ({ to: to.trim() })}
    more={{
      shape: { to: takenTo },
      initialValues: { to: '' },
      fields: (field) => (
        <TextInput
          label="Goes to"
          description="To whom, or where. Stays in the books."
          size="md"
          maxLength={200}
          autoComplete="off"
          {...field('to')}
        />
      ),
    }}
    onClose={onClose}
  >
    <FormText>
      <Amount value={fineGrams} asset="g" decimals={decimalsOf('XAU')} /> of fine gold will leave the vault. Only gold
      that no token stands for can leave.
    </FormText>
  </AskApprovalDialog>
)
