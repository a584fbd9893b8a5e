import type { Remittance } from '@ingot/endpoints/bank-fields'
import type { Upload } from '@ingot/endpoints/uploads'
import { useCallback } from 'react'
import { uploadAccept, uploadProblem, useSendUpload } from '../../lib/use-send-upload.ts'
import { AskedButton } from '../../ui/asked-button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { UploadField } from '../../ui/upload-field.tsx'
import { useAddSlip, useCancelRemittance, useReturnRemittance } from './queries.ts'
import classes from './remittances.module.css'

const Cancel = ({ remittance }: { remittance: Remittance }) => (
  <AskedButton
    button="Cancel the remittance"
    legend="Cancel this remittance?"
    text="Only if you have not sent the money. If it comes all the same, it counts."
    yes="Yes, cancel it"
    act={useCancelRemittance(remittance)}
  />
)

const Return = ({ remittance }: { remittance: Remittance }) => (
  <AskedButton
    button="Ask for the money back"
    legend="Send the money back?"
    text="It goes back to the account it came from, and nothing is booked."
    yes="Yes, send it back"
    act={useReturnRemittance(remittance)}
  />
)

/** What can be done with a remittance now. */
export const RemittanceActions = ({ remittance }: { remittance: Remittance }) =>
  (remittance.mayCancel || remittance.mayReturn) && (
    <div className={classes.ways}>
      {remittance.mayCancel && <Cancel remittance={remittance} />}
      {remittance.mayReturn && <Return remittance={remittance} />}
    </div>
  )

/** The bank's slip, which helps us to find the money and proves nothing. */
export const SlipPart = ({ remittance }: { remittance: Remittance }) => {
  const { mutateAsync, error } = useAddSlip(remittance)
  const onSent = useCallback(({ id }: Upload) => void mutateAsync(id).catch(() => undefined), [mutateAsync])
  const send = useSendUpload('remittance-slip', onSent)
  return (
    <Card className={classes.card}>
      <UploadField
        label="Your bank’s slip (optional)"
        isOne
        note="It helps us to find your money. JPEG, PNG, WebP or PDF, at most 10 MB."
        accept={uploadAccept}
        problemOf={uploadProblem}
        send={send}
      />
      {remittance.slip && (
        <p className={classes.text}>
          We have <strong>{remittance.slip.name}</strong>.
        </p>
      )}
      <FormProblem failure={error} />
    </Card>
  )
}
