import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import { type ManagedIncident, openIncident, updateIncident } from '@ingot/endpoints/incident-desk'
import {
  type IncidentState,
  incidentStates,
  type StatusPart,
  statusPartNames,
  statusParts,
} from '@ingot/endpoints/status'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { incidentWords } from '../../lib/incident-words.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { ProofFields } from '../../ui/proof-fields.tsx'
import classes from './incidents.module.css'
import { useOpenIncident, useUpdateIncident } from './queries.ts'

const Framed = ({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) => {
  const id = useId()
  return (
    <Dialog title={id} className={classes.dialog} closesBeside={false} onClose={onClose}>
      <div className={classes.inside}>
        <DialogHeader id={id} onClose={onClose}>
          {title}
        </DialogHeader>
        <FormText isQuiet>Everybody reads this, visitors too. What is said stays in the history.</FormText>
        {children}
      </div>
    </Dialog>
  )
}

/** What everybody reads in our name takes the password and a code. */
const unproven = { password: '', inputCode: '' }
const fieldOf = { PasswordIncorrect: 'password', TwoFactorCodeIncorrect: 'inputCode' } as const

const Words = (field: object) => (
  <Textarea label="What customers should know" size="md" rows={4} maxLength={1000} {...field} />
)

export const OpenDialog = ({ onClose }: { onClose: () => void }) => {
  const open = useOpenIncident()
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: openIncident.body,
    initialValues: { title: '', parts: [] as StatusPart[], words: '', ...unproven },
    fieldOf,
  })
  return (
    <Framed title="Tell of an incident" onClose={onClose}>
      <Form
        onSubmit={onSubmit(async (values) => {
          await open.mutateAsync(values)
          onClose()
        })}
      >
        <TextInput
          label="Title"
          description="Stands in the line on every page."
          size="md"
          maxLength={100}
          data-autofocus
          {...field('title')}
        />
        <Checkbox.Group
          label="What it concerns"
          size="md"
          value={form.values.parts}
          error={form.errors.parts}
          onChange={(parts) => form.setFieldValue('parts', parts as StatusPart[])}
        >
          <div className={classes.choices}>
            {statusPartNames.map((name) => (
              <Checkbox key={name} value={name} label={statusParts[name]} />
            ))}
          </div>
        </Checkbox.Group>
        <Words {...field('words')} />
        <ProofFields
          password={field('password')}
          inputCode={field('inputCode')}
          onCode={(code) => form.setFieldValue('inputCode', code)}
        />
        <FormProblem failure={problem} />
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={isSending}>
            Tell everybody
          </Button>
        </FormActions>
      </Form>
    </Framed>
  )
}

const choices = incidentStates.map((state) => ({ value: state, label: incidentWords[state] }))
const { from: _from, ...updateShape } = updateIncident.body.shape
const update = z.strictObject(updateShape)

export const UpdateDialog = ({ incident, onClose }: { incident: ManagedIncident; onClose: () => void }) => {
  const change = useUpdateIncident(incident.id)
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: update,
    initialValues: { to: incident.state as IncidentState, words: '', ...unproven },
    fieldOf,
  })
  return (
    <Framed title={`Update: ${incident.title}`} onClose={onClose}>
      <Form
        onSubmit={onSubmit(async (values) => {
          await change.mutateAsync({ from: incident.state, ...values })
          onClose()
        })}
      >
        <Labelled
          label="State"
          choices={choices}
          value={form.values.to}
          onChange={(to) => form.setFieldValue('to', to)}
        />
        <Words data-autofocus {...field('words')} />
        <ProofFields
          password={field('password')}
          inputCode={field('inputCode')}
          onCode={(code) => form.setFieldValue('inputCode', code)}
        />
        <FormProblem failure={problem} />
        <FormActions onCancel={onClose}>
          <Button type="submit" loading={isSending}>
            Tell everybody
          </Button>
        </FormActions>
      </Form>
    </Framed>
  )
}
