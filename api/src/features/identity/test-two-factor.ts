import { sql } from 'kysely'
import { type Client, type createPeople, refused } from './test-people.ts'

type People = Awaited<ReturnType<typeof createPeople>>

export const codeIncorrect = refused('TwoFactorCodeIncorrect', 'Incorrect 2FA code. Please try again.')
export const off = refused('TwoFactorOff', 'Two-factor authentication is off. Please turn it on first.')
export const valid = { status: 200, body: { data: { valid: true } } }

export const verify = (client: Client, token: string) => client.post('/mfa/verify', { token })

/** For tests: signing in by two steps, and what is kept of a secret. */
export const twoFactorOf = (people: () => People) => ({
  firstStep: async (username: string) => (await people().newClient().signIn(username)).body.data.mfaToken as string,
  secondStep: (mfaToken: string, code: string) => people().newClient().post('/auth/local/2fa', { mfaToken, code }),
  secretOf: async (username: string) => {
    const { rows } = await sql<{ totp_secret: Buffer | null }>`
      select totp_secret from customers where username = ${username}`.execute(people().db)
    return rows[0]?.totp_secret
  },
})
