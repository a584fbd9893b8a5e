import '@mantine/core/styles/Input.css'
import { reporter } from '@ingot/endpoints/estate-fields'
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useContractForm } from '../../lib/contract-form.ts'
import { DayField } from '../../ui/day-field.tsx'
import { Form, FormStack, FormText } from '../../ui/form.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import classes from './estates.module.css'
import { useReportDeath } from './queries.ts'
import { emptyReport, reportOf, reportSchema } from './report-form.ts'

const relationChoices = [
  { value: '', label: '' },
  ...reporter.relation.options.map((relation) => ({ value: relation, label: relation })),
]

/** The same for everybody: whoever reports learns nothing of anybody. */
const Sent = () => (
  <FormPage title="We have your report" takesFocus>
    <FormStack>
      <div role="status">
        <FormText>Thank you for telling us. We have sent you an e-mail with a link where papers can be added.</FormText>
      </div>
      <FormText>
        Somebody here reads your report. To protect the people who save with us we tell nobody whether a person is a
        customer, nor what became of a report. Whoever is to receive something hears from us.
      </FormText>
      <FormText isQuiet>
        No e-mail after a few minutes? Look in the folder for unwanted mail, or send the report again.
      </FormText>
    </FormStack>
  </FormPage>
)

/** For whoever has to tell us: short, and it asks only for what is needed to find the person. */
export const ReportDeathPage = () => {
  const report = useReportDeath()
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: reportSchema,
    initialValues: emptyReport,
  })
  if (report.isSuccess) return <Sent />
  return (
    <FormPage
      title="Report a death"
      note="We are sorry for your loss. This takes a few minutes; papers can follow later."
      foot={
        <FormText isQuiet>
          Nothing happens to any account by this report alone: we look into it first. We tell nobody, and not you
          either, whether somebody is our customer.
        </FormText>
      }
    >
      <Form onSubmit={onSubmit((typed) => report.mutateAsync(reportOf(typed)))}>
        <fieldset className={classes.group}>
          <legend className={classes.legend}>Who has died</legend>
          <TextInput label="First name" size="md" autoComplete="off" {...field('firstName')} />
          <TextInput label="Last name" size="md" autoComplete="off" {...field('lastName')} />
          <DayField {...field('dateOfBirth')} label="Date of birth" value={form.values.dateOfBirth} />
          <DayField {...field('dateOfDeath')} label="Date of death" value={form.values.dateOfDeath} />
          <TextInput label="Their e-mail, if you know it" size="md" autoComplete="off" {...field('theirEmail')} />
        </fieldset>
        <fieldset className={classes.group}>
          <legend className={classes.legend}>Who you are</legend>
          <TextInput label="Your name" size="md" autoComplete="name" {...field('name')} />
          <TextInput label="Your e-mail" size="md" type="email" autoComplete="email" {...field('email')} />
          <TextInput label="Your phone (optional)" size="md" type="tel" autoComplete="tel" {...field('phone')} />
          <NativeSelect label="You are their" size="md" data={relationChoices} {...field('relation')} />
          <Textarea
            label="What else we should know (optional)"
            size="md"
            rows={4}
            maxLength={1000}
            {...field('words')}
          />
        </fieldset>
        <FormProblem failure={problem} />
        <Button type="submit" size="md" loading={isSending}>
          Send the report
        </Button>
      </Form>
    </FormPage>
  )
}
