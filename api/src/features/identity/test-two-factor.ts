import type { Role } from '@ingot/endpoints/roles'
import { sql } from 'kysely'
import { type Client, type createPeople, goodPassword, refused } from './test-people.ts'

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

/** For tests: operators, and what each proves for one act, as if the code before had been one of another half minute. */
export const provingOperators = (people: () => Pick<People, 'db' | 'newCustomer' | 'enrol'>) => {
  const codes = new Map<Client | undefined, () => string>()
  return {
    newOperator: async (username: string, role: Role): Promise<Client> => {
      const client = await people().newCustomer(username, { operator: [role] })
      codes.set(client, (await people().enrol(client)).code)
      return client
    },
    /** Of anybody else it is nothing that would prove something. */
    proofOf: async (client: Client | undefined) => {
      await sql`update customers set totp_last_step = null`.execute(people().db)
      return { password: goodPassword, inputCode: codes.get(client)?.() ?? '000000' }
    },
  }
}
