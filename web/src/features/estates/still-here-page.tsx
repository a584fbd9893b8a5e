import { vetoEstateByMail } from '@ingot/endpoints/estates'
import { Button } from '@mantine/core'
import { useParams } from 'react-router'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form, FormStack, FormText } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PageLink } from '../../ui/page-link.tsx'
import { PinField } from '../../ui/pin-field.tsx'
import { useVetoByMail } from './queries.ts'

const schema = z.object({ pin: vetoEstateByMail.body.shape.pin })

const Stopped = () => (
  <FormPage title="The report is stopped" takesFocus>
    <FormStack>
      <div role="status">
        <FormText>Thank you for telling us. Nothing of yours was given to anybody.</FormText>
      </div>
      <FormText>
        Every device was logged out, and nothing can leave your account until you have chosen a new password, a new PIN
        and set up two-factor authentication anew: whoever reported you may know more of you than is good.
      </FormText>
      <Button component={PageLink} to="/signin?return=/My-Profile/security" size="md">
        Log in and renew them
      </Button>
    </FormStack>
  </FormPage>
)

/** The page behind the link of the mail that asks whether somebody lives. The link alone says only who reads the mail. */
export const StillHerePage = () => {
  const { token = '' } = useParams()
  const veto = useVetoByMail()
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema,
    initialValues: { pin: '' },
    fieldOf: { PinIncorrect: 'pin' },
  })
  if (veto.isSuccess) return <Stopped />
  const send = async ({ pin }: { pin: string }) => {
    try {
      await veto.mutateAsync({ token, pin })
    } catch (failure) {
      form.setFieldValue('pin', '')
      throw failure
    }
  }
  return (
    <FormPage
      title="Somebody told us that you have died"
      note="If you are reading this, please tell us that it is not so."
      foot={
        <FormText isQuiet>
          If this mail reached you because its owner really has died, close this page. Please do not enter their PIN.
        </FormText>
      }
    >
      <Form onSubmit={onSubmit(send)}>
        <FormText>Enter the PIN of your account, and the report is stopped at once.</FormText>
        <PinField label="Your PIN" {...field('pin')} />
        <FormProblem failure={problem}>
          {problem?.name === 'LinkInvalid' &&
            'Use the link of the newest e-mail, or log in: your account asks you, too.'}
        </FormProblem>
        <Button type="submit" size="md" loading={isSending}>
          I am alive: stop the report
        </Button>
      </Form>
    </FormPage>
  )
}
