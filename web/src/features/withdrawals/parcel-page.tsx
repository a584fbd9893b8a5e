import '@mantine/core/styles/Input.css'
import { releaseParcel } from '@ingot/endpoints/withdrawals'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'react-router'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { Form, FormText } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { useReleaseParcel } from './queries.ts'

const schema = z.pick(releaseParcel.body, { code: true })

/**
 * What the code on a label leads to, for whoever stands at a door with the parcel. It says neither whose it is nor what is in it,
 * nor who sent it.
 */
export const ParcelPage = () => {
  const { token = '' } = useParams()
  const release = useReleaseParcel(token)
  const [isDone, setIsDone] = useState(false)
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema,
    initialValues: { code: '' },
    fieldOf: { ReleaseRefused: 'code' },
  })
  if (isDone)
    return (
      <FormPage title="Handed over" takesFocus>
        <div role="status">
          <FormText>The parcel is recorded as delivered. You can close this page.</FormText>
        </div>
      </FormPage>
    )
  return (
    <FormPage title="Hand over a parcel" note="Ask the person who takes it for the six digits of their release code.">
      <Form
        onSubmit={onSubmit(async ({ code }) => {
          await release.mutateAsync(code)
          setIsDone(true)
        })}
      >
        <TextInput
          label="Release code"
          description="Six digits"
          size="lg"
          inputMode="numeric"
          autoComplete="off"
          spellCheck={false}
          {...field('code')}
          onChange={(event) =>
            form.setFieldValue('code', event.currentTarget.value.replaceAll(/[^0-9]/g, '').slice(0, 6))
          }
        />
        <FormProblem failure={problem} />
        <Button type="submit" size="md" fullWidth loading={isSending}>
          Hand over
        </Button>
        <FormText isQuiet>Without the right code, do not hand it over: take it back with you.</FormText>
      </Form>
    </FormPage>
  )
}
