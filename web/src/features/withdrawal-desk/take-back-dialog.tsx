import {
  assayedFineness,
  assayedGrams,
  assayNames,
  assayReference,
  type DeskWithdrawalDetails,
  withdrawalThing,
} from '@ingot/endpoints/withdrawal-desk'
import { TextInput } from '@mantine/core'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import classes from './withdrawal-desk.module.css'
import { type Bar, barName } from './withdrawal-words.ts'

type Found = Record<string, string>

const typing = { size: 'md', autoComplete: 'off', spellCheck: false } as const

const shapeOf = (bars: readonly Bar[]) =>
  Object.fromEntries(
    bars.flatMap(({ id }) => {
      const { fineness, grossGrams } = assayNames(id)
      return [
        [fineness, assayedFineness],
        [grossGrams, assayedGrams],
      ]
    }),
  )

const trimmed = (found: Found): Found =>
  Object.fromEntries(Object.entries(found).map(([name, value]) => [name, value.trim()]))

const BarFields = ({ bar, field }: { bar: Bar; field: (name: string) => object }) => {
  const { fineness, grossGrams } = assayNames(bar.id)
  return (
    <fieldset className={classes.assayed}>
      <legend>{barName(bar)}</legend>
      <TextInput
        label="Fineness"
        description={`In the register: ${bar.fineness}`}
        inputMode="decimal"
        maxLength={10}
        {...typing}
        {...field(fineness)}
      />
      <TextInput
        label="Gross grams"
        description={`In the register: ${bar.size}`}
        inputMode="decimal"
        maxLength={16}
        {...typing}
        {...field(grossGrams)}
      />
    </fieldset>
  )
}

/** Asks another operator to take the bars into the register again, as an assay found them. */
export const TakeBackDialog = ({
  withdrawal: { id, number, bars },
  onClose,
}: {
  withdrawal: DeskWithdrawalDetails
  onClose: () => void
}) => {
  const shape = shapeOf(bars)
  return (
    <AskApprovalDialog<Found>
      title={`Take back withdrawal ${number}`}
      action="take-back-withdrawal"
      thing={withdrawalThing(id)}
      givenOf={trimmed}
      more={{
        shape: { reference: assayReference, ...shape },
        initialValues: Object.fromEntries(['reference', ...Object.keys(shape)].map((name) => [name, ''])),
        fields: (field) => (
          <>
            <TextInput
              label="Number of the assay’s report"
              maxLength={60}
              data-autofocus
              {...typing}
              {...field('reference')}
            />
            {bars.map((bar) => (
              <BarFields key={bar.id} bar={bar} field={field} />
            ))}
          </>
        ),
      }}
      onClose={onClose}
    >
      <FormText>The bars come in again as the assay found them, and the customer has the grams again in QMGT.</FormText>
    </AskApprovalDialog>
  )
}
