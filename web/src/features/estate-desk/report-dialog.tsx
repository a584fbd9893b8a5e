import '@mantine/core/styles/Input.css'
import { type DeskEstate, reportDeathAsOperator } from '@ingot/endpoints/estate-desk'
import { reporter } from '@ingot/endpoints/estate-fields'
import { line } from '@ingot/endpoints/nominee-fields'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { useContractForm } from '../../lib/contract-form.ts'
import { today } from '../../lib/periods.ts'
import { useHasRole } from '../../lib/use-operator.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogHeader } from '../../ui/dialog-header.tsx'
import { Form, FormText, TextLink } from '../../ui/form.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import classes from './estate-desk.module.css'
import { estateAddress } from './estate-words.ts'
import { useReport } from './queries.ts'

const typing = { size: 'md', autoComplete: 'off', spellCheck: false } as const

const relations = [{ value: '', label: 'Please choose' }, ...reporter.relation.options]

/** The contract speaks to whoever reports; here somebody else writes it down. */
const written = z.object({
  ...reportDeathAsOperator.body.shape,
  reporter: z.object({
    ...reporter,
    name: line('the name of who reports it', 120, 2),
    relation: z.enum(reporter.relation.options, 'Please choose the relation.'),
  }),
})

const nothing = {
  deceased: { firstName: '', lastName: '', dateOfBirth: '', dateOfDeath: '', email: '' },
  reporter: { name: '', email: '', phone: '', relation: '' },
  words: '',
}

const ReportForm = ({ onDone, onClose }: { onDone: (made: DeskEstate) => void; onClose: () => void }) => {
  const report = useReport()
  const { field, onSubmit, problem, isSending } = useContractForm({
    schema: written,
    initialValues: nothing,
  })
  return (
    <Form
      onSubmit={onSubmit(async (values) => onDone(await report.mutateAsync(reportDeathAsOperator.body.parse(values))))}
    >
      <fieldset className={classes.person}>
        <legend>Who is said to have died</legend>
        <TextInput label="First name" maxLength={100} data-autofocus {...typing} {...field('deceased.firstName')} />
        <TextInput label="Last name" maxLength={100} {...typing} {...field('deceased.lastName')} />
        <TextInput label="Date of birth" type="date" max={today()} size="md" {...field('deceased.dateOfBirth')} />
        <TextInput label="Date of death" type="date" max={today()} size="md" {...field('deceased.dateOfDeath')} />
        <div className={classes.across}>
          <TextInput
            label="E-mail of the one who died, if known"
            type="email"
            maxLength={254}
            {...typing}
            {...field('deceased.email')}
          />
        </div>
      </fieldset>
      <fieldset className={classes.person}>
        <legend>Who reports it</legend>
        <TextInput label="Name" maxLength={120} {...typing} {...field('reporter.name')} />
        <NativeSelect label="Relation" data={relations} size="md" {...field('reporter.relation')} />
        <TextInput
          label="E-mail"
          description="A link to send papers goes there."
          type="email"
          maxLength={254}
          {...typing}
          {...field('reporter.email')}
        />
        <TextInput
          label="Phone, if told"
          description="With its country code."
          type="tel"
          maxLength={32}
          {...typing}
          {...field('reporter.phone')}
        />
      </fieldset>
      <Textarea label="What was told" size="md" rows={3} maxLength={1000} {...field('words')} />
      <FormProblem failure={problem} />
      <FormActions onCancel={onClose}>
        <Button type="submit" loading={isSending}>
          Report
        </Button>
      </FormActions>
    </Form>
  )
}

/** Writes down what was told by phone, by post or at the counter. */
export const ReportDialog = ({ onClose }: { onClose: () => void }) => {
  const id = useId()
  const [made, setMade] = useState<DeskEstate | null>(null)
  const mayRead = useHasRole('Owner', 'Compliance')
  return (
    <Dialog
      title={id}
      className={classes.dialog}
      turn={made ? 'done' : 'asking'}
      closesBeside={made !== null}
      onClose={onClose}
    >
      <div className={classes.content}>
        <DialogHeader id={id} onClose={onClose}>
          Report a death
        </DialogHeader>
        {made ? (
          <>
            <div role="status">
              <FormText>
                Report {made.reference} is written down, and nothing is stopped yet.{' '}
                {mayRead ? <TextLink to={estateAddress(made.id)}>Look at it</TextLink> : 'Compliance looks at it.'}
              </FormText>
            </div>
            <FormActions>
              <Button data-autofocus onClick={onClose}>
                Close
              </Button>
            </FormActions>
          </>
        ) : (
          <>
            <FormText isQuiet>
              Reported by phone, by post or at the counter. Do not say whether this person is a customer.
            </FormText>
            <ReportForm onDone={setMade} onClose={onClose} />
          </>
        )}
      </div>
    </Dialog>
  )
}
