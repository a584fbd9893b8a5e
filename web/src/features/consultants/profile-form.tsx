import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Switch.css'
import { longestProfileText, type OwnProfile } from '@ingot/endpoints/consultant-fields'
import { saveProfile } from '@ingot/endpoints/consultants'
import { Button, Switch, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useContractForm } from '../../lib/contract-form.ts'
import { Card } from '../../ui/card.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import classes from './consultants.module.css'
import { LanguageField } from './language-field.tsx'
import { type ProfileWanted, useHandIn, useSaveProfile } from './queries.ts'

const wantedFrom = ({ next, approved }: OwnProfile): ProfileWanted => {
  const { showsWholeName = false, showsPicture = false, languages = [], text = '' } = next ?? approved ?? {}
  return { showsWholeName, showsPicture, languages: [...languages], text }
}

/** What its owner wants to show. It can be saved and handed in, or saved alone. */
export const ProfileForm = ({ profile }: { profile: OwnProfile }) => {
  const [save, handIn] = [useSaveProfile(), useHandIn()]
  const [isSaved, setIsSaved] = useState(false)
  const { form, field, onSubmit, problem, isSending } = useContractForm({
    schema: saveProfile.body,
    initialValues: wantedFrom(profile),
    onChange: () => setIsSaved(false),
  })
  const onlySave = onSubmit(async (body) => {
    await save.mutateAsync(body)
    setIsSaved(true)
  })
  const { names, hasPicture } = profile
  const { text, languages } = form.values
  const left = longestProfileText - text.length
  return (
    <Card as="section" className={classes.card} aria-labelledby="profile-form">
      <h3 id="profile-form" className={classes.title}>
        What others see
      </h3>
      <Form aria-labelledby="profile-form" onSubmit={onSubmit((body) => handIn.mutateAsync(body))}>
        <Switch
          size="md"
          label={`Show my whole name, ${names.whole}`}
          description={`Else others see ${names.short}`}
          {...field('showsWholeName', 'checkbox')}
        />
        <Switch
          size="md"
          label="Show my picture"
          description={
            hasPicture
              ? 'The one of your profile. We look at it, too.'
              : 'You have none. You can add one under Profile.'
          }
          disabled={!hasPicture}
          {...field('showsPicture', 'checkbox')}
        />
        <LanguageField
          chosen={languages}
          error={form.errors.languages?.toString()}
          onChange={(chosen) => form.setFieldValue('languages', chosen)}
        />
        <Textarea
          label="About you"
          description="Without links, addresses, phone numbers, or any figure or promise of a return."
          size="md"
          rows={5}
          maxLength={longestProfileText}
          {...field('text')}
        />
        <FormText isQuiet>{left === 1 ? '1 character left' : `${left} characters left`}</FormText>
        <FormProblem failure={problem} />
        <div className={classes.ways}>
          <Button type="submit" size="md" loading={isSending && handIn.isPending}>
            Hand in for review
          </Button>
          <Button variant="default" size="md" loading={save.isPending} onClick={() => onlySave()}>
            Save the draft
          </Button>
        </div>
        <div role="status">{isSaved && <FormText isQuiet>The draft is saved. Nobody sees it yet.</FormText>}</div>
      </Form>
    </Card>
  )
}
