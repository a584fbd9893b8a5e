import '@mantine/core/styles/Input.css'
import { addDeliveryAddress } from '@ingot/endpoints/withdrawals'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useId } from 'react'
import { useContractForm } from '../../lib/contract-form.ts'
import { countries } from '../../lib/country-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useAddAddress } from './queries.ts'
import classes from './withdrawals.module.css'

const none = { name: '', street: '', postalCode: '', city: '', country: '' }
const plain = { size: 'md', spellCheck: false } as const
const countryChoices = [{ value: '', label: '' }, ...countries]

const AddressForm = ({ onClose }: { onClose: () => void }) => {
  const add = useAddAddress()
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: addDeliveryAddress.body,
    initialValues: none,
  })
  return (
    <Form
      onSubmit={onSubmit(async (values) => {
        if ((await add.mutateAsync(values)) !== undefined) onClose()
      })}
    >
      <TextInput {...plain} label="Name" autoComplete="name" maxLength={80} data-autofocus {...field('name')} />
      <TextInput
        {...plain}
        label="Street and number"
        autoComplete="street-address"
        maxLength={120}
        {...field('street')}
      />
      <div className={classes.cityLine}>
        <TextInput {...plain} label="Postal code" autoComplete="postal-code" maxLength={16} {...field('postalCode')} />
        <TextInput {...plain} label="City" autoComplete="address-level2" maxLength={60} {...field('city')} />
      </div>
      <NativeSelect label="Country" size="md" autoComplete="country" data={countryChoices} {...field('country')} />
      <FormProblem failure={problem} />
      <FormActions onCancel={onClose}>
        <Button type="submit" loading={isSending}>
          Add the address
        </Button>
      </FormActions>
      <FormText isQuiet>You confirm with your PIN and 2FA code.</FormText>
    </Form>
  )
}

/** An address besides the verified one: proven with PIN and 2FA code, and of use two days later. */
export const AddressDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useId()
  return (
    <Dialog title={id} text={`${id}-text`} className={classes.dialog} closesBeside={false} onClose={onClose}>
      <div className={classes.inside}>
        <DialogHeader id={id} onClose={onClose}>
          Add an address
        </DialogHeader>
        <div id={`${id}-text`}>
          <FormText isQuiet>
            It can be used after 48 hours. We e-mail you at once, so that you can remove one that is not yours.
          </FormText>
        </div>
        <AddressForm onClose={onClose} />
      </div>
    </Dialog>
  )
}
