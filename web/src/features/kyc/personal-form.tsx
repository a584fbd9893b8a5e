import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/InlineInput.css'
import type { ReplyOf } from '@ingot/endpoints/endpoint'
import type { readPersonalInfo } from '@ingot/endpoints/kyc'
import { personalInfo } from '@ingot/endpoints/kyc-fields'
import { Button, Checkbox } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { fieldsNamedIn, useContractForm } from '../../lib/contract-form.ts'
import { useSession } from '../../lib/session.ts'
import { FailureNote } from '../../ui/failure-note.tsx'
import { Form, FormText } from '../../ui/form.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { PictureChoice } from '../../ui/picture-choice.tsx'
import { DraftNote } from './draft-note.tsx'
import { emptyKycForm, type KycForm, useKycForm } from './kyc-form.ts'
import classes from './personal.module.css'
import { PersonalFieldInput } from './personal-field.tsx'
import { GroupProgress, More, PersonalGroup } from './personal-group.tsx'
import { isAsked, type PersonalField, personalSections } from './personal-sections.ts'
import { draft, useSavePicture, useSubmitPersonalInfo } from './queries.ts'

export type Personal = ReplyOf<typeof readPersonalInfo>['data']

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
    <div className={classes.wide}>
      <p className={classes.pictureLabel}>Profile picture (optional)</p>
      <PictureChoice address={address} name={username} isSaving={save.isPending} onSave={keep} />
      {save.error && <FailureNote message={save.error.message} />}
    </div>
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

const lastGroup = personalSections.length - 1

/** The fields of each group, with the consent in the last one. */
const groups = personalSections.map(({ fields }, index): (keyof KycForm)[] => [
  ...fields.map(({ name }) => name),
  ...(index === lastGroup ? (['auth'] as const) : []),
])

/** The fields that are not right yet, by the contract's own rules. */
const wrongIn = (values: KycForm): ReadonlySet<unknown> => {
  const read = personalInfo.safeParse(values)
  return new Set(read.success ? [] : read.error.issues.map(({ path }) => path[0]))
}

const firstGroupWith = (names: Iterable<unknown>) => {
  const wanted = new Set(names)
  return groups.findIndex((fields) => fields.some((name) => wanted.has(name)))
}

/** Goes from group to group: to the next, or to the first in which something is missing. */
const useGroups = ({ form, focus, onSubmit }: ReturnType<typeof usePersonalForm>) => {
  const wrong = wrongIn(form.values)
  const [openGroup, setOpenGroup] = useState(() => Math.max(firstGroupWith(wrong), 0))

  /** Drawn at once, so that a field in it can take focus. */
  const show = (group: number) => flushSync(() => setOpenGroup(group))

  const complain = (group: number) => {
    const missing = groups[group]?.filter((name) => wrong.has(name)) ?? []
    for (const name of missing) form.validateField(name)
    if (missing[0]) focus(missing[0])
  }

  const step = (send: (values: KycForm) => Promise<unknown>) => (event: SubmitEvent<HTMLFormElement>) => {
    const isWrong = (group: number) => groups[group]?.some((name) => wrong.has(name))
    if (isWrong(openGroup) || openGroup < lastGroup) {
      event.preventDefault()
      if (isWrong(openGroup)) return complain(openGroup)
      show(openGroup + 1)
      return focus(groups[openGroup + 1]?.[0] ?? '')
    }
    const missed = firstGroupWith(wrong)
    if (missed >= 0) {
      event.preventDefault()
      show(missed)
      return complain(missed)
    }
    onSubmit((values) =>
      send(values).catch((failure: unknown) => {
        const refused = firstGroupWith(fieldsNamedIn(failure))
        if (refused >= 0) show(refused)
        throw failure
      }),
    )(event)
  }

  const isComplete = (group: number) => !groups[group]?.some((name) => wrong.has(name))
  return { openGroup, setOpenGroup, step, isComplete }
}

/** The fields of one group, the seldom ones behind “More”, and in the last one the consent. */
const GroupFields = ({
  group,
  picture,
  contract: { form, field },
}: {
  group: number
  picture: string | null
  contract: ReturnType<typeof usePersonalForm>
}) => {
  const fields = personalSections[group]?.fields ?? []
  const seldom = fields.filter(({ isSeldom }) => isSeldom)
  const hasPicture = group === 0
  const isFilled = seldom.some(({ name }) => form.values[name] !== '') || (hasPicture && picture !== null)
  const inputOf = (each: PersonalField) => (
    <div key={each.name} className={each.isHalf ? classes.half : classes.wide}>
      <PersonalFieldInput field={each} input={field(each.name)} currency={form.values.currency} />
    </div>
  )
  return (
    <div className={classes.fields}>
      {fields.filter((each) => !each.isSeldom && isAsked(each, form.values)).map(inputOf)}
      {seldom.length > 0 && (
        <More isFilled={isFilled}>
          {seldom.map(inputOf)}
          {hasPicture && <Picture address={picture} />}
        </More>
      )}
      {group === lastGroup && (
        <Checkbox
          className={classes.wide}
          size="md"
          label="What I have entered is true, and I agree to your verification provider checking my identity."
          {...field('auth', 'checkbox')}
          checked={form.values.auth === 'true'}
          onChange={(event) => form.setFieldValue('auth', event.currentTarget.checked ? 'true' : '')}
        />
      )}
    </div>
  )
}

/** What is not asked for is not told either, whatever was typed before. */
const askedOnly = (values: KycForm): KycForm => {
  const unasked = personalSections.flatMap(({ fields }) => fields.filter((each) => !isAsked(each, values)))
  return { ...values, ...Object.fromEntries(unasked.map(({ name }) => [name, ''])) }
}

/** Everything the check needs to know of a person, in groups, saved as it is typed and handed in when it is complete. */
export const PersonalForm = ({ personal }: { personal: Personal }) => {
  const navigate = useNavigate()
  const contract = usePersonalForm(personal)
  const { openGroup, setOpenGroup, step, isComplete } = useGroups(contract)
  const submit = useSubmitPersonalInfo()
  const send = async (values: KycForm) => {
    await submit.mutateAsync(askedOnly(values))
    await navigate('/Registration/documents', { viewTransition: true })
  }
  return (
    <Form onSubmit={step(send)}>
      <GroupProgress complete={groups.filter((_, group) => isComplete(group)).length} all={groups.length} />
      {personalSections.map(({ title, note }, group) => (
        <PersonalGroup
          key={title}
          number={group + 1}
          title={title}
          note={note}
          isComplete={isComplete(group)}
          isOpen={openGroup === group}
          onOpen={() => setOpenGroup(group)}
        >
          <GroupFields group={group} picture={personal.profileLink} contract={contract} />
          <div className={classes.foot}>
            <FormProblem failure={contract.problem} />
            <Button type="submit" size="md" loading={contract.isSending}>
              {group === lastGroup ? 'Submit and continue' : 'Continue'}
            </Button>
            {group === lastGroup && (
              <FormText isQuiet>You can change this until we start checking your documents.</FormText>
            )}
          </div>
        </PersonalGroup>
      ))}
      <DraftNote />
    </Form>
  )
}
