import { deliveryName, deliveryThing } from '@ingot/endpoints/vault'
import { TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { decimalsOf } from '../../lib/asset-figures.ts'
import { Amount } from '../../ui/amount.tsx'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import type { Checked } from './queries.ts'

/** However it is typed, a delivery has one name. */
const nameOf = (typed: string) => typed.trim().replaceAll(/\s+/g, ' ').toUpperCase()

const deliveryField = z.pipe(
  z.string().check(z.refine((typed) => typed.trim() !== '', 'Please enter the number of the delivery note.')),
  z.pipe(z.transform(nameOf), deliveryName),
)

/** Asks another operator to take the bars of a list in. */
export const TakeInDialog = ({
  checked: { csv, bars, fineGrams },
  onClose,
}: {
  checked: Checked & { csv: string }
  onClose: () => void
}) => (
  <AskApprovalDialog
    title="Take bars into the vault"
    action="take-in-bars"
    thing={({ delivery }) => deliveryThing(nameOf(delivery))}
    givenOf={() => ({ csv })}
    more={{
      shape: { delivery: deliveryField },
      initialValues: { delivery: '' },
      fields: (field) => (
        <TextInput
          label="Delivery"
          description="The number of the delivery note. Each is taken in once."
          size="md"
          maxLength={60}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          {...field('delivery')}
        />
      ),
    }}
    onClose={onClose}
  >
    <FormText>
      {bars.length === 1 ? '1 bar' : `${bars.length} bars`} with{' '}
      <Amount value={fineGrams} asset="g" decimals={decimalsOf('XAU')} /> of fine gold. Whoever approves sees each of
      them.
    </FormText>
  </AskApprovalDialog>
)
