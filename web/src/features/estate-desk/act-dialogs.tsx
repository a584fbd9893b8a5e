import '@mantine/core/styles/Input.css'
import { askForPapers, type EstateDetails, estateThing } from '@ingot/endpoints/estate-desk'
import { NativeSelect, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import { today } from '../../lib/periods.ts'
import { shareWords } from '../../lib/share-words.ts'
import { Amount } from '../../ui/amount.tsx'
import { AskApprovalDialog } from '../../ui/ask-approval-dialog.tsx'
import { DecisionDialog } from '../../ui/decision-dialog.tsx'
import { FormText } from '../../ui/form.tsx'
import { nameOf } from './estate-words.ts'
import { useAskForPapers, useCandidates, useRefuse, useWait } from './queries.ts'

type Shown = { estate: EstateDetails; onClose: () => void }

export const WaitDialog = ({ estate: { id }, onClose }: Shown) => {
  const wait = useWait(id)
  return (
    <DecisionDialog
      title="Begin the 30 days"
      button="Begin"
      takesProof
      send={({ reason, password, inputCode }) => wait.mutateAsync({ reason, password, inputCode })}
      onClose={onClose}
    >
      <FormText>
        The owner is reminded on days 7, 14 and 28 and can say that the report is wrong. From here on it cannot be
        refused before the 30 days are over.
      </FormText>
    </DecisionDialog>
  )
}

/** Whom it was about, where that is known: so the reports of one person are counted. */
const meant = (names: readonly { id: string; username: string }[]) => ({
  shape: { customer: z.string() },
  initialValues: { customer: '' },
  fields: (field: (name: string) => object) => (
    <NativeSelect
      label="Who was meant"
      description="Refused reports of one person are counted."
      size="md"
      data={[
        { value: '', label: 'Nobody we know' },
        ...names.map(({ id, username }) => ({ value: id, label: username })),
      ]}
      {...field('customer')}
    />
  ),
})

export const RefuseDialog = ({ estate: { id, reference, state }, onClose }: Shown) => {
  const refuse = useRefuse(id)
  const { data = [] } = useCandidates(id)
  const mayName = state === 'Reported' && data.length > 0
  return (
    <DecisionDialog<{ customer?: string } & Record<string, string>>
      title={`Refuse report ${reference}`}
      button="Refuse"
      takesProof
      {...(mayName && { more: meant(data.map(({ customer }) => customer)) })}
      send={({ reason, customer, password, inputCode }) =>
        refuse.mutateAsync({ reason, ...(customer && { customer }), password, inputCode })
      }
      onClose={onClose}
    >
      <FormText>
        {state === 'Reported'
          ? 'Nothing was stopped, and who reported is not told.'
          : 'The account is open again and its plans run again. Who reported is not told.'}
      </FormText>
    </DecisionDialog>
  )
}

/** The day decides who receives, so it can be corrected as long as nothing was approved. */
export const PapersDialog = ({ estate: { id, deceased, diedOn }, onClose }: Shown) => {
  const ask = useAskForPapers(id)
  return (
    <DecisionDialog<{ diedOn: string }>
      title={diedOn === null ? 'Take over who receives' : 'Correct the day of death'}
      button={diedOn === null ? 'Take over' : 'Correct'}
      takesProof
      more={{
        shape: { diedOn: askForPapers.body.shape.diedOn },
        initialValues: { diedOn: diedOn ?? deceased.dateOfDeath },
        fields: (field) => (
          <TextInput
            label="Day of death"
            description="As it stands on the certificate."
            type="date"
            max={today()}
            size="md"
            {...field('diedOn')}
          />
        ),
      }}
      send={({ reason, diedOn, password, inputCode }) => ask.mutateAsync({ reason, diedOn, password, inputCode })}
      onClose={onClose}
    >
      <FormText>
        The nominees that held at the end of that day receive. What was confirmed later does not count.
        {diedOn !== null && ' The list of who receives is made anew, and with it whose papers were accepted.'}
      </FormText>
    </DecisionDialog>
  )
}

export const ApproveDialog = ({ estate: { id, reference, worth, beneficiaries }, onClose }: Shown) => (
  <AskApprovalDialog
    title={`Approve estate ${reference}`}
    action="approve-estate"
    thing={estateThing(id)}
    onClose={onClose}
  >
    <FormText>
      Stakes end, everything
      {worth !== null && (
        <>
          , worth <Amount value={worth} asset="USD" /> now,
        </>
      )}{' '}
      is set aside, and the account is closed for good:{' '}
      {beneficiaries.map((person) => `${nameOf(person)} ${shareWords(person.share)}`).join(', ')}.
    </FormText>
  </AskApprovalDialog>
)

export const RefuseByTwoDialog = ({ estate: { id, reference }, onClose }: Shown) => (
  <AskApprovalDialog
    title={`Refuse estate ${reference}`}
    action="refuse-estate"
    thing={estateThing(id)}
    onClose={onClose}
  >
    <FormText>The account is open again and its plans run again. Who reported is not told.</FormText>
  </AskApprovalDialog>
)
