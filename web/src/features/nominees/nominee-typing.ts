import { youngestAge } from '@ingot/endpoints/kyc-fields'
import { type Nominee, nominee, type UnfinishedNominee } from '@ingot/endpoints/nominee-fields'
import * as z from 'zod/mini'
import { create } from 'zustand'
import { resetOnLogOut, useSession } from '../../lib/session.ts'
import { percentText, readPercent, sharesProblem } from './shares.ts'

/** Whether somebody born on that day is of age now; a birthday counts from its beginning. */
const isOfAge = (birthday: string): boolean => {
  const now = new Date()
  const then = `${now.getUTCFullYear() - youngestAge}${now.toISOString().slice(4, 10)}`
  return birthday <= then
}

/** What was typed of one person, field by field. */
export type Typed = Omit<UnfinishedNominee, 'place'>

const empty: Typed = {
  firstName: '',
  middleName: '',
  lastName: '',
  contact: '',
  dateOfBirth: '',
  address: '',
  city: '',
  postalCode: '',
  relationTestator: '',
  idType: '',
  share: '',
  guardianFirstName: '',
  guardianLastName: '',
  guardianContact: '',
  guardianDateOfBirth: '',
}

/** Who is being entered, for a reload of the page found with the draft; which step it is at, in the session. */
type Typing = { place: number | null; typed: Typed }

export const useTyping = create<{ now: Typing | null }>()(() => ({ now: null }))
resetOnLogOut(() => useTyping.setState({ now: null }))

const begin = (now: Typing) => {
  useTyping.setState({ now })
  useSession.getState().goToNomineeStep(1)
}

/** Somebody new, who is offered what the others leave. */
export const beginNew = (left: number) =>
  begin({ place: null, typed: { ...empty, share: left > 0 ? percentText(left) : '' } })

export const beginChange = (place: number, { guardian, share, ...known }: Nominee) =>
  begin({
    place,
    typed: {
      ...known,
      share: percentText(share),
      guardianFirstName: guardian?.firstName ?? '',
      guardianLastName: guardian?.lastName ?? '',
      guardianContact: guardian?.contact ?? '',
      guardianDateOfBirth: guardian?.dateOfBirth ?? '',
    },
  })

export const resumeTyping = ({ place, ...typed }: UnfinishedNominee) => useTyping.setState({ now: { place, typed } })

export const endTyping = () => {
  useSession.getState().goToNomineeStep(0)
  useTyping.setState({ now: null })
}

const needsGuardian = ({ dateOfBirth }: Pick<Typed, 'dateOfBirth'>): boolean =>
  nominee.shape.dateOfBirth.safeParse(dateOfBirth).success && !isOfAge(dateOfBirth)

export type StepName = 'person' | 'contact' | 'relation' | 'share' | 'guardian' | 'look'

export const stepsOf = (typed: Typed): StepName[] => [
  'person',
  'contact',
  'relation',
  'share',
  ...(needsGuardian(typed) ? ['guardian' as const] : []),
  'look',
]

const { shape } = nominee
const notAfterToday = z.refine<string>(
  (day) => day <= new Date().toISOString().slice(0, 10),
  'Please enter a day that has been.',
)
const ofGuardian = shape.guardian.def.innerType.shape

/** What each step asks for, as the contract has it. */
export const stepSchemas = {
  person: z.object({
    firstName: shape.firstName,
    middleName: shape.middleName,
    lastName: shape.lastName,
    dateOfBirth: shape.dateOfBirth.check(notAfterToday),
  }),
  contact: z.object({
    contact: shape.contact,
    address: shape.address,
    city: shape.city,
    postalCode: shape.postalCode,
  }),
  relation: z.object({ relationTestator: shape.relationTestator, idType: shape.idType }),
  share: z.object({ share: z.string().check(z.refine((text) => readPercent(text) !== undefined, sharesProblem)) }),
  guardian: z.object({
    guardianFirstName: ofGuardian.firstName,
    guardianLastName: ofGuardian.lastName,
    guardianContact: ofGuardian.contact,
    guardianDateOfBirth: ofGuardian.dateOfBirth.check(
      z.refine((day) => isOfAge(day), 'A guardian has to be 18 or older.'),
    ),
  }),
}

/** The first step whose answers are not complete; undefined when all are. */
export const firstOpenStep = (typed: Typed): StepName | undefined =>
  stepsOf(typed).find((step) => step !== 'look' && !stepSchemas[step].safeParse(typed).success)

/** The person as the contract has it; only of what is complete. */
export const nomineeOf = ({
  guardianFirstName,
  guardianLastName,
  guardianContact,
  guardianDateOfBirth,
  ...typed
}: Typed): Nominee =>
  nominee.parse({
    ...typed,
    share: readPercent(typed.share),
    guardian: needsGuardian(typed)
      ? {
          firstName: guardianFirstName,
          lastName: guardianLastName,
          contact: guardianContact,
          dateOfBirth: guardianDateOfBirth,
        }
      : null,
  })
