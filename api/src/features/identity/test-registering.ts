import { sql } from 'kysely'
import { type createPeople, refused } from './test-people.ts'

type People = Awaited<ReturnType<typeof createPeople>>

export const linkInvalid = refused('LinkInvalid', 'This link no longer works. Please ask for a new one.')
export const codeIncorrect = refused(
  'CodeIncorrect',
  'This code is wrong or has expired. Please try again, or ask for a new one.',
)
export const done = { status: 200, body: { data: { done: true } } }

/** For tests: the calls of somebody who registers, each from a browser of its own. */
export const registeringOf = (people: () => People) => {
  const post = (path: string, body: object) => people().newClient().post(path, body)
  return {
    register: (username: string, more: object = {}) =>
      post('/auth/local/register', people().registration(username, more)),
    verifyByLink: (verifyCode: string) => post('/link-verification/code-register', { verifyCode }),
    verifyByCode: (email: string, otp: string) => post('/otp-verification/verify-otp', { email, otp }),
    askForLink: (email: string) => post('/link-verification/registration', { email }),
    askForCode: (email: string) => post('/otp-verification/generate', { email }),
    linkOf: async (email: string) => (await people().mailTo(email)).tokenOf('/Email-Verification'),
    customerOf: async (email: string) => {
      const { rows } = await sql<Record<string, unknown>>`
        select * from customers where email = ${email}`.execute(people().db)
      return rows[0]
    },
  }
}
