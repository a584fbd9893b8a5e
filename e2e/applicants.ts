import { checkPendingTwoFactor, enableTwoFactor, generateTwoFactor, setPin } from '@ingot/endpoints/credentials'
import type { Endpoint } from '@ingot/endpoints/endpoint'
import { saveDraft, submitPersonalInfo } from '@ingot/endpoints/kyc'
import { sandboxClient } from '@ingot/sandbox/client'
import { expect, type Page } from '@playwright/test'
import { authenticator, newPerson, type PersonInTest, registerPerson, signIn, stackOfRun } from './people.ts'
import { personalText } from './verified-people.ts'

const sandbox = sandboxClient(stackOfRun.sandbox)

/** What the provider says may have to wait for a question to it, and that for its turn. */
export const healing = { timeout: 90_000 }

/** A call as the page itself would make it, for what a journey does not look at. */
const callAs = (page: Page, endpoint: Endpoint, body: Record<string, string> = {}) =>
  page.evaluate(
    async ({ method, path, isForm, fields }) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      const answer = await fetch(`/api${path}`, {
        method,
        body: isForm ? form : JSON.stringify(fields),
        headers: {
          authorization: `Bearer ${localStorage.getItem('accessToken')}`,
          ...(isForm ? {} : { 'content-type': 'application/json' }),
        },
      })
      const reply = await answer.json()
      if (!answer.ok) throw new Error(`${path}: ${reply.error?.message}`)
      return reply.data
    },
    { method: endpoint.method, path: endpoint.path, isForm: endpoint.bodyType === 'form', fields: body },
  )

export type Applicant = { person: PersonInTest; code: () => Promise<string> }

/** Somebody who is signed in on this page, with PIN and 2FA. */
export const securedApplicant = async (page: Page, name: string): Promise<Applicant> => {
  const person = await registerPerson(stackOfRun, newPerson(name))
  await signIn(page, person)
  await expect(page).toHaveURL('/Registration/security')
  await callAs(page, setPin, { password: person.password, pin: '274915' })
  const { secret } = await callAs(page, generateTwoFactor)
  const code = authenticator(secret)
  await callAs(page, checkPendingTwoFactor, { secret, token: await code() })
  await callAs(page, enableTwoFactor, { mfaSecret: secret })
  return { person, code }
}

/** The same, with everything told but the documents. */
export const applicantAtDocuments = async (page: Page, name: string): Promise<Applicant> => {
  const applicant = await securedApplicant(page, name)
  await callAs(page, submitPersonalInfo, personalText)
  return applicant
}

export const saveDraftOf = (page: Page, fields: Partial<typeof personalText>) => callAs(page, saveDraft, fields)

/** Document and selfie, in the provider's frame. The frame is not ours: it asks for one thing after the other. */
export const showDocuments = async (page: Page) => {
  const frame = page.frameLocator('main iframe')
  await frame.getByLabel('Kind of document').selectOption('PASSPORT')
  await frame.getByRole('button', { name: 'Continue' }).click()
  await expect(frame.getByRole('heading')).toHaveText('The front of your document')
  await frame.getByLabel('Choose a file').setInputFiles('docs/picture.png')
  await expect(frame.getByRole('heading')).toHaveText('A picture of your face')
  await frame.getByLabel('Choose a file').setInputFiles('docs/picture.png')
}

const idOf = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('ingot-session') ?? '{}').state.info.id)

type Verdict = Parameters<typeof sandbox.kyc.decide>[1]

/** What a person at the provider's review desk finds. */
export const decide = async (page: Page, verdict: Verdict) => {
  const [applicant] = await sandbox.kyc.applicants({ externalUserId: await idOf(page) })
  if (!applicant) throw new Error('the provider does not know this person')
  await sandbox.kyc.decide(applicant.id, verdict)
}
