import { operatorStop, suspenseOf } from '@ingot/endpoints/treasury'
import { TextInput } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { amountWords } from '../../lib/amount-words.ts'
import { readEntry } from '../../lib/typed-amount.ts'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import { type Stock, type Suspended, useStopIssuing } from './queries.ts'
import { amountField, exactAmount, nameField } from './treasury-form.ts'

/** Says how an amount was read that others would read differently. */
export const AmountInput = ({
  asset,
  about,
  ...props
}: ComponentProps<typeof TextInput> & { asset: string; about: ReactNode }) => (
  <TextInput
    label={`Amount, in ${asset}`}
    description={readEntry({ text: String(props.value ?? '') }, asset).note ?? about}
    size="md"
    inputMode="decimal"
    autoComplete="off"
    {...props}
  />
)

const goesOn = 'Once another operator has approved it, the chain follows with “attest” and “mint”.'

export const IssueDialog = ({ stock, onClose }: { stock: Stock; onClose: () => void }) => {
  const { asset, stock: held, proposal, nextName } = stock
  return (
    <AskApprovalDialog
      title={`Issue ${asset}`}
      action="issue-tranche"
      thing={({ name }) => name.trim()}
      givenOf={({ amount }) => ({ asset, amount: exactAmount(amount, asset) })}
      more={{
        shape: { amount: amountField(asset), name: nameField(asset) },
        initialValues: { amount: proposal?.amount ?? '', name: nextName },
        fields: (field) => (
          <>
            <AmountInput
              asset={asset}
              about={`The treasury has ${amountWords({ asset, amount: held })}.`}
              {...field('amount')}
            />
            <TextInput
              label="Name of the tranche"
              description="Used once. It stands in the books and at the command line."
              size="md"
              autoComplete="off"
              spellCheck={false}
              {...field('name')}
            />
          </>
        ),
      }}
      onClose={onClose}
    >
      <FormText isQuiet>
        {asset === 'USDAU'
          ? `Gold is set aside for it at the price and margin in force when it is approved. ${goesOn}`
          : `As many grams of the vault’s free gold are set aside for it. ${goesOn}`}
      </FormText>
    </AskApprovalDialog>
  )
}

export const ClaimDialog = ({ suspended, onClose }: { suspended: Suspended; onClose: () => void }) => {
  const { asset, claimable } = suspended
  return (
    <AskApprovalDialog
      title={`Claim ${asset}`}
      action="claim-suspense"
      thing={suspenseOf(asset)}
      givenOf={({ amount }) => ({ amount: exactAmount(amount, asset) })}
      more={{
        shape: { amount: amountField(asset) },
        initialValues: { amount: '' },
        fields: (field) => (
          <AmountInput
            asset={asset}
            about={`At most ${amountWords({ asset, amount: claimable })}.`}
            {...field('amount')}
          />
        ),
      }}
      onClose={onClose}
    >
      <FormText isQuiet>
        For what the house has paid in itself and knows again by its transaction. What a customer sent by mistake is not
        the treasury’s.
      </FormText>
    </AskApprovalDialog>
  )
}

export const StopDialog = ({ onClose }: { onClose: () => void }) => {
  const stop = useStopIssuing()
  return (
    <DecisionDialog
      title="Stop issuing"
      button="Stop issuing"
      send={({ reason }) => stop.mutateAsync(reason)}
      onClose={onClose}
    >
      <FormText>
        At once: no tranche is issued or minted, and customers can buy no gold. They can still sell it. It takes two
        operators to allow it again.
      </FormText>
    </DecisionDialog>
  )
}

export const AllowDialog = ({ onClose }: { onClose: () => void }) => (
  <AskApprovalDialog title="Allow issuing again" action="allow-issuing" thing={operatorStop} onClose={onClose}>
    <FormText isQuiet>If issuing is stopped once more before this is approved, it stays stopped.</FormText>
  </AskApprovalDialog>
)
