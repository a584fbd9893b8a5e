import { randomBytes } from 'node:crypto'

const mailPatienceSeconds = 30

/** The parts of the answers that are read here. */
type Reply = {
  jwt?: string
  user?: { id: string }
  data?: { version?: string; text?: string; enabled?: boolean }
  error?: { message: string }
}

/** Through the front door, as any customer would: register, open the mail, sign in. */
export const signInNewCustomer = async (api: string, sandbox: string) => {
  const call = async (url: string, method = 'GET', body?: object) => {
    const answer = await fetch(url, {
      method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const reply = (await answer.json()) as Reply
    if (!answer.ok) throw new Error(`${url}: ${reply.error?.message}`)
    return { reply, cookies: answer.headers.getSetCookie() }
  }
  const post = (path: string, body: object) => call(`${api}/api${path}`, 'POST', body)

  const username = `poll${randomBytes(4).toString('hex')}`
  const email = `${username}@ingot.example`
  const password = `gold-${randomBytes(9).toString('base64url')}`
  const terms = await call(`${api}/api/texts/term-conditions`)
  await post('/auth/local/register', { email, username, password, termsVersion: terms.reply.data?.version })
  const mail = await call(`${sandbox}/api/mail/next?to=${email}&waitSeconds=${mailPatienceSeconds}`)
  const verifyCode = /\/Email-Verification\/([\w-]+)/.exec(mail.reply.data?.text ?? '')?.[1]
  await post('/link-verification/code-register', { verifyCode })
  const signIn = async () => {
    const { reply, cookies } = await post('/auth/local', { identifier: email, password })
    const cookie = cookies.map((line) => line.split(';')[0]).join('; ')
    return { id: reply.user?.id ?? '', headers: { authorization: `Bearer ${reply.jwt}`, cookie } }
  }
  return { ...(await signIn()), password, signIn }
}
