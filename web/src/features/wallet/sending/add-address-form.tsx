import '@mantine/core/styles/Input.css'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Form, FormText } from '../../../ui/form.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { closeAddressDraft, saveAddress, useAddressDraft } from './address-draft.ts'
import { isAddress } from './sending-rules.ts'

const notAnAddress = 'This is not an address. An address is 0x followed by 40 digits or letters from a to f.'

/** A new address for the book, confirmed with PIN and 2FA code; then its waiting time begins. */
export const AddAddressForm = ({ waitHours, onNeeded }: { waitHours: number; onNeeded: () => void }) => {
  const { address, label, isBusy, problem } = useAddressDraft()
  const [wasSent, setWasSent] = useState(false)
  const isRefused = problem?.name === 'ReceiverRefused'
  const local = wasSent && !isAddress(address) ? notAnAddress : undefined

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault()
    setWasSent(true)
    if (isAddress(address) && (await saveAddress())) onNeeded()
  }

  return (
    <Form aria-label="New address" onSubmit={(event) => void onSubmit(event)}>
      <TextInput
        label="Address"
        size="md"
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={64}
        value={address}
        error={local ?? (isRefused ? problem.message : undefined)}
        onChange={(event) => useAddressDraft.setState({ address: event.currentTarget.value, problem: null })}
      />
      <TextInput
        label="Name (optional)"
        size="md"
        autoComplete="off"
        maxLength={60}
        value={label}
        onChange={(event) => useAddressDraft.setState({ label: event.currentTarget.value })}
      />
      <FormText isQuiet>
        Nothing can be sent to a new address for {waitHours} hours, so that you have time to notice one that is not
        yours.
      </FormText>
      <FormProblem failure={isRefused ? null : problem} />
      <FormActions onCancel={closeAddressDraft}>
        <Button type="submit" loading={isBusy}>
          Save address
        </Button>
      </FormActions>
    </Form>
  )
}
