import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { readPersonalInfo } from '@ingot/endpoints/kyc'
import { personalInfo } from '@ingot/endpoints/kyc-fields'
import { Button, Checkbox } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useNavigate } from 'react-router'
import { useContractForm } from '../../lib/contract-form.ts'
import { useSession } from '../../lib/session.ts'
import { Card } from '../../ui/card.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PictureChoice } from '../../ui/picture-choice.tsx'
import { DraftNote } from './draft-note.tsx'
import { emptyKycForm, type KycForm, useKycForm } from './kyc-form.ts'
import classes from './personal.module.css'
import { PersonalFieldInput } from './personal-field.tsx'
import { personalSections } from './personal-sections.ts'
import { draft, useSavePicture, useSubmitPersonalInfo } from './queries.ts'

export type Personal = ReplyOf<typeof readPersonalInfo>['data']

const Section = ({ title, note, children }: { title: string; note: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Card as="section" className={classes.section} aria-labelledby={id}>
      <h3 className={classes.sectionTitle} id={id}>
        {title}
      </h3>
      <p className={classes.sectionNote}>{note}</p>
      <div className={classes.fields}>{children}</div>
    </Card>
  )
}

/** Kept as soon as it is chosen, with what was typed so far. */
const Picture = ({ address }: { address: string | null }) => {
  const username = useSession((session) => session.info?.username ?? '')
  const save = useSavePicture()
  const keep = (square: Blob) =>
    save.mutateAsync(square).then(
      () => true,
      () => false,
    )
  return (
    <Section title="Your picture" note="You may leave it out. It is shown in your profile.">
      <div className={classes.wide}>
        <PictureChoice address={address} name={username} isSaving={save.isPending} onSave={keep} />
        {save.error && <FailureNote message={save.error.message} />}
      </div>
    </Section>
  )
}

/** The fields in the order in which they stand on the page, which is the order in which a wrong one gets focus. */
const inOrder = (values: KycForm): KycForm => {
  const shown = personalSections.flatMap(({ fields }) => fields.map(({ name }) => [name, values[name]]))
  return { ...Object.fromEntries(shown), auth: values.auth, profile: '' } as KycForm
}

/** What was typed and could not be saved yet is newer than what the server has. */
const valuesAtFirst = ({ fields }: Personal): KycForm => {
  if (draft.isUnsaved()) return inOrder(useKycForm.getState().form)
  const known = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)
  return inOrder({ ...emptyKycForm, ...Object.fromEntries(known) })
}

const usePersonalForm = (personal: Personal) =>
  useContractForm({
    schema: personalInfo,
    initialValues: valuesAtFirst(personal),
    onChange: (values) => {
      useKycForm.getState().change(values)
      draft.touch()
    },
  })

/** Everything the check needs to know of a person, saved as it is typed and handed in when it is complete. */
export const PersonalForm = ({ personal }: { personal: Personal }) => {
  const navigate = useNavigate()
  const { form, field, onSubmit, problem, isSending } = usePersonalForm(personal)
  const submit = useSubmitPersonalInfo()
  const send = async (values: KycForm) => {
    await submit.mutateAsync(values)
    await navigate('/Registration/documents', { viewTransition: true })
  }
  return (
    <Form onSubmit={onSubmit(send)}>
      <Picture address={personal.profileLink} />
      {personalSections.map(({ title, note, fields }) => (
        <Section key={title} title={title} note={note}>
          {fields.map((each) => (
            <div key={each.name} className={each.isHalf ? classes.half : classes.wide}>
              <PersonalFieldInput field={each} input={field(each.name)} />
            </div>
          ))}
        </Section>
      ))}
      <Section title="Your consent" note="Without it nobody can be verified.">
        <Checkbox
          className={classes.wide}
          size="md"
          label="I agree that my identity is checked by our verification provider, and what I entered here is true."
          {...field('auth', 'checkbox')}
          checked={form.values.auth === 'true'}
          onChange={(event) => form.setFieldValue('auth', event.currentTarget.checked ? 'true' : '')}
        />
      </Section>
      <DraftNote />
      <div className={classes.foot}>
        <FormProblem failure={problem} />
        <Button type="submit" size="md" loading={isSending}>
          Hand in and go on
        </Button>
        <FormText isQuiet>You can change it until your documents are being checked.</FormText>
      </div>
    </Form>
  )
}
